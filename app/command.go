package app

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"familiar/messages"
)

// decideWithin bounds how long an operator waits for what a channel made of a
// command.
const decideWithin = 10 * time.Second

// ErrUndecided says that a command is in the journal and no channel has said yet
// what it made of it.
var ErrUndecided = errors.New("no decision in time")

// A Verdict is what became of a command with one familiar.
type Verdict struct {
	Familiar messages.FamiliarID
	Done     bool
	Reason   string // why it was not; of one that is done mostly ""
}

// askedFrom is above every number that a turn has, and below what JavaScript
// counts exactly: the numbers of commands that somebody waits for.
const askedFrom = 1 << 52

// Command tells a channel's familiars something, as [App.Tell], and waits for
// what each of them made of it. The error says that it is not in the journal,
// or [ErrUndecided]: it may still be done.
func (a *App) Command(ctx context.Context, id messages.ChannelID, c messages.Commanded) ([]Verdict, error) {
	c.N = askedFrom | rand.Uint64N(askedFrom) // of one journal many processes are asked, one after another
	decided, forget := a.asks.waitAll(ask{channel: id, turn: c.N})
	defer forget()
	ctx, cancel := context.WithTimeout(ctx, decideWithin)
	defer cancel()
	if err := a.Tell(ctx, id, c); err != nil {
		return nil, err
	}
	select {
	case notes := <-decided:
		return verdicts(notes, c), nil
	case <-ctx.Done():
		return nil, fmt.Errorf("%w: %s", ErrUndecided, id)
	}
}

// verdicts reads what the step that took the command has noted: the answer of
// each familiar, and what came at once of one that was to speak.
func verdicts(notes []messages.Note, c messages.Commanded) (all []Verdict) {
	of := func(n *messages.Note) *Verdict {
		for i := range all {
			if all[i].Familiar == n.Familiar {
				return &all[i]
			}
		}
		return nil
	}
	for i := range notes {
		n := &notes[i]
		switch v := of(n); {
		case n.N == c.N:
			_, why, refused := strings.Cut(n.Reason, string(c.Command)+": ")
			all = append(all, Verdict{n.Familiar, !refused, why})
		case v != nil && v.Done && n.Act == messages.Settled && n.Trigger == messages.Woken:
			if v.Done = n.Rung == "spoke"; !v.Done {
				v.Reason = strings.TrimSuffix(n.Rung+": "+n.Reason, ": ")
			}
		}
	}
	return all
}
