// Package access says who may come in to the control listener, and how much of
// it each may take: tokens and what they open, slots for what is done at once,
// and connections. It knows no route and no familiar.
package access

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"strings"

	"familiar/messages"
)

// webNetwork is the one whose chats the globs of tokens name without a network.
const webNetwork messages.Network = "web"

// The scopes a token may have.
const (
	ScopeRead    = "read"    // every GET
	ScopeLines   = "lines"   // lines, edits, deletions and typing
	ScopeControl = "control" // commands
	ScopeHistory = "history" // what was said, in channels of every network
)

// Scopes are what a token can be good for: read sees channels and their
// events, lines says things in them, control tells familiars what to do, and
// history reads what was said, on every network.
var Scopes = []string{ScopeRead, ScopeLines, ScopeControl, ScopeHistory}

// A Token lets whoever shows its secret do what its scopes say.
type Token struct {
	Name     string   // shows in logs and stands for who gave a command
	Secret   string   // of any length on a loopback address, else at least 16 bytes
	Scopes   []string // of [Scopes]; at least one
	Channels []string // globs over chat names, where * is any text; none: every channel
}

// A Key is a token as it is kept: without its secret.
type Key struct {
	Token
	sum [sha256.Size]byte
}

// Keys are all that let anybody in.
type Keys []Key

// NewKeys checks tokens and drops their secrets; short ones are refused when
// strangers can reach the listener.
func NewKeys(tokens []Token, exposed bool) (Keys, error) {
	keys := make(Keys, 0, len(tokens)+1)
	for i, t := range tokens {
		if err := t.validate(exposed); err != nil {
			return nil, fmt.Errorf("token %d (%q): %w", i+1, t.Name, err)
		}
		k := Key{Token: t, sum: sha256.Sum256([]byte(t.Secret))}
		k.Secret = ""
		if slices.ContainsFunc(keys, func(other Key) bool { return other.sum == k.sum || other.Name == k.Name }) {
			return nil, fmt.Errorf("token %d (%q): another token has the same name or secret", i+1, t.Name)
		}
		keys = append(keys, k)
	}
	return keys, nil
}

func (t Token) validate(exposed bool) error {
	switch {
	case t.Name == "":
		return errors.New("no name")
	case t.Secret == "":
		return errors.New("no secret")
	case exposed && len(t.Secret) < 16:
		return errors.New("the secret is too short for an address others can reach, want at least 16 bytes")
	case len(t.Scopes) == 0:
		return errors.New("no scopes: it would open nothing")
	}
	for _, s := range t.Scopes {
		if !slices.Contains(Scopes, s) {
			return fmt.Errorf("scope %q: want one of %s", s, strings.Join(Scopes, ", "))
		}
	}
	for _, glob := range t.Channels {
		if _, err := path.Match(glob, ""); err != nil {
			return fmt.Errorf("channel %q: a bracket is not closed", glob)
		}
	}
	return nil
}

// SecretBytes is how many random bytes a drawn secret has.
const SecretBytes = 32

// DrawSecret draws the secret of a page's token: 256 bits, in base64 for URLs.
func DrawSecret() string {
	var secret [SecretBytes]byte
	_, _ = rand.Read(secret[:]) // it never fails
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// Shown returns the secret that a request shows; "": none.
func Shown(r *http.Request) string {
	scheme, secret, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return secret
}

// Bearer finds the key whose secret the request shows. Every key is compared,
// in constant time, so that the time taken tells nothing.
func (ks Keys) Bearer(r *http.Request) (Key, bool) {
	secret := Shown(r)
	sum := sha256.Sum256([]byte(secret))
	found := -1
	for i := range ks {
		if subtle.ConstantTimeCompare(sum[:], ks[i].sum[:]) == 1 {
			found = i
		}
	}
	if found < 0 || secret == "" {
		return Key{}, false
	}
	return ks[found], true
}

// Opens reports whether the key is for the chat.
func (k Key) Opens(chat string) bool {
	return len(k.Channels) == 0 || slices.ContainsFunc(k.Channels, func(glob string) bool {
		ok, _ := path.Match(plain.Replace(glob), plain.Replace(chat)) // a bad glob was refused by NewKeys
		return ok
	})
}

// Reaches reports whether the key is for a channel of any network. Its globs
// are over chats of the web network; another's are written as in the
// configuration's rules: "discord:123/*" over workspace and chat, "irc:moths"
// over the chat alone.
func (k Key) Reaches(id messages.ChannelID) bool {
	c, err := messages.ParseChannel(id)
	if err != nil {
		return false
	}
	if c.Network == webNetwork && c.Workspace == "" {
		return k.Opens(c.Chat)
	}
	network, rest, _ := strings.Cut(string(id.Room()), "/") // as ids write them: a slash inside is escaped
	_, chat, _ := strings.Cut(rest, "/")
	return len(k.Channels) == 0 || slices.ContainsFunc(k.Channels, func(rule string) bool {
		of, glob, ok := strings.Cut(rule, ":")
		if !ok || of != network {
			return false
		}
		against := chat
		if strings.Contains(glob, "/") {
			against = rest
		}
		matches, _ := path.Match(glob, against) // a bad glob was refused by NewKeys
		return matches
	})
}

// plain makes a slash a character like others, which a * covers: no chat's
// name has a zero byte.
var plain = strings.NewReplacer("/", "\x00")
