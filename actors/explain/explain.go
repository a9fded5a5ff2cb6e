package explain

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"familiar/actors/activity"
	"familiar/messages"
	"familiar/policy/conversation"
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

// Options is what an [Explainer] works with. All are needed.
type Options struct {
	Journal   WhyFrom
	Config    func(messages.ChannelID) *conversation.Config // in force; nil where nobody is
	Activity  *activity.Activity
	Thinking  context.Context                              // questions of channels are answered while it lasts
	Explained func(messages.ChannelID, messages.Explained) // tells the channel
	Log       *slog.Logger
}

// An Explainer answers questions while the program runs, few at a time. Make it
// with [New].
type Explainer struct {
	Options
	looking chan struct{} // questions that the ledger is asked
}

// New returns an Explainer.
func New(o Options) *Explainer { return &Explainer{o, make(chan struct{}, lookups)} }

// Why is [Why] from this program's journal, with the configuration in force.
func (e *Explainer) Why(ctx context.Context, q Question) (answers []why.Answer, err error) {
	ctx, cancel := context.WithTimeout(ctx, lookWithin)
	defer cancel()
	err = e.lookUp(ctx, func() error {
		answers, err = Why(ctx, e.Journal, e.Config(q.Channel), q)
		return err
	})
	return answers, err
}

// lookUp waits for its turn to ask the ledger.
func (e *Explainer) lookUp(ctx context.Context, look func() error) error {
	select {
	case e.looking <- struct{}{}:
		defer func() { <-e.looking }()
		return look()
	case <-ctx.Done():
		return fmt.Errorf("too much else is asked why: %w", ctx.Err())
	}
}

// Explain answers a question of a channel. Notes that can't be had in time are
// given up: the order's deadline tells the channel.
func (e *Explainer) Explain(o messages.Explain) {
	e.Activity.Add(1)
	go func() { // the ledger may be slow, and a channel must not wait for an explanation
		defer e.Activity.Add(-1)
		ctx, cancel := context.WithDeadline(e.Thinking, o.Deadline.Time())
		defer cancel()
		var notes []*messages.Note
		err := e.lookUp(ctx, func() (err error) {
			notes, err = e.explained(ctx, o)
			return err
		})
		if err != nil {
			e.Log.Warn("decisions not explained", "channel", string(o.Channel), "familiar", string(o.Familiar), "err", err)
			return
		}
		e.Explained(o.Channel, messages.Explained{N: o.N, Notes: notes})
	}()
}

// explained returns the familiar's notes, and those that are nobody's: of the
// line that is asked about since it was decided on, else the newest.
func (e *Explainer) explained(ctx context.Context, o messages.Explain) ([]*messages.Note, error) {
	q := Question{Channel: o.Channel, Line: o.Line, Familiar: o.Familiar, Last: o.Last}
	told, err := q.gather(ctx, e.Journal)
	if err != nil {
		return nil, err
	}
	told.notes = slices.DeleteFunc(told.notes, func(n *messages.Note) bool { return n.Familiar != o.Familiar && n.Familiar != "" })
	told.thin(explainGiven)
	return told.notes, nil
}
