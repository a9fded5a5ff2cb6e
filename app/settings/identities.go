package settings

import (
	"maps"
	"slices"
	"sync"

	"familiar/actors/account"
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
	asked     map[messages.AccountID]account.Meeting // what the accounts' networks can be asked
	claims    *admission.Claims                      // the open claim and the roles given; nil: none

	made sync.Map // *conversation.Config as configured: the same with these ids; read for every activation
}

// copy returns the same, to be changed before anybody uses it.
func (w *identities) copy() *identities {
	c := &identities{known: maps.Clone(w.known), strangers: maps.Clone(w.strangers), asked: maps.Clone(w.asked), claims: w.claims}
	if c.known == nil {
		c.known, c.strangers = make(map[messages.AccountID]messages.Author), make(map[messages.AccountID]bool)
		c.asked = make(map[messages.AccountID]account.Meeting)
	}
	return c
}

// introduce takes what accounts said of themselves in place of what they said
// before.
func (w *identities) introduce(met map[messages.AccountID]account.Meeting) {
	for id, m := range met {
		delete(w.known, id)
		delete(w.strangers, id)
		w.asked[id] = m
		switch {
		case m.Err != nil:
			w.strangers[id] = true
		case m.Me.ID != "":
			w.known[id] = m.Me
		}
	}
}

// in returns the settings of a network's channels with each seat's own id there.
func (w *identities) in(network messages.Network, c *conversation.Config) *conversation.Config {
	if made, ok := w.made.Load(c); ok {
		return made.(*conversation.Config)
	}
	with := *c
	with.Seats = slices.Clone(c.Seats)
	for i := range with.Seats {
		seat := &with.Seats[i]
		seat.Absent = w.strangers[seat.Account]
		if me, ok := w.known[seat.Account]; ok {
			seat.Meet(me)
		}
		can := w.asked[seat.Account]
		seat.Reacts = can.Reacts
		if seat.Replies = can.Replies; !slices.Contains(asksNothing, network) {
			seat.Members, seat.History = can.Members, can.History
		}
	}
	with.Claims = w.claims
	with.Listen()
	made, _ := w.made.LoadOrStore(c, &with)
	return made.(*conversation.Config)
}

// asksNothing are networks that know nobody who has not spoken, as the channel
// does: a question there would only cost time.
var asksNothing = []messages.Network{"terminal", "web"}
