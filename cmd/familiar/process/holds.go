package process

import (
	"cmp"
	"context"
	"fmt"

	"familiar/config"
	"familiar/config/document"
	"familiar/control"
	"familiar/journal"
	"familiar/messages"
)

// holding is a journal that can keep channels from being erased.
type holding interface {
	Holds(ctx context.Context) (journal.Holds, error)
	SetHolds(ctx context.Context, h journal.Holds) error
}

// holds returns what keeps channels from being erased, for the page; nil where the
// journal lives no longer than the process.
func (s *Service) holds(j journal.Journal) control.Holds {
	if kept, is := j.(holding); is {
		return keeper{s, kept}
	}
	return nil
}

// A keeper implements [control.Holds].
type keeper struct {
	*Service
	kept holding
}

// Keeping implements control.Holds.
func (k keeper) Keeping(ctx context.Context) (is control.Keeping, err error) {
	held, err := k.kept.Holds(ctx)
	if err != nil {
		return is, err
	}
	c := k.App.Settings()
	keep, from, rules := c.ExplainRetention()
	is = control.Keeping{Keep: document.Brief(keep), From: from, Holds: held.All}
	for i := range c.Retention {
		r := &c.Retention[i]
		is.Rules = append(is.Rules, control.KeepingRule{Match: r.Match.String(), Keep: document.Brief(cmp.Or(r.Keep, keep)), From: rules[i]})
	}
	return is, nil
}

// Match implements control.Holds.
func (k keeper) Match(text string) (string, error) {
	var pattern config.Pattern
	if err := pattern.UnmarshalText([]byte(text)); err != nil {
		return "", fmt.Errorf("%w: match: %w", control.ErrUnclear, err)
	}
	return pattern.String(), nil
}

// Add implements control.Holds.
func (k keeper) Add(ctx context.Context, one journal.Hold) error {
	return k.change(ctx, func(h *journal.Holds) error { return h.Add(one) })
}

// Release implements control.Holds.
func (k keeper) Release(ctx context.Context, match string) error {
	return k.change(ctx, func(h *journal.Holds) error { return h.Release(match) })
}

func (k keeper) change(ctx context.Context, edit func(*journal.Holds) error) error {
	held, err := k.kept.Holds(ctx)
	if err == nil {
		err = edit(&held)
	}
	if err == nil {
		err = k.kept.SetHolds(ctx, held)
	}
	return err
}

// details returns what is known of a channel beside what is said there.
func (s *Service) details(ctx context.Context, id messages.ChannelID) (control.Details, error) {
	c := s.App.Settings()
	keep, from := c.ExplainKeeping(id)
	is := control.Details{Audience: s.App.Reads(ctx, id), Keep: document.Brief(keep), From: from}
	for _, match := range c.Holds {
		if match.Match(id) {
			is.Held = append(is.Held, match.String())
		}
	}
	return is, nil
}
