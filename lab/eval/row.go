package eval

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// A Table is what gates are worth on one recording.
type Table struct {
	Rows    []Row  `json:"rows"`
	Weights string `json:"weights"` // which weights the odds had
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

// String returns the table for a terminal.
func (t *Table) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-44s  %5s  %5s  %5s  %5s  %5s  %5s  %6s  %6s  %5s  %5s  %5s  %6s\n",
		"gate", "P", "R", "F1", "macro", "bal", "AUC", "ECE", "timely", "fires", "evals", "d50", "d90")
	for _, r := range t.Rows {
		fmt.Fprintf(&b, "%-44s  %.3f  %.3f  %.3f  %.3f  %.3f  %.3f  %.4f  %6.3f  %5.2f  %5.2f  %5.1f  %6.1f\n",
			r.Name, r.P, r.R, r.F1, r.MacroF1, r.BalancedAccuracy, r.AUC, r.ECE, r.Timely, r.FiresPerReply, r.EvalsPerReply, r.D50, r.D90)
	}
	fmt.Fprintf(&b, "\nweights of the odds: %s\n", t.Weights)
	return b.String()
}
