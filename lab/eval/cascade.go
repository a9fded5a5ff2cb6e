package eval

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"familiar/lab/corpus"
	"familiar/lab/fit"
	"familiar/lab/replay"
	"familiar/lab/score"
	"familiar/messages"
	"familiar/policy/odds"
)

// What a question is taken to cost, in dollars: 800 tokens in at $0.10 and at $1
// for a million of them. A verdict of one word adds next to nothing.
const (
	smallPrice = .00008
	largePrice = .0008
)

// spends are what the gates that look at one line at a time may spend for each
// reply, in questions to the large judge.
var spends = []float64{.1, .2, .5, 1, 2}

// A Cascades is what asking a small judge first, and a large one where that is not
// enough, is worth on a recording.
type Cascades struct {
	Rows    []CascadeRow `json:"rows"`
	Weights string       `json:"weights"`
	Sources []Source     `json:"networks"`
	Gold    string       `json:"gold,omitempty"` // what the record of who answered is called; "": it is gold.jsonl alone

	Beside []*Cascades `json:"beside,omitempty"` // the same by other records
}

// A CascadeRow is one way to ask.
type CascadeRow struct {
	Row
	Small   Measure `json:"small_per_reply"` // questions to the small judge for each reply
	Large   Measure `json:"large_per_reply"`
	Dollars Measure `json:"usd_per_1000"` // for 1,000 lines that somebody noted what they answer
}

// Cascade measures it: by gates that look at one line at a time, with bars that
// were chosen on the other slices so that the same is spent, and by the preset
// social with each judge alone and with both. Judges err as [replay.Small] and
// [replay.Large] do, each by itself, which flatters two of them: a large model is
// mistaken about lines that a small one is mistaken about, too. So there is a row
// in which it is mistaken about no others.
func Cascade(ctx context.Context, c *corpus.Corpus, golds []corpus.Gold, o Options) (*Cascades, error) {
	e := newEvaluation(c, golds, o, odds.Builtin())
	t := &Cascades{}
	if err := e.estimate(ctx); err != nil {
		return t, err
	}
	t.Weights, t.Sources = e.table.Weights, e.table.Sources
	take := func(row CascadeRow, err error) error {
		if err != nil {
			return err
		}
		if t.Rows = append(t.Rows, row); o.Progress != nil {
			o.Progress(len(t.Rows), len(spends)*len(ways)+len(cascaded))
		}
		return nil
	}
	if e.estimates == nil || e.replies() == 0 {
		return t, fmt.Errorf("a cascade needs odds that may be measured here and recorded replies: %s", e.table.Weights)
	}
	for _, spend := range spends {
		if len(e.rows.Slices()) < 2 {
			break // there is no other slice to choose bars on
		}
		for k := range ways {
			if err := ctx.Err(); err != nil {
				return t, err
			}
			if err := take(e.spend(&ways[k], spend)); err != nil {
				return t, err
			}
		}
	}
	for k := range cascaded {
		if err := take(e.playCascade(ctx, &cascaded[k])); err != nil {
			return t, err
		}
	}
	return t, nil
}

// A way is whom a gate asks that looks at one line at a time.
type way struct {
	name  string
	alike bool // the large judge is mistaken only about lines that the small one is mistaken about
	gate  func(rows *fit.Set, p []float64, spend float64) fit.Cascade
}

// both asks the large judge where the small one's verdict is not enough.
func both(rows *fit.Set, p []float64, spend float64) fit.Cascade {
	return fit.Cascaded(rows, p, replay.Small.Rates(), replay.Large.Rates(), smallPrice/largePrice, spend)
}

var ways = []way{
	{"small", false, func(rows *fit.Set, p []float64, spend float64) fit.Cascade {
		return fit.Cascaded(rows, p, replay.Small.Rates(), fit.Judge{}, smallPrice/largePrice, spend)
	}},
	{"large", false, func(rows *fit.Set, p []float64, spend float64) fit.Cascade {
		return fit.Cascaded(rows, p, replay.Large.Rates(), fit.Judge{}, 1, spend)
	}},
	{"small, then large", false, both},
	{"small, then large, alike", true, both},
}

// spend returns the row of a way that spends so much.
func (e *evaluation) spend(w *way, spend float64) (CascadeRow, error) {
	asked := tab{alike: w.alike}
	c := e.count("")
	gates := make(map[string]fit.Cascade) // by slice
	for gold, at := range e.familiars(e.rows) {
		g, chosen := gates[gold.Slice]
		if !chosen {
			others, p := e.rows.Without(gold.Slice, e.estimates)
			g = w.gate(others, p, spend)
			gates[gold.Slice] = g
		}
		decisions := asked.decide(gold, e.rows.Rows[at.from:at.to], e.estimates[at.from:at.to], &g)
		if err := c.countFamiliar(e.corpus.Slice(gold.Slice), gold, decisions); err != nil {
			return CascadeRow{}, err
		}
	}
	if w.name == "large" { // it is the only one there
		asked.small, asked.large = 0, asked.small
	}
	return e.priced(fmt.Sprintf("odds, %s, %.1f", w.name, spend), c, &asked), nil
}

// A tab is how many questions each judge was asked.
type tab struct {
	small, large int
	alike        bool // one draw is for both
}

// priced makes a row.
func (e *evaluation) priced(name string, c *count, asked *tab) CascadeRow {
	row := CascadeRow{Row: c.row(name, e.rows, e.estimates)}
	replies := float64(max(1, e.replies()))
	row.Small, row.Large = Measure(float64(asked.small)/replies), Measure(float64(asked.large)/replies)
	lines := float64(max(1, c.positive+c.negative))
	row.Dollars = Measure((float64(asked.small)*smallPrice + float64(asked.large)*largePrice) / lines * 1000)
	return row
}

