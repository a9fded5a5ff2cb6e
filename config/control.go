package config

import (
	"slices"

	"familiar/config/document"
	"familiar/control"
	"familiar/control/access"
)

// Control is the page and the HTTP interface.
type Control struct {
	control.Config // every knob of it stands beside the tokens

	Tokens []Token `toml:"tokens"` // who may come in besides the page; default nobody
}

// A Token lets one program in, as far as its scopes go.
type Token struct {
	Name     string   `toml:"name"`     // whose it is, for the log; always to be given
	Secret   Secret   `toml:"secret"`   // what the program shows; always to be given
	Scopes   []string `toml:"scopes"`   // what it may do: read, lines, control, history; always to be given
	Channels []string `toml:"channels"` // chats of the web network, * being any text, or as a rule matches them: discord:1/*; default none: all of them
}

// leastSecret is how short a secret may be, in bytes: 16 random bytes in hex
// have twice that, whatever anybody thinks up himself has less.
const leastSecret = 16

// Grants returns the tokens with their secrets revealed, as the control server
// takes them.
func (c Control) Grants() []access.Token {
	grants := make([]access.Token, len(c.Tokens))
	for i, t := range c.Tokens {
		grants[i] = access.Token{Name: t.Name, Secret: t.Secret.Reveal(), Scopes: t.Scopes, Channels: t.Channels}
	}
	return grants
}

// control checks the listener and who may come in.
func (v *validation) control() {
	v.values("control", v.Control.Validate())
	if len(v.Control.Tokens) == 0 && v.Control.Exposed() {
		v.wrong("control.listen", "%s can be reached from other machines: add [[control.tokens]], or listen on 127.0.0.1", v.Control.Listen)
	}
	names, secrets := map[string]bool{}, map[string]string{}
	for i := range v.Control.Tokens {
		t, path := &v.Control.Tokens[i], document.Item("control.tokens", i+1)
		if !isID(t.Name) {
			v.wrong(document.Inside(path, "name"), "%q can't name a token: %s", t.Name, wantID)
		} else if names[t.Name] {
			v.wrong(document.Inside(path, "name"), "there is already a token %q", t.Name)
		}
		names[t.Name] = true
		v.secret(path, t, secrets)
		v.scopes(path, t)
	}
}

// secret fetches a token's secret, which no other may have.
func (v *validation) secret(path string, t *Token, taken map[string]string) {
	path = document.Inside(path, "secret")
	if t.Secret.String() == "" {
		v.wrong(path, `is not set: want "env:NAME" or "file:PATH"`)
		return
	}
	if v.resolve(path, &t.Secret); t.Secret.reveal == nil {
		return // it can't be fetched, or nobody wants to know
	}
	is := t.Secret.Reveal()
	if len(is) < leastSecret {
		v.wrong(path, "%s holds fewer than %d characters: want a long random text", t.Secret, leastSecret)
	} else if other, ok := taken[is]; ok {
		v.wrong(path, "is the same as that of %s: each token needs its own", other)
	}
	taken[is] = t.Name
}

// scopes checks what a token is good for, and where.
func (v *validation) scopes(path string, t *Token) {
	if len(t.Scopes) == 0 {
		v.wrong(document.Inside(path, "scopes"), "is not set: want some of %s", list(access.Scopes))
	}
	for i, scope := range t.Scopes {
		if !slices.Contains(access.Scopes, scope) {
			v.wrong(document.Item(document.Inside(path, "scopes"), i+1), "there is no scope %q: want one of %s", scope, list(access.Scopes))
		}
	}
	for i, pattern := range t.Channels {
		if pattern == "" || !isGlob(pattern) {
			v.wrong(document.Item(document.Inside(path, "channels"), i+1), "%q matches nothing: want the name of a chat, in which * stands for any text", pattern)
		}
	}
}
