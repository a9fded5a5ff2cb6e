package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"familiar/messages"
)

// A Table is what gates are worth on one recording.
type Table struct {
	Rows    []Row    `json:"rows"`
	Weights string   `json:"weights,omitempty"` // which weights the odds had; "" of a table by network, which has those of the whole
	Sources []Source `json:"networks"`          // where the recording comes from

	ColdStart *ColdStart `json:"cold_start,omitempty"` // nil: there are no estimates, or it is a table by network

	Figure *Figure `json:"figure,omitempty"` // what a plot shows of the estimates; nil: there are none, or it is a table by network

	Network   messages.Network `json:"network,omitempty"`    // of a table by network; "": of all
	ByNetwork []*Table         `json:"by_network,omitempty"` // the same gates on each network, where there are several

	Gold   string   `json:"gold,omitempty"`   // what the record of who answered is called; "": it is gold.jsonl alone
	Beside []*Table `json:"beside,omitempty"` // the same gates by other records
}

// A Row is one gate's measures.
type Row struct {
	Name             string  `json:"name"`
	P                Measure `json:"P"`
	R                Measure `json:"R"`
	F1               Measure `json:"F1"`
	F1Low            Measure `json:"F1_low"` // 95 of 100 drawings of slices lie between these two
	F1High           Measure `json:"F1_high"`
	MacroF1          Measure `json:"macroF1"`
	BalancedAccuracy Measure `json:"balanced_accuracy"` // mean of the shares of positive lines covered and of other lines not covered
	AUC              Measure `json:"AUC"`               // on lines that nobody said are for the familiar
	ECE              Measure `json:"ECE"`               // expected calibration error by tenths, on the same
	PReplied         Measure `json:"P_rep"`             // P and R when only lines it really answered are positive
	RReplied         Measure `json:"R_rep"`
	Timely           Measure `json:"timely"`
	FiresPerReply    Measure `json:"fires_per_reply"`
	EvalsPerReply    Measure `json:"evals_per_reply"`
	D50              Measure `json:"d50"` // seconds
	D90              Measure `json:"d90"`
}

// A Measure is a number; NaN, which JSON doesn't have, is null.
type Measure float64

// MarshalJSON returns four places.
func (m Measure) MarshalJSON() ([]byte, error) {
	if math.IsNaN(float64(m)) {
		return []byte("null"), nil
	}
	return json.Marshal(math.Round(float64(m)*1e4) / 1e4)
}

// A column is one of a table's for a terminal.
type column[R any] struct {
	head  string
	width int
	text  func(*R) string
}

// measure is the column of a measure.
func measure[R any](head string, width, places int, of func(*R) Measure) column[R] {
	return column[R]{head, width, func(r *R) string { return of(r).text(places) }}
}

// writeRows writes the rows of a table, each behind its name.
func writeRows[R any](b *strings.Builder, columns []column[R], rows []R, name func(*R) string) {
	fmt.Fprintf(b, "%-46s", "gate")
	for _, c := range columns {
		fmt.Fprintf(b, "  %*s", c.width, c.head)
	}
	b.WriteByte('\n')
	for i := range rows {
		fmt.Fprintf(b, "%-46s", name(&rows[i]))
		for _, c := range columns {
			fmt.Fprintf(b, "  %*s", c.width, c.text(&rows[i]))
		}
		b.WriteByte('\n')
	}
}

// columns are the table's, in order.
var columns = []column[Row]{
	measure("P", 5, 3, func(r *Row) Measure { return r.P }),
	measure("R", 5, 3, func(r *Row) Measure { return r.R }),
	measure("F1", 5, 3, func(r *Row) Measure { return r.F1 }),
	{"F1 95 %", 11, func(r *Row) string { return between(r.F1Low, r.F1High) }},
	measure("P_rep", 5, 3, func(r *Row) Measure { return r.PReplied }),
	measure("R_rep", 5, 3, func(r *Row) Measure { return r.RReplied }),
	measure("macro", 5, 3, func(r *Row) Measure { return r.MacroF1 }),
	measure("bal", 5, 3, func(r *Row) Measure { return r.BalancedAccuracy }),
	measure("AUC", 5, 3, func(r *Row) Measure { return r.AUC }),
	measure("ECE", 6, 4, func(r *Row) Measure { return r.ECE }),
	measure("timely", 6, 3, func(r *Row) Measure { return r.Timely }),
	measure("fires", 5, 2, func(r *Row) Measure { return r.FiresPerReply }),
	measure("evals", 5, 2, func(r *Row) Measure { return r.EvalsPerReply }),
	measure("d50", 5, 1, func(r *Row) Measure { return r.D50 }),
	measure("d90", 6, 1, func(r *Row) Measure { return r.D90 }),
}

// legend says what the columns are.
const legend = `P      of the calls to speak, the share that covers a line no earlier call covered and that was answered or addressed
R      of those lines, the share that a call covers; F1: harmonic mean of P and R
95 %   between these two lie 95 of 100 drawings of slices, with repetition; "-": there is one slice only
P_rep  P when only lines that were really answered count; R_rep: the same of R
macro  mean F1 of the participants
bal    mean of two shares: lines to answer that were covered, others that were not
AUC    of lines nobody addressed: how often one that was answered is estimated above one that was not
ECE    on the same lines: how far estimates are off on average
timely of the replies, the share called for before they were really given
fires  calls to speak for each reply; evals: questions to the judge for each reply
d50    seconds from a line to the call, half are shorter; d90: nine in ten are
strict the row above when each call covers its newest line alone
`

// String returns the table for a terminal. What there is nothing of is "-".
func (t *Table) String() string {
	var b strings.Builder
	if t.Gold != "" {
		fmt.Fprintf(&b, "%s\n", t.Gold)
	}
	t.write(&b)
	for _, network := range t.ByNetwork {
		b.WriteByte('\n')
		network.write(&b)
	}
	fmt.Fprintf(&b, "\n%s\nweights of the odds: %s\n", legend, t.Weights)
	if t.ColdStart != nil {
		t.ColdStart.write(&b)
	}
	for _, other := range t.Beside {
		fmt.Fprintf(&b, "\n%s", other)
	}
	return b.String()
}

// write writes where the recording comes from, and the rows.
func (t *Table) write(b *strings.Builder) {
	for _, s := range t.Sources {
		fmt.Fprintf(b, "%s\n", s)
	}
	writeRows(b, columns, t.Rows, func(r *Row) string { return r.Name })
}

// between returns an interval, with three places; "-" when there is none.
func between(low, high Measure) string {
	if math.IsNaN(float64(low)) || math.IsNaN(float64(high)) {
		return "-"
	}
	return low.text(3) + "-" + high.text(3)
}

// text returns the number with so many places; "-" when there is none.
func (m Measure) text(places int) string {
	if math.IsNaN(float64(m)) {
		return "-"
	}
	return strconv.FormatFloat(float64(m), 'f', places, 64)
}
