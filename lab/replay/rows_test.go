package replay

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"testing"

	"familiar/lab/fit"
	"familiar/messages"
	"familiar/policy/odds"
)

// TestRowsAreWhatTheOddsLookAt compares the estimates of rows with those in the
// notes of a replay.
func TestRowsAreWhatTheOddsLookAt(t *testing.T) {
	c, golds := sample(t)
	o := with(t, "social", None)
	rows, err := Rows(context.Background(), c, golds, o)
	if err != nil {
		t.Fatal(err)
	}
	type key struct {
		slice, familiar string
		line            messages.LineID
	}
	noted := make(map[key]float64)
	var notes bytes.Buffer
	o.Notes = &notes
	if _, err := Run(context.Background(), c, golds, o); err != nil {
		t.Fatal(err)
	}
	for dec := json.NewDecoder(&notes); dec.More(); {
		var n struct {
			Slice    string          `json:"ch"`
			Familiar string          `json:"familiar"`
			Line     messages.LineID `json:"line"`
			Act      messages.Act    `json:"act"`
			Odds     float64         `json:"odds"`
		}
		if err := dec.Decode(&n); err != nil {
			t.Fatal(err)
		}
		if n.Odds != 0 && !n.Act.IsOutcome() {
			noted[key{n.Slice, n.Familiar, n.Line}] = n.Odds
		}
	}
	same := 0
	for i := range rows.Rows {
		p := rows.Parts[rows.Rows[i].Part]
		want, ok := noted[key{p.Slice, string(p.Familiar), rows.Rows[i].Line}]
		if !ok {
			continue // the ladder left nothing open
		}
		same++
		if got := odds.Builtin().Under(rows.Values(i)); math.Abs(got-want) > 1e-3 {
			t.Errorf("%s in %s, line %s: the row estimates %v, the note says %v", p.Familiar, p.Slice, rows.Rows[i].Line, got, want)
		}
	}
	if same == 0 {
		t.Error("no row has a note with odds")
	}
}

// TestClosedRows: who speaks to every line says what the participant said in
// answer; who speaks to none says less, and has fewer to talk with.
func TestClosedRows(t *testing.T) {
	c, golds := sample(t)
	open, err := Rows(context.Background(), c, golds, with(t, "social", None))
	if err != nil {
		t.Fatal(err)
	}
	heard := make(map[bool]int)
	talked := func(s *fit.Set) (n int) {
		for i := range s.Rows {
			if s.Values(i)[odds.Talking] > 0 {
				n++
			}
		}
		return n
	}
	for _, yes := range []bool{true, false} {
		closed, err := ClosedRows(context.Background(), c, golds, with(t, "social", None), func(string, *fit.Row, *odds.Facts) bool { return yes })
		if err != nil {
			t.Fatal(err)
		}
		if len(closed.Rows) != len(open.Rows) {
			t.Errorf("speaks %v: %d rows, teacher-forced %d", yes, len(closed.Rows), len(open.Rows))
		}
		heard[yes] = talked(closed)
	}
	if all := talked(open); heard[true] > all || heard[false] >= heard[true] {
		t.Errorf("lines from somebody it talks with: %d if it speaks to all, %d if to none; teacher-forced %d", heard[true], heard[false], all)
	}
}

// TestOddsOnRecordedTalk holds weights to recorded channels they were not
// fitted to: each slice is estimated by weights fitted to the others, one line
// is one wake-up.
func TestOddsOnRecordedTalk(t *testing.T) {
	c, golds := recorded(t)
	rows, err := Rows(context.Background(), c, golds, with(t, "social", None))
	if err != nil {
		t.Fatal(err)
	}
	crossed, err := fit.Cross(context.Background(), rows, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := fit.Figure(rows, crossed.P)
	t.Logf("\n%v", f)
	for _, bar := range []struct {
		what      string
		got, want float64
	}{
		{"F1 at a recall of .66", fit.Best(f.Curve, .66).F1, .735},
		{"F1 at a recall of .70", fit.Best(f.Curve, .70).F1, .725},
		{"AUC on lines that address nobody in question", f.AUC, .91},
		{"1 - the calibration error", 1 - f.Error, .995},
		{"F1 with the next 20 s absorbed", rated(f, "best F1, next 20 s absorbed"), .755},
		{"F1 with a judge .90/.05, one call a reply", rated(f, "judge .90/.05, at most 1 call a reply"), .85},
		{"F1 with a judge .90/.05, two calls a reply", rated(f, "judge .90/.05, at most 2 calls a reply"), .87},
		{"F1 with a judge .80/.10, one call a reply", rated(f, "judge .80/.10, at most 1 call a reply"), .82},
	} {
		if bar.got < bar.want {
			t.Errorf("%s is %.4f, want at least %v", bar.what, bar.got, bar.want)
		}
	}
	for _, s := range f.Sources {
		if s.Odds.F1() <= s.MentionOnly.F1() {
			t.Errorf("%s: F1 %.3f, answering addressed lines only gives %.3f", s.Name, s.Odds.F1(), s.MentionOnly.F1())
		}
	}
}

// rated returns the F1 of the gate of that name.
func rated(f *fit.Figures, name string) float64 {
	for _, g := range f.Gates {
		if g.Name == name {
			return g.Outcome.F1()
		}
	}
	return 0
}
