package tune

import (
	"context"
	"errors"
	"fmt"

	"familiar/config"
	"familiar/lab/corpus"
	"familiar/lab/replay"
	"familiar/lab/score"
)

// every is which part of the slices chosen by is the sample: every so manieth.
const every = 3

// A Bench measures settings on a recording: each is one replay. Settings are
// chosen on every other part, beginning with the first, and reported on the
// rest, which are held back; where there is only one part, it serves for both.
// A part is a channel, or a piece of one where there are few; see [parted].
type Bench struct {
	recording *corpus.Corpus
	space     Space
	knobs     config.Knobs
	options   replay.Options
	price     Price

	chosen, reported [][]corpus.Gold // by part
}

// A Price is what a call costs in US dollars. The zero Price counts calls.
type Price struct {
	Question float64 `json:"question"` // to the judge
	Reply    float64 `json:"reply"`
}

// NewBench makes a bench of whom golds name. knobs are those that the space's
// are turned in; options say everything else of a replay. It is an error when
// nobody has noted who answered what.
func NewBench(c *corpus.Corpus, golds []corpus.Gold, space Space, knobs config.Knobs, options replay.Options, price Price) (*Bench, error) {
	cut, parts := parted(c, golds, options.Judge)
	b := &Bench{recording: cut, space: space, knobs: knobs, options: options, price: price}
	if len(parts) == 0 {
		return nil, errors.New("this recording doesn't say who answered what: give --gold, or choose somebody who was replied to")
	}
	for i, of := range parts {
		if i%2 == 0 {
			b.chosen = append(b.chosen, of)
		} else {
			b.reported = append(b.reported, of)
		}
	}
	if len(b.reported) == 0 {
		b.reported = b.chosen
	}
	return b, nil
}

// crossed reports whether settings are reported on other slices than they are
// chosen by.
func (b *Bench) crossed() bool { return &b.chosen[0] != &b.reported[0] }

// Measure is what [Options] wants.
func (b *Bench) Measure(ctx context.Context, p Point, part Part, hopeless func(Outcome) bool) (Outcome, bool, error) {
	of := b.chosen
	if part == Sample {
		of = nil
		for i := 0; i < len(b.chosen); i += every {
			of = append(of, b.chosen[i])
		}
	}
	return b.measure(ctx, p, of, hopeless)
}

// elsewhere returns what a setting comes to on each part that it was not chosen by.
func (b *Bench) elsewhere(ctx context.Context, p Point) ([]Outcome, error) {
	parts := make([]Outcome, len(b.reported))
	for i := range b.reported {
		o, _, err := b.measure(ctx, p, b.reported[i:i+1], func(Outcome) bool { return false })
		if err != nil {
			return nil, err
		}
		parts[i] = o
	}
	return parts, nil
}

// measure replays part after part until it is hopeless.
func (b *Bench) measure(ctx context.Context, p Point, of [][]corpus.Gold, hopeless func(Outcome) bool) (Outcome, bool, error) {
	o, err := b.optionsOf(p)
	if err != nil {
		return Outcome{}, false, errors.Join(errSenseless, err)
	}
	var counts score.Counts
	for i, golds := range of {
		sum, err := replay.Run(ctx, b.recording, golds, o)
		if err != nil {
			return Outcome{}, false, err
		}
		counts = counts.Plus(sum.Counts)
		if i < len(of)-1 && hopeless(b.outcome(counts)) {
			return Outcome{}, false, nil
		}
	}
	return b.outcome(counts), true, nil
}

func (b *Bench) outcome(c score.Counts) Outcome {
	if b.price == (Price{}) {
		return Outcome{c, float64(c.Judged + c.Calls)}
	}
	return Outcome{c, float64(c.Judged)*b.price.Question + float64(c.Calls)*b.price.Reply}
}

// optionsOf turns the knobs.
func (b *Bench) optionsOf(p Point) (replay.Options, error) {
	knobs, o := b.knobs, b.options
	var turns []string
	for _, t := range b.space.turned(p) {
		turns = append(turns, t.Key+"="+t.Value)
	}
	if err := knobs.Set(turns...); err != nil {
		return o, fmt.Errorf("tune: %w", err)
	}
	o.Policy, o.Room = knobs.Policy, knobs.Room
	return o, nil
}
