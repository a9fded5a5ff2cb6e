package fit

import (
	"strings"
	"time"
)

// Figures are what weights are worth where they were not fitted.
type Figures struct {
	Rows, Positives int // lines as each familiar heard them, and those answered or addressed
	Open, Answered  int // of these, lines that nobody said are for the familiar
	Moments         int
	Slices          int

	AUC     float64   // on open lines
	Error   float64   // of calibration
	Tenths  [10]Tenth // how estimates and answers agree
	Curve   []Point
	Gates   []Rated
	Sources []Source // in order of their first slice
}

// A Rated is one gate with what it did.
type Rated struct {
	Name      string
	Gate      Gate
	Outcome   Outcome
	Low, High float64 // of F1: 95 of 100 drawings of slices lie between
}

// A Source is slices that begin alike, such as all of one server: "rust/0" and
// "rust/1" are of source rust.
type Source struct {
	Name              string
	MentionOnly, Odds Outcome
}

// together is how soon after a line the same author's next ones go along with
// it, in the figures with a turn that takes them in.
const together = 20 * time.Second

// Figure makes the figures. p are estimates of weights that have not seen the
// row's slice, or that were made elsewhere.
func Figure(s *Set, p []float64) *Figures {
	f := &Figures{Rows: len(s.Rows), Open: len(s.open()), Moments: s.moments(), Slices: len(s.Slices())}
	for i := range s.Rows {
		f.Positives += one(s.Rows[i].Positive)
		f.Answered += one(s.Rows[i].Positive && !s.Rows[i].Addressed)
	}
	f.AUC, f.Tenths, f.Curve = AUC(s, p), Reliability(s, p), Curve(s, p)
	f.Error = CalibrationError(f.Tenths)

	mention := f.rate(s, p, "addressed lines only", Gate{Bar: 2})
	f.rate(s, named(s), "named anywhere", Gate{Bar: 1})
	f.rate(s, p, "best F1", Gate{Bar: Best(f.Curve, 0).Bar})
	at66 := f.rate(s, p, "best F1 at R ≥ .66", Gate{Bar: Best(f.Curve, .66).Bar})
	f.rate(s, p, "best F1 at R ≥ .70", Gate{Bar: Best(f.Curve, .70).Bar})
	f.add(s, "bar of R ≥ .66 chosen on the other slices", Gate{}, nested(s, p, .66))
	f.rate(s, p, "addressed lines only, next 20 s absorbed", Gate{Bar: 2, Absorb: together})
	f.rate(s, p, "best F1, next 20 s absorbed", Gate{Bar: Best(f.Curve, 0).Bar, Absorb: together})
	for _, j := range []struct {
		name  string
		judge Judge
		calls float64
	}{
		{"judge .90/.05, at most 1 call a reply", Judge{.90, .05}, 1},
		{"judge .90/.05, at most 2 calls a reply", Judge{.90, .05}, 2},
		{"judge .80/.10, at most 1 call a reply", Judge{.80, .10}, 1},
	} {
		gate, did := Band(s, p, j.judge, j.calls)
		f.add(s, j.name, gate, did)
	}
	f.bySource(s, mention, at66)
	return f
}

// rate adds what a gate does, and gives it.
func (f *Figures) rate(s *Set, p []float64, name string, g Gate) []Outcome {
	did := Rate(s, p, g)
	f.add(s, name, g, did)
	return did
}

func (f *Figures) add(s *Set, name string, g Gate, did []Outcome) {
	low, high := interval(s, did, Outcome.F1)
	f.Gates = append(f.Gates, Rated{name, g, Sum(did), low, high})
}

// named returns 1 for a line with the familiar's name in it, else 0.
func named(s *Set) []float64 {
	p := make([]float64, len(s.Rows))
	for i := range p {
		p[i] = float64(one(s.Rows[i].Named))
	}
	return p
}

func (f *Figures) bySource(s *Set, mention, gate []Outcome) {
	at := make(map[string]int)
	for i, part := range s.Parts {
		name, _, _ := strings.Cut(part.Slice, "/")
		k, ok := at[name]
		if !ok {
			k = len(f.Sources)
			at[name] = k
			f.Sources = append(f.Sources, Source{Name: name})
		}
		f.Sources[k].MentionOnly.add(mention[i])
		f.Sources[k].Odds.add(gate[i])
	}
}
