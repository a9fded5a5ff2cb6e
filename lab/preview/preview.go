// Package preview tries other knobs of a familiar on what a channel has just been
// through: the talk comes from the journal, the judge's verdicts from the decisions
// about it, and both settings are replayed on the talk's own clock, hearing what the
// familiar really said as its own.
//
// It asks no model. A question that nobody asked then is told as unknown, and taken
// for a no. It steps nothing itself: package replay does, and package report compares.
//
//	preview.go  two settings on one talk
//	past.go     the talk, and what the judge said of it
package preview

import (
	"context"
	"fmt"

	"familiar/config"
	"familiar/internal/shorten"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/report"
	"familiar/messages"
	"familiar/policy/odds"
)

// What a preview tells at most; further ones are counted.
const (
	mostUnknown = 50
	mostText    = 160 // characters of a line
)

// Options says what is tried. Channel, Familiar, Since, Before and After are needed.
type Options struct {
	Channel  messages.ChannelID
	Familiar messages.FamiliarID
	Name     string // it is called so where it has said nothing yet
	Judged   bool   // it has a judge
	Since    messages.Instant

	Before, After config.Knobs
	Weights       *odds.Weights // of its odds; nil: those the program carries
	Card          odds.Words    // the words of its card, for them

	// Pause is called between pieces of work that take a fraction of a millisecond, and
	// may wait; its error ends the preview. nil: nothing is waited for.
	Pause func(context.Context) error
}

// A Preview is what two settings come to. Of lists with two entries the first is the
// setting in force.
type Preview struct {
	From, Until messages.Instant // of the talk
	Cut         bool             // there was more of it than is looked at: From is later than was wanted
	Figures     [2]report.Figures
	Differences []report.Difference
	Differ      int // differences there are

	// Unknown are questions to the judge that nobody asked then. Each may have been a
	// yes, so the familiar would have spoken Calls times, and up to Unanswered more.
	Unknown    []Question
	Unanswered [2]int
}

// A Question is one to the judge, about lines up to Line, as the changed setting asks it.
type Question struct {
	At        messages.Instant
	Line      messages.LineID
	Who, Text string
	Trigger   messages.Trigger
}

// Run replays both settings. [ErrNothing] says that there is nothing to replay them on.
func Run(ctx context.Context, j Journal, o Options) (*Preview, error) {
	talk, err := read(ctx, j, &o)
	if err != nil {
		return nil, err
	}
	p := &Preview{Cut: talk.cut}
	b := report.New(string(o.Channel), 1, report.Setting{Name: "in force"}, report.Setting{Name: "tried"})
	for i, knobs := range []config.Knobs{o.Before, o.After} {
		if err := p.replay(ctx, talk, &o, i, knobs, b); err != nil {
			return nil, err
		}
	}
	r, err := b.Build()
	if err != nil {
		return nil, fmt.Errorf("preview: %w", err)
	}
	records := talk.slice.Records
	p.From, p.Until = records[0].Line.At, records[len(records)-1].Line.At
	p.Figures = [2]report.Figures(r.Figures)
	p.Differences, p.Differ = r.Channels[0].Differences, r.Channels[0].Differ
	return p, nil
}

// replay replays the i-th setting.
func (p *Preview) replay(ctx context.Context, talk *talk, o *Options, i int, knobs config.Knobs, b *report.Builder) error {
	judge := replay.None
	if o.Judged {
		judge = replay.Exact
	}
	_, err := replay.Run(ctx, talk.corpus, []corpus.Gold{talk.gold}, replay.Options{
		Policy: knobs.Policy, Room: knobs.Room, Judge: judge, Recorded: talk.verdicts,
		Weights: func(string) *odds.Weights { return o.Weights }, Card: o.Card,
		Took: func(w replay.Walk) error {
			b.Take(i, w)
			return nil
		},
		KeepNotes:  true,
		Pause:      o.Pause,
		Unanswered: func(_ string, order *messages.Judge) { p.unknown(talk.slice, i, order) },
	})
	if err != nil {
		return fmt.Errorf("preview: %w", err)
	}
	return nil
}

// unknown notes a question of the i-th setting that nobody asked.
func (p *Preview) unknown(s *corpus.Slice, i int, order *messages.Judge) {
	p.Unanswered[i]++
	if i == 0 || len(p.Unknown) == mostUnknown || len(order.Waiting) == 0 {
		return
	}
	if r, known := s.At(order.Waiting[len(order.Waiting)-1].ID); known {
		p.Unknown = append(p.Unknown, Question{
			At: r.Line.At, Line: r.Line.ID, Who: r.Line.Author.Name, Text: shorten.Ellipsis(r.Line.Text, mostText), Trigger: order.Trigger,
		})
	}
}
