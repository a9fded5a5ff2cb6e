package config

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"familiar/messages"
)

// A Pattern says which channels a rule is for: "network:chat" or
// "network:workspace/chat". In workspace and chat, * stands for any text, ?
// for one character and [a-z] for one of several; a workspace that isn't
// given is any, and so is every network for "*". Several networks, or classes of them as
// [Classes] says, stand with commas between them. A thread is matched as the room it
// hangs on. The zero Pattern matches nothing.
type Pattern struct {
	network         messages.Network // or several, as they were written
	workspace, chat string           // as ids write them
}

// anyNetwork stands for all of them.
const anyNetwork messages.Network = "*"

// UnmarshalText reads a pattern; its error says what one looks like.
func (p *Pattern) UnmarshalText(text []byte) error {
	network, rest, ok := strings.Cut(string(text), ":")
	parts := strings.Split(rest, "/")
	if !ok || len(parts) > 2 || slices.Contains(parts, "") {
		return fmt.Errorf(`%q matches nothing: want "network:chat" or "network:workspace/chat", in which * matches anything`, text)
	}
	if err := checkNetworks(network); err != nil {
		return err
	}
	read := Pattern{network: messages.Network(network), workspace: "*", chat: parts[len(parts)-1]}
	if len(parts) == 2 {
		read.workspace = parts[0]
	}
	for _, part := range parts {
		if !isGlob(part) {
			return fmt.Errorf("%q: unclosed bracket", part)
		}
	}
	*p = read
	return nil
}

// Match reports whether the pattern is for the channel.
func (p Pattern) Match(id messages.ChannelID) bool {
	network, rest, _ := strings.Cut(string(id), "/")
	workspace, rest, ok := strings.Cut(rest, "/")
	chat, _, _ := strings.Cut(rest, "/")
	return ok && p.isOn(messages.Network(network)) && glob(p.workspace, workspace) && glob(p.chat, chat)
}

// checkNetworks says what is wrong with the networks of a pattern.
func checkNetworks(text string) error {
	if messages.Network(text) == anyNetwork {
		return nil
	}
	words := strings.Split(text, ",")
	for i, word := range words {
		switch {
		case slices.Contains(words[:i], word):
			return fmt.Errorf("network %q is named twice in %q", word, text)
		case !slices.Contains(Networks, messages.Network(word)) && !isClass(word):
			return fmt.Errorf("network %q: want one of %s; * for all; or a class, %s or one of these after %s", word, list(Networks), list(Classes()), lacking)
		}
	}
	return nil
}

// isOn reports whether the pattern may be for channels of a network. Those that are the
// program's own are on none.
func (p Pattern) isOn(network messages.Network) bool {
	switch p.network {
	case "":
		return false
	case network:
		return true
	case anyNetwork:
		return network != messages.Roles.Network()
	}
	for word := range strings.SplitSeq(string(p.network), ",") {
		if messages.Network(word) == network || InClass(word, network) {
			return true
		}
	}
	return false
}

// names reports whether the pattern names a network itself, be it among others.
func (p Pattern) names(network messages.Network) bool {
	return slices.Contains(strings.Split(string(p.network), ","), string(network))
}

// isOne reports whether the pattern is for channels of one network, which it names.
func (p Pattern) isOne() bool { return slices.Contains(Networks, p.network) }

// String returns the pattern as a rule writes it.
func (p Pattern) String() string {
	if p.workspace == "*" {
		return string(p.network) + ":" + p.chat
	}
	return string(p.network) + ":" + p.workspace + "/" + p.chat
}

// meets reports whether a channel may be matched by both. Of two globs it is
// taken to be so.
func (p Pattern) meets(q Pattern) bool {
	both := func(n messages.Network) bool { return p.isOn(n) && q.isOn(n) }
	return slices.ContainsFunc(Networks, both) && meet(p.workspace, q.workspace) && meet(p.chat, q.chat)
}

func meet(a, b string) bool {
	const special = `*?[\`
	return strings.ContainsAny(a, special) && strings.ContainsAny(b, special) || glob(a, b) || glob(b, a)
}

func glob(pattern, name string) bool {
	ok, _ := path.Match(pattern, name) // a bad pattern was refused when it was read
	return ok
}

// isGlob reports whether a pattern can be read.
func isGlob(pattern string) bool {
	_, err := path.Match(pattern, "")
	return err == nil
}

func list[T ~string](words []T) string {
	all := make([]string, len(words))
	for i, w := range words {
		all[i] = string(w)
	}
	return strings.Join(all, ", ")
}

// PatternOf returns the pattern that is for one channel and its threads alone; false:
// its name can't be written as one.
func PatternOf(id messages.ChannelID) (Pattern, bool) {
	parts := strings.Split(string(id), "/")
	if len(parts) < 3 || strings.ContainsAny(parts[1]+parts[2], `*?[\`) {
		return Pattern{}, false
	}
	p := Pattern{network: messages.Network(parts[0]), workspace: parts[1], chat: parts[2]}
	if p.workspace == "" {
		p.workspace = "*"
	}
	var read Pattern
	return p, read.UnmarshalText([]byte(p.String())) == nil && read == p && p.Match(id)
}