// decide returns what a cascade decides on the rows of one familiar; the judges'
// errors are drawn, each by itself.
func (t *tab) decide(gold *corpus.Gold, rows []fit.Row, p []float64, g *fit.Cascade) []score.Decision {
	var decisions []score.Decision
	for i := range rows {
		r := &rows[i]
		fire, judged := r.Addressed || p[i] >= g.Bar, false
		if !fire && p[i] >= g.Ask {
			judged, fire = true, says(gold, r, fit.Judge{Yes: g.Judges.Yes, Wrong: g.Judges.Wrong}, "")
			t.small++
			if _, doubts := g.Judges.Doubts(p[i], fire); doubts && g.Second != (fit.Judge{}) {
				salt := messages.LineID(" again")
				if t.large++; t.alike {
					salt = ""
				}
				fire = says(gold, r, g.Second, salt)
				decisions = append(decisions, decision(gold, r.At, true, false, r.Line))
			}
		}
		if fire || judged {
			decisions = append(decisions, decision(gold, r.At, judged, fire, r.Line))
		}
	}
	return decisions
}

// says draws a judge's verdict on a line.
func says(gold *corpus.Gold, r *fit.Row, j fit.Judge, salt messages.LineID) bool {
	return drawn(gold, r.Line+salt) < j.Chance(r.Positive)
}

// A cascadedPreset is the preset social with one judge or two.
type cascadedPreset struct {
	name          string
	first, second replay.Judge
	change        func(*odds.Config)
}

// wider has more lines asked about, as pays where the first judge is cheap.
func wider(c *odds.Config) { c.AtOnce, c.Ask.Lo = .03, .03 }

var cascaded = []cascadedPreset{
	{"social, small", replay.Small, "", nil},
	{"social, large", replay.Large, "", nil},
	{"social, small, then large", replay.Small, replay.Large, nil},
	{"social wider, small", replay.Small, "", wider},
	{"social wider, large", replay.Large, "", wider},
	{"social wider, small, then large", replay.Small, replay.Large, wider},
}

// playCascade returns the row of a preset, of which each call covers its newest
// line alone.
func (e *evaluation) playCascade(ctx context.Context, g *cascadedPreset) (CascadeRow, error) {
	o, err := options("social")
	if err != nil {
		return CascadeRow{}, err
	}
	if g.change != nil {
		g.change(&o.Policy.Odds)
	}
	o.Judge, o.Second, o.Workers, o.Weights = g.first, g.second, e.options.Workers, e.weights
	var mu sync.Mutex // familiars are replayed at the same time
	var asked tab
	o.Questioned = func(slice string, order *messages.Judge, _ bool) {
		s := e.corpus.Slice(slice)
		for i := range order.Waiting {
			if r, ok := s.At(order.Waiting[i].ID); ok && r.Annotated {
				mu.Lock()
				defer mu.Unlock()
				if order.Second || g.first == replay.Large {
					asked.large++
				} else {
					asked.small++
				}
				return
			}
		}
	}
	c := e.count("")
	o.Took = func(w replay.Walk) error { return c.countFamiliar(w.Slice, w.Gold, narrow(w.Slice, w.Decisions)) }
	if _, err := replay.Run(ctx, e.corpus, e.golds, o); err != nil {
		return CascadeRow{}, err
	}
	return e.priced(g.name+strictly, c, &asked), nil
}

// cascadeColumns are those of the table for a terminal.
var cascadeColumns = []column[CascadeRow]{
	measure("P", 5, 3, func(r *CascadeRow) Measure { return r.P }),
	measure("R", 5, 3, func(r *CascadeRow) Measure { return r.R }),
	measure("F1", 5, 3, func(r *CascadeRow) Measure { return r.F1 }),
	{"F1 95 %", 11, func(r *CascadeRow) string { return between(r.F1Low, r.F1High) }},
	measure("small", 5, 2, func(r *CascadeRow) Measure { return r.Small }),
	measure("large", 5, 2, func(r *CascadeRow) Measure { return r.Large }),
	measure("$/1000", 7, 4, func(r *CascadeRow) Measure { return r.Dollars }),
}

const cascadeLegend = `small  a judge that says yes to 80 of 100 lines to answer and to 10 of 100 others: its questions for each reply
large  one that says yes to 95 and to 2
then   the large one is asked what the small one has answered, where by the odds that is not enough
$      for 1,000 lines, at 800 tokens a question and $0.10 (small) and $1 (large) for a million
odds   one line at a time, bars chosen on the other slices; the number is what may be spent for each reply, in questions to the large judge
social the preset, each call covers its newest line alone; wider: odds.at_once and odds.ask.lo .03
alike  the large judge is mistaken only about lines that the small one is mistaken about; elsewhere each errs by itself
`

// String returns the table for a terminal.
func (t *Cascades) String() string {
	var b strings.Builder
	if t.Gold != "" {
		fmt.Fprintf(&b, "%s\n", t.Gold)
	}
	for _, s := range t.Sources {
		fmt.Fprintf(&b, "%s\n", s)
	}
	writeRows(&b, cascadeColumns, t.Rows, func(r *CascadeRow) string { return r.Name })
	fmt.Fprintf(&b, "\n%s\nweights of the odds: %s\n", cascadeLegend, t.Weights)
	for _, other := range t.Beside {
		fmt.Fprintf(&b, "\n%s", other)
	}
	return b.String()
}
