package tune

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"familiar/config"
	"familiar/messages"
)

// Schema is the form of the report's JSON.
const Schema = "familiar-tune/1"

// mostRows is how many settings a report shows, the one in force and the
// offers among them.
const mostRows = 20

// now is how a report calls the setting in force.
const now = "now"

// A Report is what a search found, with figures of slices it did not choose by.
type Report struct {
	Schema    string `json:"schema"`
	Recording string `json:"recording"`
	Judge     string `json:"judge"`
	Seed      uint64 `json:"seed"`
	Familiars int    `json:"familiars"`
	Lines     int    `json:"lines"`     // of these slices
	ChosenBy  int    `json:"chosen_by"` // slices the settings were chosen by: channels, or pieces of them
	Reported  int    `json:"reported"`  // slices the other figures are of; 0: there is but one slice
	Price     Price  `json:"price"`     // US dollars; zero: cost counts calls of models
	Runs      int    `json:"runs"`
	Stopped   bool   `json:"stopped,omitempty"` // before the search had ended
	Front     int    `json:"front"`             // settings nothing beats; Rows has some of them
	Rows      []Row  `json:"rows"`              // the fewest interruptions first

	Trials []Trial `json:"trials"` // of each of Manners, on the slices held back; none where nothing is held back

	// What was tuned. Known to who asked for it.
	Familiar messages.FamiliarID `json:"familiar,omitempty"` // whose knobs
	In       string              `json:"in,omitempty"`       // pattern of the channels; "": all of the recording
}

// A Row is one setting.
type Row struct {
	Names  []string        `json:"names"`  // "now" and whatever of Manners it is; none: another one of the front
	Turned []config.Turned `json:"turned"` // knobs that differ from those in force
	Chosen Figures         `json:"chosen"`
	Other  *Figures        `json:"other"` // of the slices it was not chosen by; null: not known
}

// Figures are an outcome in numbers people compare.
type Figures struct {
	Misses        int     `json:"misses"`
	Interruptions int     `json:"interruptions"`
	Cost          float64 `json:"cost"`
	P             float64 `json:"p"`
	R             float64 `json:"r"`
	F1            float64 `json:"f1"`
	Calls         int     `json:"calls"`
	Questions     int     `json:"questions"`
}

func figures(o Outcome) Figures {
	c := o.Counts
	return Figures{c.Misses(), c.Interruptions(), o.Cost, c.P(), c.R(), c.F1(), c.Calls, c.Judged}
}

// Report measures what is to be shown of a result on the slices it was not
// chosen by. When ctx ends those figures stay out.
func (b *Bench) Report(ctx context.Context, r Result) (Report, error) {
	rep := Report{Schema: Schema, Runs: r.Runs, Front: len(r.Front), Price: b.price, ChosenBy: len(b.chosen), Judge: string(b.options.Judge), Seed: b.options.Seed}
	if b.crossed() {
		rep.Reported = len(b.reported)
	}
	for _, of := range append(slices.Clone(b.chosen), b.reported[:rep.Reported]...) {
		rep.Familiars += len(of)
		rep.Lines += len(b.recording.Slice(of[0].Slice).Records)
	}
	held := map[string][]Outcome{} // what a setting comes to on each of the parts held back
	for _, c := range spread(r.Front, mostRows, append(r.Offers[:], r.Base)...) {
		row := Row{Names: []string{}, Turned: r.Space.turned(c.Point), Chosen: figures(c.Outcome)}
		if c.is(r.Base) {
			row.Names = append(row.Names, now)
		}
		for i, m := range manners {
			if c.is(r.Offers[i]) {
				row.Names = append(row.Names, string(m))
			}
		}
		other, err := b.elsewhere(ctx, c.Point)
		switch {
		case err == nil && rep.Reported > 0:
			held[c.Point.key()] = other
			f := figures(sum(other, all(other)))
			row.Other = &f
		case err != nil && !errors.Is(err, context.Canceled):
			return rep, err
		}
		rep.Rows = append(rep.Rows, row)
	}
	rep.Trials = trials(r, held)
	slices.SortStableFunc(rep.Rows, func(a, b Row) int {
		x, y := a.Figures(), b.Figures()
		return cmp.Or(cmp.Compare(x.Interruptions, y.Interruptions), cmp.Compare(x.Misses, y.Misses), cmp.Compare(x.Cost, y.Cost))
	})
	return rep, nil
}

// trials compares each offer with the setting in force; none where one of them
// wasn't measured on what is held back.
func trials(r Result, held map[string][]Outcome) []Trial {
	trials := make([]Trial, 0, len(manners))
	before := held[r.Base.Point.key()]
	for i, m := range manners {
		then := held[r.Offers[i].Point.key()]
		if before == nil || then == nil {
			return []Trial{}
		}
		trials = append(trials, try(m, before, then, r.Offers[i].is(r.Base)))
	}
	return trials
}

// Worth returns whether a manner's setting gains anything on what was held back.
func (r *Report) Worth(m Manner) Worth {
	if t, ok := r.trial(m); ok {
		return t.Worth
	}
	return Untold
}

func (r *Report) trial(m Manner) (Trial, bool) {
	i := slices.IndexFunc(r.Trials, func(t Trial) bool { return t.Manner == m })
	if i < 0 {
		return Trial{}, false
	}
	return r.Trials[i], true
}

// Offer returns the row of a manner.
func (r *Report) Offer(m Manner) (Row, bool) {
	i := slices.IndexFunc(r.Rows, func(row Row) bool { return slices.Contains(row.Names, string(m)) })
	if i < 0 {
		return Row{}, false
	}
	return r.Rows[i], true
}

// JSON writes the report for programs.
func (r *Report) JSON(w io.Writer) error {
	to := json.NewEncoder(w)
	to.SetIndent("", " ")
	if err := to.Encode(r); err != nil {
		return fmt.Errorf("tune: %w", err)
	}
	return nil
}

// Figures returns those to show: of the slices it was not chosen by, if there
// are any.
func (row Row) Figures() Figures {
	if row.Other != nil {
		return *row.Other
	}
	return row.Chosen
}

// String names a setting, or says what it turns.
func (row Row) String() string {
	turns := make([]string, len(row.Turned))
	for i, t := range row.Turned {
		turns[i] = t.Key + "=" + strings.Trim(t.Value, `"`)
	}
	text := strings.Join(turns, " ")
	if len(row.Names) == 0 {
		return text
	}
	return strings.TrimSuffix(strings.Join(row.Names, ", ")+": "+text, ": ")
}

func (r *Report) priced() bool { return r.Price != Price{} }

func (r *Report) unit() string {
	if r.priced() {
		return "cost $"
	}
	return "calls"
}

func (r *Report) cost(f Figures) string {
	if r.priced() {
		return fmt.Sprintf("%.2f", f.Cost)
	}
	return fmt.Sprintf("%.0f", f.Cost)
}
