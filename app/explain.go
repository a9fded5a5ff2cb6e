package app

import (
	"context"
	"time"

	"familiar/actors/channel"
	"familiar/messages"
)

// explainGiven is how many notes an answer to /why may need: one line has few,
// but they lie among those of the lines around it.
const explainGiven = 64

// Explain implements [channel.Orders]. Notes that can't be had in time are
// given up: the order's deadline tells the channel.
func (a *App) Explain(o messages.Explain) {
	a.quiet.add(1)
	go func() { // the ledger may be slow, and a channel must not wait for an explanation
		defer a.quiet.add(-1)
		ctx, cancel := context.WithDeadline(a.thinking, time.UnixMilli(int64(o.Deadline)))
		defer cancel()
		notes, err := a.explained(ctx, o)
		if err != nil {
			a.Log.Warn("decisions not explained", "channel", string(o.Channel), "familiar", string(o.Familiar), "err", err)
			return
		}
		a.send(channel.Key(o.Channel), messages.Explained{N: o.N, Notes: notes})
	}()
}

// explained gives the familiar's notes, and those that are nobody's: of the
// line that is asked about all since it was decided on, else the newest.
func (a *App) explained(ctx context.Context, o messages.Explain) ([]*messages.Note, error) {
	all, err := whyNotes(ctx, a.Journal, Question{Channel: o.Channel, Line: o.Line})
	if err != nil {
		return nil, err
	}
	var ours []*messages.Note
	for _, n := range all {
		if n.Familiar == o.Familiar || n.Familiar == "" && n.Line == o.Line && o.Line != "" {
			ours = append(ours, n)
		}
	}
	if o.Line != "" { // the oldest are about it
		return ours[max(0, len(ours)-explainGiven):], nil
	}
	return ours[:min(len(ours), explainGiven)], nil
}
