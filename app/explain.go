package app

import (
	"context"
	"fmt"
	"slices"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
	"familiar/policy/why"
)

const (
	// explainGiven is how many notes an answer to /why may need: one line has
	// few, but they lie among those of the lines around it.
	explainGiven = 64

	// lookups is how many questions the ledger is asked at once. More would
	// take the time of the channels that decide.
	lookups = 2

	// lookWithin bounds a question that nobody waits for in a channel.
	lookWithin = 30 * time.Second
)

// Why is [Why] from this program's journal, with the configuration in force.
func (a *App) Why(ctx context.Context, q Question) (answers []why.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	err = a.lookUp(ctx, func() error {
		answers, err = Why(ctx, a.Journal, a.Channel(q.Channel), q)
		return err
	})
	return answers, err
}

// lookUp waits for its turn to ask the ledger.
func (a *App) lookUp(ctx context.Context, look func() error) error {
	select {
	case a.looking <- struct{}{}:
		defer func() { <-a.looking }()
		return look()
	case <-ctx.Done():
		return fmt.Errorf("too much else is asked why: %w", ctx.Err())
	}
}

// Explain implements [channel.Orders]. Notes that can't be had in time are
// given up: the order's deadline tells the channel.
func (a *App) Explain(o messages.Explain) {
	a.quiet.add(1)
	go func() { // the ledger may be slow, and a channel must not wait for an explanation
		defer a.quiet.add(-1)
		ctx, cancel := context.WithDeadline(a.thinking, o.Deadline.Time())
		defer cancel()
		var notes []*messages.Note
		err := a.lookUp(ctx, func() (err error) {
			notes, err = a.explained(ctx, o)
			return err
		})
		if err != nil {
			a.Log.Warn("decisions not explained", "channel", string(o.Channel), "familiar", string(o.Familiar), "err", err)
			return
		}
		a.send(channel.Key(o.Channel), messages.Explained{N: o.N, Notes: notes})
	}()
}

// explained gives the familiar's notes, and those that are nobody's: of the
// line that is asked about since it was decided on, else the newest.
func (a *App) explained(ctx context.Context, o messages.Explain) ([]*messages.Note, error) {
	q := Question{Channel: o.Channel, Line: o.Line, Familiar: o.Familiar, Last: o.Last}
	told, err := q.gather(ctx, a.Journal)
	if err != nil {
		return nil, err
	}
	told.notes = slices.DeleteFunc(told.notes, func(n *messages.Note) bool { return n.Familiar != o.Familiar && n.Familiar != "" })
	told.thin(explainGiven)
	return told.notes, nil
}
