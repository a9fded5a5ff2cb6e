// Package command tells channels what somebody wants of their familiars and
// waits for what they decide.
//
//	command.go    operator, tool -> channel
//	decisions.go  channel -> waiting callers
package command

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"familiar/actors/adapter"
	"familiar/journal"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
)

// A Commander commands channels. Make it with [New], and have every decision
// pass it: [Commander.Watch].
type Commander struct {
	journal   journal.Log
	decisions decisions
}

// New returns a Commander that writes to a journal.
func New(j journal.Log) *Commander { return &Commander{journal: j} }

// Watch returns a function that hears every decision: it tells waiting callers, and then
// next; next may be nil.
func (c *Commander) Watch(next func([]*messages.Note)) func([]*messages.Note) {
	return c.decisions.watched(next)
}

// Tell journals what a person or the operator told a channel to do, cleaned like
// what a network says. The caller has checked their rights.
func (c *Commander) Tell(ctx context.Context, id messages.ChannelID, what messages.Commanded) error {
	if _, err := c.journal.Append(ctx, 0, id, adapter.CleanCommand(what)); err != nil {
		return fmt.Errorf("command not taken: %w", err)
	}
	return nil
}

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
	Reason   string // why it was not; of one that is done usually ""
}

// askedFrom is above every number that a turn has, and below what JavaScript
// counts exactly: the numbers of commands that somebody waits for.
const askedFrom = 1 << 52

// Command tells a channel's familiars something, as [Commander.Tell], and waits for
// what each of them made of it. The error says that it is not in the journal,
// or [ErrUndecided]: it may still be done.
func (c *Commander) Command(ctx context.Context, id messages.ChannelID, what messages.Commanded) ([]Verdict, error) {
	what.N = askedFrom | rand.Uint64N(askedFrom) // of one journal many processes are asked, one after another
	decided, forget := c.decisions.awaitAll(ask{channel: id, turn: what.N})
	defer forget()
	ctx, cancel := context.WithTimeout(ctx, decideWithin)
	defer cancel()
	if err := c.Tell(ctx, id, what); err != nil {
		return nil, err
	}
	select {
	case notes := <-decided:
		return verdicts(notes, what), nil
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
			refused, is := n.Reason.(because.Refused)
			all = append(all, Verdict{n.Familiar, !is, because.Written(refused.Why)})
		case v != nil && v.Done && n.Act == messages.Settled && n.Trigger == messages.Woken:
			if v.Done = n.Rung == messages.BySpoke; !v.Done {
				v.Reason = string(n.Rung)
			}
			if !v.Done && n.Reason != nil {
				v.Reason += ": " + because.Written(n.Reason)
			}
		}
	}
	return all
}

// engageWithin bounds how long a tool waits until a channel has decided.
const engageWithin = 10 * time.Second

// Engage tells a channel to open its window for a turn's familiar, which has a
// seat there or nil, and waits for what the channel decides.
func (c *Commander) Engage(ctx context.Context, o messages.Compose, id messages.ChannelID, seat *conversation.SeatConfig) (refused string, err error) {
	if seat == nil {
		return "you are not in that channel", nil
	}
	answer, forget := c.decisions.await(ask{id, o.Familiar, o.N})
	defer forget()
	ctx, cancel := context.WithTimeout(ctx, engageWithin)
	defer cancel()
	by := messages.Author{ID: seat.Person(), Name: seat.Name, Bot: true}
	if err := c.Tell(ctx, id, messages.Commanded{By: by, Familiar: o.Familiar, Command: messages.EngageHere, N: o.N}); err != nil {
		return "", err
	}
	select {
	case refused := <-answer:
		return refused, nil
	case <-ctx.Done():
		return "", fmt.Errorf("no decision of %s: %w", id, ctx.Err())
	}
}
