package config

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"time"

	"familiar/config/document"
	"familiar/messages"
)

// Tools are those that come from outside the program.
type Tools struct {
	MCP []Outside `toml:"mcp"` // servers that speak the Model Context Protocol; default none
}

// An Outside is a server whose tools familiars may use.
type Outside struct {
	Name      string                `toml:"name"`      // the tools' names begin with it; always to be given
	URL       string                `toml:"url"`       // of its endpoint; always to be given
	Token     Secret                `toml:"token"`     // shown to it as a bearer's; default none
	Tools     []string              `toml:"tools"`     // which may be used, by its own names; always to be given
	Familiars []messages.FamiliarID `toml:"familiars"` // who may use them; default none given: everybody
	Timeout   time.Duration         `toml:"timeout"`   // of one call, 100ms to 2m; default 20s
}

// Start implements [document.Starter].
func (o *Outside) Start(map[string]any) { o.Timeout = 20 * time.Second }

// For reports whether a familiar may use the server's tools.
func (o *Outside) For(who messages.FamiliarID) bool {
	return len(o.Familiars) == 0 || slices.Contains(o.Familiars, who)
}

// What a model's provider takes as the name of a tool.
var (
	toolName  = regexp.MustCompile(`^[a-zA-Z0-9_-]+$`)
	toolRunes = 64
)

// outside checks the servers.
func (v *validation) outside() {
	taken := map[string]bool{}
	for _, tool := range messages.Tools() {
		taken[string(tool)] = true
	}
	names := map[string]bool{}
	for i := range v.Tools.MCP {
		o, path := &v.Tools.MCP[i], document.Item("tools.mcp", i+1)
		switch {
		case !toolName.MatchString(o.Name):
			v.wrong(document.Inside(path, "name"), "%q can't begin a tool's name: want letters, digits, - and _", o.Name)
		case names[o.Name]:
			v.wrong(document.Inside(path, "name"), "there is already a server %q", o.Name)
		}
		names[o.Name] = true
		if at, err := checkEndpoint(o.URL, tokenBelongs); err != nil {
			v.wrong(document.Inside(path, "url"), "%v", err)
		} else {
			v.encrypted(document.Inside(path, "url"), at, "the token and the arguments")
		}
		v.resolve(document.Inside(path, "token"), &o.Token)
		if o.Timeout < 100*time.Millisecond || o.Timeout > 2*time.Minute {
			v.wrong(document.Inside(path, "timeout"), "is %s, want 100ms to 2m", o.Timeout)
		}
		for _, who := range o.Familiars {
			v.known(document.Inside(path, "familiars"), who)
		}
		v.offered(path, o, taken)
	}
}

// offered checks the names of a server's tools; no other tool may have one.
func (v *validation) offered(path string, o *Outside, taken map[string]bool) {
	if len(o.Tools) == 0 {
		v.wrong(document.Inside(path, "tools"), "is not set: want the names of the tools that may be used")
	}
	for i, tool := range o.Tools {
		switch name := o.Name + "_" + tool; {
		case !toolName.MatchString(tool) || len(name) > toolRunes:
			v.wrong(document.Item(document.Inside(path, "tools"), i+1), "%q can't be a tool's name: want letters, digits, - and _, at most %d characters with the server's name", tool, toolRunes)
		case taken[name]:
			v.wrong(document.Item(document.Inside(path, "tools"), i+1), "there is already a tool %s", name)
		default:
			taken[name] = true
		}
	}
}

// tokenBelongs is said where an address may hold a token.
const tokenBelongs = "a token belongs in token"

// checkEndpoint reads the address of a server over HTTP, and says what is wrong
// with it, without the text: it may hold a key, and advice says where that belongs.
func checkEndpoint(text, advice string) (*url.URL, error) {
	at, err := url.Parse(text)
	switch {
	case err != nil || at.Host == "" || at.Scheme != "http" && at.Scheme != "https":
		return nil, errors.New("want http:// or https:// and a host")
	case !isPort(at.Port()):
		return nil, fmt.Errorf("%s is not a port: want 1 to 65535", at.Port())
	case at.User != nil || at.RawQuery != "" || at.Fragment != "":
		return nil, fmt.Errorf("has more than scheme, host and path: %s", advice)
	}
	return at, nil
}
