package irc

import (
	"context"
	"fmt"

	"familiar/actors/adapter"
	"familiar/messages"
)

// Find implements adapter.Reconciler, by the marks: IRC can't be asked.
func (a *Account) Find(_ context.Context, p messages.Post) (adapter.Posted, bool, error) {
	line, found, err := a.marks.Find(p, "IRC")
	if err != nil {
		return adapter.Posted{}, false, fmt.Errorf("irc: account %s: find in %s: %w", a.id, p.Channel, err)
	}
	return adapter.Posted{Line: line}, found, nil
}
