package telegram

import (
	"cmp"
	"strings"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/entities"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// peopleMost is how many people are remembered by their username, at least.
const peopleMost = 20_000

// people knows who has which username, of those that were heard: the Bot API
// can't be asked.
type people struct {
	*adapter.Recent[string, person]
}

type person struct {
	id   messages.PersonID
	name string
}

func newPeople() *people { return &people{adapter.NewRecent[string, person](peopleMost)} }

// meet remembers a user.
func (p *people) meet(u *wire.User) {
	if u != nil && u.Username != "" {
		p.Put(strings.ToLower(u.Username), person{entities.PersonID(u.ID), u.Name()})
	}
}

// naming is an entities.Naming that knows the account, whoever else was heard.
type naming struct {
	*people
	me self
}

// Username implements entities.Naming.
func (n naming) Username(name string) (messages.PersonID, string, bool) {
	if own := n.me.user.Username; own != "" && name == strings.ToLower(own) {
		return n.me.author.ID, cmp.Or(n.me.author.Name, name), true
	}
	known, ok := n.Get(name)
	return known.id, cmp.Or(known.name, name), ok
}
