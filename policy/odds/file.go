package odds

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// The forms of a weights file. A form changes when a feature's formula does or
// the sum of them, so that old weights are refused instead of meaning
// something else. The first has no gate, no bend and nothing it was fitted to.
const (
	Form      = "familiar-odds/2"
	FirstForm = "familiar-odds/1"
)

// Limits of a weights file.
const (
	mostBytes  = 64 << 10
	mostWeight = 20.0 // either way; e^20 is as sure as anything is
)

// A File is what a weights file holds.
type File struct {
	Form       string             `json:"form"`
	Name       string             `json:"name"`
	Provenance string             `json:"provenance"`
	Fitted     Fitted             `json:"fitted,omitzero"`
	Cap        float64            `json:"cap"`
	Bias       float64            `json:"bias"`
	Weights    map[string]float64 `json:"weights"`
	Gate       string             `json:"gate,omitempty"`  // a feature; "": there is none
	Gated      map[string]float64 `json:"gated,omitempty"` // what is added to weights as far as it is open
	Bend       *float64           `json:"bend,omitempty"`  // what of the log-odds above those of [Knee] counts, 0 to 1, but for somebody who seems alone with us; nil: all
}

// Fitted says to what weights were fitted.
type Fitted struct {
	Rows      int      `json:"rows"`               // lines, each as one familiar heard it
	Positives int      `json:"positives"`          // of these, answered
	Slices    []string `json:"slices"`             // whose figures these weights say nothing about any more
	Sketches  []string `json:"sketches,omitempty"` // of each slice, by what its chat is known again under another name; none in older files
	Date      string   `json:"date"`               // of the recording or of the fit, as YYYY-MM-DD
	Command   string   `json:"command"`
}

// Load reads a weights file: one JSON object of the form [Form] or [FirstForm]
// with name, provenance, cap (no estimate is above it; above .5, at most 1),
// bias, weights by the names of [Features], each at most 20 either way, and perhaps a
// bend. A feature that isn't named weighs nothing. It says all that is wrong; a file
// over 64 KiB, with an unknown field or of another form isn't looked at
// further.
func Load(file []byte) (*Weights, error) {
	f, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("odds: weights: %w", err)
	}
	w := &Weights{Name: f.Name, Provenance: f.Provenance, Fitted: f.Fitted, bias: f.Bias, most: f.Cap}
	var errs []error
	if f.Bend != nil {
		if w.bent = 1 - *f.Bend; w.bent < 0 || w.bent > 1 {
			errs = append(errs, fmt.Errorf("bend = %v: want 0 to 1", *f.Bend))
		}
	}
	if f.Provenance == "" {
		errs = append(errs, errors.New("provenance is missing"))
	}
	if f.Cap <= .5 || f.Cap > 1 {
		errs = append(errs, fmt.Errorf("cap = %v: want above 0.5, at most 1", f.Cap))
	}
	errs = append(errs, tooMuch("bias", f.Bias), fill(&w.each, f.Weights), fill(&w.gated, f.Gated))
	if f.Gate != "" || len(f.Gated) > 0 {
		at, ok := featureOf(f.Gate)
		if !ok {
			errs = append(errs, fmt.Errorf("gate: unknown feature %q", f.Gate))
		}
		w.gate = at
	}
	if n := len(f.Fitted.Sketches); n != 0 && n != len(f.Fitted.Slices) {
		errs = append(errs, fmt.Errorf("fitted: %d sketches for %d slices", n, len(f.Fitted.Slices)))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("odds: weights: %w", err)
	}
	return w, nil
}

// read takes the object out of a file.
func read(file []byte) (f File, err error) {
	if len(file) > mostBytes {
		return f, fmt.Errorf("%d bytes: at most %d", len(file), mostBytes)
	}
	dec := json.NewDecoder(bytes.NewReader(file))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return f, err
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return f, errors.New("there is more after the object")
	}
	if f.Form != Form && f.Form != FirstForm {
		return f, fmt.Errorf("form %q: want %q", f.Form, Form)
	}
	if f.Form == FirstForm && (f.Gate != "" || f.Gated != nil || f.Fitted.Rows != 0 || f.Bend != nil) {
		return f, fmt.Errorf("gate, gated, fitted and bend belong to form %q", Form)
	}
	return f, nil
}

// fill puts weights at their features.
func fill(each *[features]float64, by map[string]float64) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(by)) {
		at, ok := featureOf(name)
		if !ok {
			errs = append(errs, fmt.Errorf("unknown feature %q", name))
			continue
		}
		each[at] = by[name]
		errs = append(errs, tooMuch(name, by[name]))
	}
	return errors.Join(errs...)
}

func tooMuch(name string, weight float64) error {
	if weight < -mostWeight || weight > mostWeight {
		return fmt.Errorf("%s = %v: want %v to %v", name, weight, -mostWeight, mostWeight)
	}
	return nil
}
