package discord

import (
	"cmp"

	"familiar/actors/adapter"
	"familiar/messages"

	"familiar/actors/adapter/discord/wire"
)

const namesKept = 50_000

// names is what people are called: in a guild by their nickname there, else
// by their global name, else by their user name.
type names struct {
	known *adapter.Recent[named, string]
}

// A named is somebody in a guild; guild "" is everywhere.
type named struct{ guild, id string }

func newNames() *names { return &names{adapter.NewRecent[named, string](namesKept)} }

// meet notes what u is called and gives it. in is u in the guild, nil when
// Discord didn't say: then a nickname that is known stays.
func (n *names) meet(guild string, u wire.User, in *wire.Member) string {
	if name := adapter.CleanName(cmp.Or(u.GlobalName, u.Username), adapter.NameMost); name != "" {
		n.known.Put(named{"", u.ID}, name)
	}
	if guild != "" && in != nil {
		n.known.Put(named{guild, u.ID}, adapter.CleanName(in.Nick, adapter.NameMost))
	}
	return n.of(guild, u.ID)
}

// of returns what somebody is called in a guild; "" when not known.
func (n *names) of(guild, id string) string {
	nick, _ := n.known.Get(named{guild, id})
	if nick != "" {
		return nick
	}
	name, _ := n.known.Get(named{"", id})
	return name
}

// author returns who u is in a guild. Webhooks are bots.
func (n *names) author(guild string, u wire.User, in *wire.Member, webhook bool) messages.Author {
	if webhook { // one id posts under many names
		return messages.Author{ID: messages.PersonID(u.ID), Name: adapter.CleanName(u.Username, adapter.NameMost), Bot: true}
	}
	return messages.Author{ID: messages.PersonID(u.ID), Name: n.meet(guild, u, in), Bot: u.Bot}
}
