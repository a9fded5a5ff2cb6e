package irc

import (
	"context"
	"errors"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Find implements adapter.Reconciler: a post that was never begun may be made now, one that
// the server took is the line of then. Of one whose answer was lost nobody will ever know.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	found, err := a.marks.Get(p.Channel)
	switch {
	case errors.Is(err, adapter.ErrUnmarked):
		err = fmt.Errorf("%w: %w", adapter.ErrGone, err)
	case err == nil && found.Is(p.ID) && found.Line == "":
		err = fmt.Errorf("%w: it was being posted when the process or its connection ended, and IRC can't tell", adapter.ErrGone)
	case err == nil && found.Is(p.ID):
		return adapter.Posted{Line: found.Line}, true, nil
	}
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("irc: account %s: find in %s: %w", a.id, p.Channel, err)
	}
	return adapter.Posted{}, false, nil
}

// keep marks what became of a post that was begun. Without that mark nobody knows.
func (a *Account) keep(channel messages.ChannelID, now adapter.Mark) {
	if err := a.marks.Put(channel, now); err != nil {
		a.Log.Warn("irc post not marked", "channel", string(channel), "err", err)
	}
}
