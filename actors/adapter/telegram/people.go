package telegram

import (
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

// Username implements entities.Naming.
func (p *people) Username(name string) (messages.PersonID, string, bool) {
	known, ok := p.Get(name)
	if ok && known.name == "" {
		known.name = name
	}
	return known.id, known.name, ok
}
