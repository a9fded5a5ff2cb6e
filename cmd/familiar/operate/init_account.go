package operate

import (
	"fmt"
	"os"
	"path"
	"strings"

	"familiar/cmd/familiar/command"
)

// A newAccount is what init writes about one network that wants an account.
type newAccount struct {
	network  string
	settings []setting
	secrets  []newSecret
	channels []string // patterns of the channels it is in, without the network
}

// A setting is a key of the account and its value as TOML has it.
type setting struct{ key, value string }

// A newSecret is a token or password: the variable that holds it, or, where it was
// typed, the text, which goes to a file of its own. Without both there is none.
type newSecret struct{ key, env, text string }

// value returns the secret itself; "" if it isn't known yet.
func (s newSecret) value() string {
	if s.env != "" {
		return os.Getenv(s.env)
	}
	return s.text
}

// name returns the account's in the configuration.
func (a newAccount) name(id string) string { return id + "-" + a.network }

// file returns where a typed secret goes, from the configuration's folder.
func (a newAccount) file(id string, s newSecret) string {
	return path.Join("secrets", a.name(id)+"-"+strings.ReplaceAll(s.key, "_", "-"))
}

// from returns where the configuration takes a secret from.
func (a newAccount) from(id string, s newSecret) string {
	if s.env != "" {
		return "env:" + s.env
	}
	return "file:" + a.file(id, s)
}

// unset lists the variables that hold no secret yet.
func (a newAccount) unset() (names []string) {
	for _, s := range a.secrets {
		if s.env != "" && os.Getenv(s.env) == "" {
			names = append(names, s.env)
		}
	}
	return names
}

// table returns the account's table; from says where a secret is taken from.
func (a newAccount) table(id string, from func(newSecret) string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[accounts.%s]\nnetwork = %q\nfamiliars = [%q]\n", command.TomlKey(a.name(id)), a.network, id)
	for _, s := range a.settings {
		fmt.Fprintf(&b, "%s = %s\n", s.key, s.value)
	}
	for _, s := range a.secrets {
		fmt.Fprintf(&b, "%s = %q   # where it stands, never the secret itself\n", s.key, from(s))
	}
	return b.String()
}

// rules returns the tables that put the familiar into its channels.
func (a newAccount) rules(id string) string {
	var b strings.Builder
	for i, channel := range a.channels {
		if i > 0 {
			b.WriteByte('\n')
		}
		comment := ""
		if channel == "*" {
			comment = "   # everywhere it is"
		}
		fmt.Fprintf(&b, "[[channels]]\nmatch = %q%s\nfamiliars = [%q]\n", a.network+":"+channel, comment, id)
	}
	return b.String()
}
