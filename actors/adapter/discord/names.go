package discord

import (
	"cmp"

	"familiar/actors/adapter"
	"familiar/messages"
)

const (
	namesKept = 50_000
	nameLimit = 64 // runes
)

// names is what people are called: in a guild by their nickname there, else
// by their global name, else by their user name.
type names struct{ known *memory[named, string] }

// A named is somebody in a guild; guild "" is everywhere.
type named struct{ guild, id string }

func newNames() *names { return &names{newMemory[named, string](namesKept)} }

// meet notes what u is called and gives it. A nickname not given may be one
// not said, so one that is known stays.
func (n *names) meet(guild string, u user, nick string) string {
	name := adapter.CleanName(cmp.Or(u.GlobalName, u.Username), nameLimit)
	nick = adapter.CleanName(nick, nameLimit)
	if name != "" {
		n.known.put(named{"", u.ID}, name)
	}
	if guild != "" && nick != "" {
		n.known.put(named{guild, u.ID}, nick)
		return nick
	}
	known, _ := n.known.get(named{guild, u.ID})
	return cmp.Or(known, name)
}

// renamed notes a nickname that Discord says is the one now; "" takes it away.
func (n *names) renamed(guild string, u user, nick string) {
	n.meet(guild, u, nick)
	if nick == "" {
		n.known.put(named{guild, u.ID}, "")
	}
}

// of gives what somebody is called in a guild; "" when not known.
func (n *names) of(guild, id string) string {
	nick, _ := n.known.get(named{guild, id})
	if nick != "" {
		return nick
	}
	name, _ := n.known.get(named{"", id})
	return name
}

// author gives who u is in a guild. Webhooks are bots.
func (n *names) author(guild string, u user, nick string, webhook bool) messages.Author {
	if webhook { // one id posts under many names
		return messages.Author{ID: messages.PersonID(u.ID), Name: adapter.CleanName(u.Username, nameLimit), Bot: true}
	}
	return messages.Author{ID: messages.PersonID(u.ID), Name: n.meet(guild, u, nick), Bot: u.Bot}
}
