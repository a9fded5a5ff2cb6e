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
	claims *admission.Claims // the open claim and the roles given; nil: none

	made sync.Map // *conversation.Config as configured: the same with these ids; read for every activation
}

// identify asks every account that can say who it is and isn't known yet.
func identify(ctx context.Context, connections []Connection, known map[messages.AccountID]messages.Author) (*identities, error) {
	ctx, cancel := context.WithTimeout(ctx, identifyWithin)
	defer cancel()
	w := &identities{known: maps.Clone(known)}
	if w.known == nil {
		w.known = make(map[messages.AccountID]messages.Author)
	}
	for _, c := range connections {
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

// in gives the settings with each seat's own id on its network.
func (w *identities) in(c *conversation.Config) *conversation.Config {
	if made, ok := w.made.Load(c); ok {
		return made.(*conversation.Config)
	}
	with := *c
	with.Seats = slices.Clone(c.Seats)
	for i := range with.Seats {
		if me, ok := w.known[with.Seats[i].Account]; ok {
			with.Seats[i].Self = me.ID
		}
	}
	with.Claims = w.claims
	with.Listen()
	made, _ := w.made.LoadOrStore(c, &with)
	return made.(*conversation.Config)
}
