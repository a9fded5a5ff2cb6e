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
	"text/tabwriter"

	"familiar/config"
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
	Lines     int    `json:"lines"`     // of the recording
	ChosenBy  int    `json:"chosen_by"` // slices the settings were chosen by
	Reported  int    `json:"reported"`  // slices the other figures are of; 0: there is but one slice
	Price     Price  `json:"price"`     // US dollars; zero: cost counts calls of models
	Runs      int    `json:"runs"`
	Stopped   bool   `json:"stopped,omitempty"` // before the search had ended
	Front     int    `json:"front"`             // settings nothing beats; Rows has some of them
	Rows      []Row  `json:"rows"`              // the fewest interruptions first
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
			f := figures(other)
			row.Other = &f
		case err != nil && !errors.Is(err, context.Canceled):
			return rep, err
		}
		rep.Rows = append(rep.Rows, row)
	}
	slices.SortStableFunc(rep.Rows, func(a, b Row) int {
		x, y := a.Figures(), b.Figures()
		return cmp.Or(cmp.Compare(x.Interruptions, y.Interruptions), cmp.Compare(x.Misses, y.Misses), cmp.Compare(x.Cost, y.Cost))
	})
	return rep, nil
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

// Text returns the report as a table, and in words where its figures come from.
func (r *Report) Text() string {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(t, "missed\tinterrupts\t%s\tP\tR\tF1\t  setting\n", r.unit())
	for _, row := range r.Rows {
		f := row.Figures()
		fmt.Fprintf(t, "%d\t%d\t%s\t%.3f\t%.3f\t%.3f\t  %s\n", f.Misses, f.Interruptions, r.cost(f), f.P, f.R, f.F1, row)
	}
	t.Flush() // into memory: it can't fail
	return b.String() + "\n" + r.where() + "\n"
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

// where says in a sentence or two where the figures come from.
func (r *Report) where() string {
	text := fmt.Sprintf("%d settings nothing beats in misses, interruptions and cost, of %d replays.", r.Front, r.Runs)
	switch {
	case r.Reported == 0:
		text += " There is only one slice: the figures are of the talk the settings were chosen by, and flatter them."
	case len(r.Rows) > 0 && r.Rows[0].Other == nil:
		text += " It was stopped: the figures are of the slices the settings were chosen by, and flatter them."
	default:
		text += fmt.Sprintf(" Slices they were chosen by: %d; the figures are of the others, %d.", r.ChosenBy, r.Reported)
	}
	return text
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
