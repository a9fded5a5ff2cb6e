package app

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/conversation"
)

// identifyWithin is how long an account may take to say who it is.
const identifyWithin = 30 * time.Second

// identities is who our accounts are on their networks. It is asked for before
// anything is heard: until an account knows itself, no line of its channels
// can be decided.
type identities struct {
	known  map[messages.AccountID]messages.Author
	asked  map[messages.AccountID]questions // what the accounts' networks can be asked
	claims *admission.Claims                // the open claim and the roles given; nil: none

	made sync.Map // *conversation.Config as configured: the same with these ids; read for every activation
}

// identify asks every account that can say who it is and isn't known yet.
func identify(ctx context.Context, connections []Connection, known map[messages.AccountID]messages.Author) (*identities, error) {
	ctx, cancel := context.WithTimeout(ctx, identifyWithin)
	defer cancel()
	w := &identities{known: maps.Clone(known), asked: make(map[messages.AccountID]questions, len(connections))}
	if w.known == nil {
		w.known = make(map[messages.AccountID]messages.Author)
	}
	for _, c := range connections {
		w.asked[c.Account] = questionsTo(c)
		identifier, ok := c.Adapter.(adapter.Identifier)
		if _, done := w.known[c.Account]; done || !ok {
			continue
		}
		me, err := identifier.Identity(ctx)
		if err != nil {
			return nil, fmt.Errorf("account %s doesn't say who it is: %w", c.Account, err)
		}
		w.known[c.Account] = me
	}
	return w, nil
}

// in gives the settings of a network's channels with each seat's own id there.
func (w *identities) in(network messages.Network, c *conversation.Config) *conversation.Config {
	if made, ok := w.made.Load(c); ok {
		return made.(*conversation.Config)
	}
	with := *c
	with.Seats = slices.Clone(c.Seats)
	for i := range with.Seats {
		if me, ok := w.known[with.Seats[i].Account]; ok {
			with.Seats[i].Self = me.ID
		}
		if can := w.asked[with.Seats[i].Account]; !slices.Contains(asksNothing, network) {
			with.Seats[i].Members, with.Seats[i].History = can.members, can.history
		}
	}
	with.Claims = w.claims
	with.Listen()
	made, _ := w.made.LoadOrStore(c, &with)
	return made.(*conversation.Config)
}

// questions is what a network can be asked about a channel.
type questions struct{ members, history bool }

func questionsTo(c Connection) (can questions) {
	_, can.members = c.Adapter.(adapter.MemberLister)
	_, can.history = c.Adapter.(adapter.Historian)
	return can
}

// asksNothing are networks that know nobody who has not spoken, as the channel
// does: a question there would only cost time.
var asksNothing = []messages.Network{"terminal", "web"}
