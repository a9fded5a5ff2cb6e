package odds

import (
	"bytes"
	_ "embed" // the weights the program carries
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
)

// Form is the form of a weights file. It changes when a feature's formula
// does, so that old weights are refused instead of meaning something else.
const Form = "familiar-odds/1"

// Limits of a weights file.
const (
	mostBytes  = 64 << 10
	mostWeight = 20.0 // either way; e^20 is as sure as anything is
)

//go:embed default.json
var carried []byte

var builtin = mustLoad(carried)

// Weights are what each feature is worth, ready for use. They are never
// changed and may be shared.
type Weights struct {
	Name       string // what the file calls itself
	Provenance string // how it was made: "hand-set", or what it was fitted to

	bias float64
	most float64 // no estimate is above
	each [features]float64
}

// written is the file.
type written struct {
	Form       string             `json:"form"`
	Name       string             `json:"name"`
	Provenance string             `json:"provenance"`
	Cap        float64            `json:"cap"`
	Bias       float64            `json:"bias"`
	Weights    map[string]float64 `json:"weights"`
}

// Builtin gives the weights the program carries.
func Builtin() *Weights { return builtin }

// Load reads a weights file: one JSON object of the form [Form] with name,
// provenance, cap (no estimate is above it; above .5, at most 1), bias, and
// weights by the names of [Features], each at most 20 either way. A feature
// that isn't named weighs nothing. It says all that is wrong; a file over 64
// KiB, with an unknown field or of another form isn't looked at further.
func Load(file []byte) (*Weights, error) {
	if len(file) > mostBytes {
		return nil, fmt.Errorf("odds: weights of %d bytes: at most %d", len(file), mostBytes)
	}
	var f written
	dec := json.NewDecoder(bytes.NewReader(file))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("odds: weights: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("odds: weights: something follows the object")
	}
	if f.Form != Form {
		return nil, fmt.Errorf("odds: weights: form %q: want %q", f.Form, Form)
	}
	w := &Weights{Name: f.Name, Provenance: f.Provenance, bias: f.Bias, most: f.Cap}
	var errs []error
	if f.Provenance == "" {
		errs = append(errs, errors.New("provenance is missing"))
	}
	if f.Cap <= .5 || f.Cap > 1 {
		errs = append(errs, fmt.Errorf("cap = %v: want above 0.5, at most 1", f.Cap))
	}
	errs = append(errs, tooMuch("bias", f.Bias))
	for _, name := range slices.Sorted(maps.Keys(f.Weights)) {
		at, ok := featureOf(name)
		if !ok {
			errs = append(errs, fmt.Errorf("unknown feature %q", name))
			continue
		}
		w.each[at] = f.Weights[name]
		errs = append(errs, tooMuch(name, w.each[at]))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, fmt.Errorf("odds: weights: %w", err)
	}
	return w, nil
}

func tooMuch(name string, weight float64) error {
	if weight < -mostWeight || weight > mostWeight {
		return fmt.Errorf("%s = %v: want %v to %v", name, weight, -mostWeight, mostWeight)
	}
	return nil
}

// Weight gives what a feature is worth.
func (w *Weights) Weight(f Feature) float64 {
	if f >= features {
		return 0
	}
	return w.each[f]
}

// mustLoad is for a file of the program itself: it panics when it is wrong.
func mustLoad(file []byte) *Weights {
	w, err := Load(file)
	if err != nil {
		panic(err)
	}
	return w
}
