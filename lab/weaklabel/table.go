package weaklabel

import (
	"fmt"
	"math"
	"strings"
)

// good is the precision from which on a label is good enough to learn from: one
// in ten is wrong.
const good = .9

// leastClaims is of how many claims a precision must be to mean anything.
const leastClaims = 50

// A Report is what labels are worth on a recording, by each reading of what was
// noted.
type Report struct {
	Tables []Table `json:"tables"`
}

// A Table is what labels are worth by one reading.
type Table struct {
	Gold     string `json:"gold"`
	Errs     string `json:"errs"`     // how the reading errs
	Lines    int    `json:"lines"`    // by people
	Answered int    `json:"answered"` // of these, by others
	Answers  []Row  `json:"answers"`
	Refusals []Row  `json:"refusals,omitempty"`
}

// A Row is one label.
type Row struct {
	Name     string   `json:"name"`
	Circular bool     `json:"circular,omitempty"` // the reading was made with it: agreeing says nothing
	Line     Figures  `json:"line"`               // that a line was answered, or left unanswered
	Whom     *Figures `json:"whom,omitempty"`     // a line, and by whom; nil of a refusal
	Turn     Figures  `json:"turn"`               // any line of the author's turn, and by whom
	Open     Figures  `json:"open"`               // of lines for nobody in particular
}

// String returns the tables for a terminal.
func (r *Report) String() string {
	var b strings.Builder
	for i := range r.Tables {
		r.Tables[i].write(&b)
		b.WriteByte('\n')
	}
	b.WriteString(legend)
	return b.String()
}

// legend says what the tables show.
const legend = `P        of the lines a label names, the share that is right (95 % interval, slices drawn with repetition)
R        of the lines that were answered, or left unanswered, the share that it names; F1: harmonic mean of P and R
whom     a line, and who answered it
turn     any line of the author's turn (what they say within a minute, nobody between), and who answered it;
         of refusals: nobody answered any line of it
open     the same as whom, as turn of refusals, of lines that call nobody
reply    the network shows which line the other replies to
call     the other mentions the author or replies to one of their lines, and it is the author's newest, within that time
name     the author's name is in the other's text, and it is the author's newest line, within that time
mutual   the same, and that line calls the other's author too
sole     the same as call, and the author has said nothing but that turn in that time
callee   whom the line calls speaks for the first time since, to nobody else, within that time
next     the other is said right behind it, neither is for somebody else, within that time
sign     of "talked over" and "no sign": reply, call 30m, callee 30m or next 2m, for any line of the turn
*        P is good enough to learn from: .90 or more, its interval not below .85, of 50 lines or more
=        the record was made with this sign: that they agree says nothing
`

func (t *Table) write(b *strings.Builder) {
	fmt.Fprintf(b, "by %s: %d of %d lines answered\n%s\n\n", t.Gold, t.Answered, t.Lines, t.Errs)
	head(b, "answered, told by", "whom")
	for i := range t.Answers {
		t.Answers[i].write(b)
	}
	if len(t.Refusals) == 0 {
		return
	}
	b.WriteByte('\n')
	head(b, "left unanswered, told by", "")
	for i := range t.Refusals {
		t.Refusals[i].write(b)
	}
}

func head(b *strings.Builder, what, whom string) {
	fmt.Fprintf(b, "%-46s  %6s  %-16s  %-16s  %-16s", what, "named", "P", "R", "F1")
	for _, column := range []string{whom, "turn", "open"} {
		if column != "" {
			fmt.Fprintf(b, "  %-9s", column+" P/R")
		}
	}
	b.WriteByte('\n')
}

func (r *Row) write(b *strings.Builder) {
	mark := " "
	switch {
	case r.Circular:
		mark = "="
	case r.Line.good():
		mark = "*"
	}
	fmt.Fprintf(b, "%s%-45s  %6d  %-16s  %-16s  %-16s", mark, r.Name, r.Line.Claims, r.Line.P, r.Line.R, r.Line.F1)
	for _, f := range []*Figures{r.Whom, &r.Turn, &r.Open} {
		if f != nil {
			fmt.Fprintf(b, "  %-9s", f.P.short()+"/"+f.R.short())
		}
	}
	b.WriteByte('\n')
}

// good reports whether that is good enough to learn from.
func (f *Figures) good() bool {
	return f.Claims >= leastClaims && f.P.Value >= good && f.P.Low >= good-.05
}

// String writes ".912 (.880-.931)"; "-" where there is none.
func (f Figure) String() string {
	if math.IsNaN(f.Value) {
		return "-"
	}
	return fmt.Sprintf("%s (%s-%s)", share(f.Value), share(f.Low), share(f.High))
}

func (f Figure) short() string {
	if math.IsNaN(f.Value) {
		return "-"
	}
	return share(f.Value)
}

// share writes three places, without the 0 before the point.
func share(x float64) string { return strings.TrimPrefix(fmt.Sprintf("%.3f", x), "0") }
