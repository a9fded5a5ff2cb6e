package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// A Table is what gates are worth on one recording.
type Table struct {
	Rows    []Row  `json:"rows"`
	Weights string `json:"weights"` // which weights the odds had

	Gold   string   `json:"gold,omitempty"`   // what the record of who answered is called; "": there is only one
	Beside []*Table `json:"beside,omitempty"` // the same gates by other records
}

// A Row is one gate's measures.
type Row struct {
	Name             string  `json:"name"`
	P                Measure `json:"P"`
	R                Measure `json:"R"`
	F1               Measure `json:"F1"`
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

// columns are the table's for a terminal, in order.
var columns = []struct {
	head          string
	width, places int
	of            func(*Row) Measure
}{
	{"P", 5, 3, func(r *Row) Measure { return r.P }},
	{"R", 5, 3, func(r *Row) Measure { return r.R }},
	{"F1", 5, 3, func(r *Row) Measure { return r.F1 }},
	{"P_rep", 5, 3, func(r *Row) Measure { return r.PReplied }},
	{"R_rep", 5, 3, func(r *Row) Measure { return r.RReplied }},
	{"macro", 5, 3, func(r *Row) Measure { return r.MacroF1 }},
	{"bal", 5, 3, func(r *Row) Measure { return r.BalancedAccuracy }},
	{"AUC", 5, 3, func(r *Row) Measure { return r.AUC }},
	{"ECE", 6, 4, func(r *Row) Measure { return r.ECE }},
	{"timely", 6, 3, func(r *Row) Measure { return r.Timely }},
	{"fires", 5, 2, func(r *Row) Measure { return r.FiresPerReply }},
	{"evals", 5, 2, func(r *Row) Measure { return r.EvalsPerReply }},
	{"d50", 5, 1, func(r *Row) Measure { return r.D50 }},
	{"d90", 6, 1, func(r *Row) Measure { return r.D90 }},
}

// legend says what the columns are.
const legend = `P      of the calls to speak, the share that covers a line no earlier call covered and that was answered or addressed
R      of those lines, the share that a call covers; F1: harmonic mean of P and R
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
	fmt.Fprintf(&b, "%-46s", "gate")
	for _, c := range columns {
		fmt.Fprintf(&b, "  %*s", c.width, c.head)
	}
	for i := range t.Rows {
		fmt.Fprintf(&b, "\n%-46s", t.Rows[i].Name)
		for _, c := range columns {
			fmt.Fprintf(&b, "  %*s", c.width, c.of(&t.Rows[i]).text(c.places))
		}
	}
	fmt.Fprintf(&b, "\n\n%s\nweights of the odds: %s\n", legend, t.Weights)
	for _, other := range t.Beside {
		fmt.Fprintf(&b, "\n%s", other)
	}
	return b.String()
}

// text returns the number with so many places; "-" when there is none.
func (m Measure) text(places int) string {
	if math.IsNaN(float64(m)) {
		return "-"
	}
	return strconv.FormatFloat(float64(m), 'f', places, 64)
}
