package irc

import (
	"strings"

	"familiar/messages"
)

// A folding is how a server tells names apart: its CASEMAPPING.
type folding string

// fold returns what all spellings of a nick or channel share. Most servers know
// the capitals of ASCII only, to which others are other names, and on most of
// them []\~ are the capitals of {}|^.
func (f folding) fold(name string) string {
	switch f {
	case "", "rfc1459":
		return strings.NewReplacer("[", "{", "]", "}", `\`, "|", "~", "^").Replace(small(name))
	case "rfc1459-strict", "strict-rfc1459":
		return strings.NewReplacer("[", "{", "]", "}", `\`, "|").Replace(small(name))
	case "ascii":
		return small(name)
	default:
		return strings.ToLower(name)
	}
}

// small returns a name with the capitals of ASCII in lower case.
func small(name string) string {
	b := []byte(name)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// channel returns the id of a channel by its folded name.
func (a *Account) channel(name string) messages.ChannelID {
	return messages.Channel{Network: network, Workspace: a.Name, Chat: name}.ID()
}

// direct returns the id of the account's direct messages with a folded nick, and as
// whom it is logged in; "" where that isn't known. Whoever takes the nick later has a
// place of their own. It names the account, since another account's are another
// conversation, and no nick holds an @ or a !.
func (a *Account) direct(nick, login string) messages.ChannelID {
	if login != "" {
		nick += "!" + login
	}
	return a.channel(nick + "@" + string(a.id))
}

// target returns where posts to a channel go, by its folded name or a nick; ok is
// false for a channel this account can't have.
func (a *Account) target(id messages.ChannelID) (name string, dm, ok bool) {
	c, err := messages.ParseChannel(id)
	if err != nil || c.Network != network || c.Workspace != a.Name || c.Thread != "" {
		return "", false, false
	}
	if isStatus(c.Chat) || isChannel(c.Chat) {
		return c.Chat, false, isWord(c.Chat) && !strings.Contains(c.Chat, ",")
	}
	who, dm := strings.CutSuffix(c.Chat, "@"+string(a.id))
	nick, _, _ := strings.Cut(who, "!")
	return nick, dm, dm && isNick(nick)
}

// loginIn returns as whom the other one of direct messages is logged in; "": that isn't
// known.
func (a *Account) loginIn(id messages.ChannelID) string {
	c, _ := messages.ParseChannel(id)
	who, _ := strings.CutSuffix(c.Chat, "@"+string(a.id))
	_, login, _ := strings.Cut(who, "!")
	return login
}

// isNick reports whether a name can be somebody's: no server, no channel, no
// mask and no list.
func isNick(name string) bool { return isWord(name) && !strings.ContainsAny(name, ",:.!@*?$#&+%") }

// isChannel reports whether a name is a channel's and no nick.
func isChannel(name string) bool { return name != "" && strings.ContainsAny(name[:1], "#&+!") }
