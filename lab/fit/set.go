package fit

import (
	"errors"
	"fmt"
	"slices"

	"familiar/messages"
	"familiar/policy/odds"
)

// What rows there must be, and may be.
const (
	leastSlices    = 3
	leastPositives = 50
	mostRows       = 3_000_000 // 240 bytes each
)

// A Set is what weights are fitted to: rows with their features.
type Set struct {
	Parts []Part // in the order of their rows
	Rows  []Row

	values []float32 // width of each row, end to end
}

// A Part is one participant's rows in one slice.
type Part struct {
	Slice    string
	Familiar messages.PersonID
	Moments  int // times it really answered
}

// A Row is one line as one familiar heard it.
type Row struct {
	Part      int32
	Addressed bool // the network says it is for the familiar: no estimate is needed
	Named     bool // its text holds the familiar's name
	Positive  bool // the participant answered it, or it was addressed to it
	Guessed   bool // Positive is a guess: nothing but its place shows that the line was answered
	Annotated bool // somebody noted what it answers; the rows of a set are
	Author    odds.Key
	At        messages.Instant
	Line      messages.LineID
}

// width is how many numbers are kept of a row: each feature, and at 0 the
// constant 1.
var width = len(odds.Features()) + 1

// Begin starts the rows of another participant.
func (s *Set) Begin(p Part) { s.Parts = append(s.Parts, p) }

// Add takes the next row of the part begun last. The error is of too many.
func (s *Set) Add(r Row, f *odds.Facts) error {
	if len(s.Rows) == mostRows {
		return fmt.Errorf("more than %d lines to look at: take fewer channels or people", mostRows)
	}
	r.Part = int32(len(s.Parts) - 1)
	s.Rows = append(s.Rows, r)
	v := f.Values()
	v[0] = 1
	for _, x := range v {
		s.values = append(s.values, float32(x))
	}
	return nil
}

// Values returns the features of row i.
func (s *Set) Values(i int) odds.Values {
	var v odds.Values
	for k, x := range s.values[i*width+1 : (i+1)*width] {
		v[k+1] = float64(x)
	}
	return v
}

// moments is how often the participants really answered.
func (s *Set) moments() int {
	n := 0
	for _, p := range s.Parts {
		n += p.Moments
	}
	return n
}

// Slices returns the slices' names, in order.
func (s *Set) Slices() []string {
	var names []string
	for _, p := range s.Parts {
		if !slices.Contains(names, p.Slice) {
			names = append(names, p.Slice)
		}
	}
	return names
}

// Slice returns the slice of row i.
func (s *Set) Slice(i int) string { return s.Parts[s.Rows[i].Part].Slice }

// open returns the rows an estimate is of use for: nobody said for whom they are.
func (s *Set) open() []int {
	var open []int
	for i := range s.Rows {
		if !s.Rows[i].Addressed {
			open = append(open, i)
		}
	}
	return open
}

// Replying reports whether the rows are, for the most part, of channels whose
// lines carry the network's replies.
func (s *Set) Replying() bool {
	n := 0
	for i := range s.Rows {
		n += one(s.values[i*width+int(odds.Replying)] > 0)
	}
	return 2*n > len(s.Rows)
}

// Enough says why there is too little to fit weights to.
func (s *Set) Enough() error {
	positives := 0
	for _, i := range s.open() {
		if s.Rows[i].Positive {
			positives++
		}
	}
	var errs []error
	if n := len(s.Slices()); n < leastSlices {
		errs = append(errs, fmt.Errorf("too little to fit: %d slices of chat with somebody who answers, want %d, so that weights can be tested on slices they were not fitted to", n, leastSlices))
	}
	if positives < leastPositives {
		errs = append(errs, fmt.Errorf("too little to fit: %d answered lines that address nobody in question, want %d", positives, leastPositives))
	}
	return errors.Join(errs...)
}
