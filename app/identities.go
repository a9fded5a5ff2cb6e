package app

import (
	"maps"
	"slices"
	"sync"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// identities is who our accounts are on their networks. An account that has
// not said so yet is a stranger: it neither listens nor posts, and its seats
// decide on nothing.
type identities struct {
	known     map[messages.AccountID]messages.Author
	strangers map[messages.AccountID]bool
	claims    *admission.Claims // the open claim and the roles given; nil: none

	made sync.Map // *conversation.Config as configured: the same with these ids; read for every activation
}

// copy gives the same, to be changed before anybody uses it.
func (w *identities) copy() *identities {
	c := &identities{known: maps.Clone(w.known), strangers: maps.Clone(w.strangers), claims: w.claims}
	if c.known == nil {
		c.known, c.strangers = make(map[messages.AccountID]messages.Author), make(map[messages.AccountID]bool)
	}
	return c
}

// take takes what accounts said of themselves in place of what they said
// before.
func (w *identities) take(met map[messages.AccountID]meeting) {
	for id, m := range met {
		delete(w.known, id)
		delete(w.strangers, id)
		switch {
		case m.err != nil:
			w.strangers[id] = true
		case m.me.ID != "":
			w.known[id] = m.me
		}
	}
}

// in gives the settings with each seat's own id on its network.
func (w *identities) in(c *conversation.Config) *conversation.Config {
	if made, ok := w.made.Load(c); ok {
		return made.(*conversation.Config)
	}
	with := *c
	with.Seats = slices.Clone(c.Seats)
	for i := range with.Seats {
		seat := &with.Seats[i]
		seat.Absent = w.strangers[seat.Account]
		if me, ok := w.known[seat.Account]; ok {
			seat.Self = me.ID
		}
	}
	with.Claims = w.claims
	with.Listen()
	made, _ := w.made.LoadOrStore(c, &with)
	return made.(*conversation.Config)
}
