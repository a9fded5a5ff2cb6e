package web

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"familiar/actors/adapter"
	"familiar/messages"
)

// tellAccounts hands an event about line id to every account in the channel, in
// its turn.
func (n *Network) tellAccounts(ctx context.Context, channel messages.ChannelID, id messages.LineID, event func(messages.AccountID) messages.Event) error {
	if id == "" {
		return fmt.Errorf("web: %w: the line is missing", adapter.ErrRefused)
	}
	if err := checkChannel(channel); err != nil {
		return fmt.Errorf("web: %w: %w", adapter.ErrRefused, err)
	}
	s := n.stripe(channel)
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.unlockTurn()
	_, err := n.each(ctx, channel, nil, false, event)
	return err
}

// each hands an event to the accounts in the channel one after another, up to
// the first error, and leaves out those that took it before. It gives all
// that have it. If one of them can't hear, or is not there yet, none is handed
// anything: what only some have been given counts as heard by all.
func (n *Network) each(ctx context.Context, channel messages.ChannelID, before []messages.AccountID, post bool, event func(messages.AccountID) messages.Event) (took []messages.AccountID, err error) {
	present, absent := n.attendance(channel)
	if absent != "" {
		return before, fmt.Errorf("%w: account %s is not connected yet", ErrClosed, absent)
	}
	for _, a := range present {
		if !a.hears(post) && !a.isRemoved() {
			return before, fmt.Errorf("%w: account %s", ErrClosed, a.id)
		}
	}
	took = slices.Clip(before)
	for _, a := range present {
		if slices.Contains(took, a.id) {
			continue
		}
		err := a.hearEvent(ctx, channel, event(a.id), post)
		switch {
		case err == nil:
			took = append(took, a.id)
		case a.isRemoved() && errors.Is(err, ErrClosed): // it has left
		default:
			return took, err
		}
	}
	if len(took) == 0 {
		return nil, fmt.Errorf("%w: %s", ErrNobody, channel)
	}
	return took, nil
}
