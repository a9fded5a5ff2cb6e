package telegram

import (
	"context"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Find implements adapter.Reconciler, by the marks: Telegram can't be asked.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	line, found, err := a.marks.Find(p, "Telegram")
	switch {
	case err != nil:
		return adapter.Posted{}, false, fmt.Errorf("telegram: account %s: find in %s: %w", a.id, p.Channel, err)
	case !found:
		return adapter.Posted{}, false, nil
	}
	return posted(p, line), true, nil
}
