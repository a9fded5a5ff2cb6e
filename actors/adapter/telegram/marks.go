package telegram

import (
	"context"
	"errors"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Find implements adapter.Reconciler. A post that was never begun may be made now;
// one whose answer was kept is the message of that answer. Of one that was begun and
// has no answer nobody will ever know.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	found, err := a.marks.Get(p.Channel)
	switch {
	case errors.Is(err, adapter.ErrUnmarked):
		err = fmt.Errorf("%w: %w", adapter.ErrGone, err)
	case err == nil && found.Is(p.ID) && found.Line == "":
		err = fmt.Errorf("%w: it was being posted when the process or its connection ended, and Telegram can't tell", adapter.ErrGone)
	case err == nil && found.Is(p.ID):
		return posted(p, found.Line), true, nil
	}
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("telegram: account %s: find in %s: %w", a.id, p.Channel, err)
	}
	return adapter.Posted{}, false, nil
}
