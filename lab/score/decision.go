package score

import (
	"encoding/json"
	"fmt"

	"familiar/messages"
)

// A Decision is one wake-up: the familiar was called to speak, or a judge was
// asked whether to call it and said no.
type Decision struct {
	Slice    string
	Familiar messages.PersonID
	At       messages.Instant
	Trigger  messages.Trigger
	Covers   []messages.LineID // the lines the wake-up looked at
	Judged   bool              // a judge was asked
	Fire     bool              // the familiar was called to speak
}

// writtenDecision is its form in a file, in which eval counts judge calls.
type writtenDecision struct {
	Slice    string            `json:"ch"`
	Familiar messages.PersonID `json:"familiar"`
	At       string            `json:"t"`
	Trigger  messages.Trigger  `json:"trigger"`
	Covers   []messages.LineID `json:"covers"`
	Eval     int               `json:"eval"`
	Fire     bool              `json:"fire"`
}

// Write writes d as one line of JSON:
//
//	{"ch":"rust/1","familiar":"raph","t":"2018-12-27T05:00:40.000Z","trigger":"address","covers":["903"],"eval":0,"fire":true}
func (d *Decision) Write(to *json.Encoder) error {
	w := writtenDecision{Slice: d.Slice, Familiar: d.Familiar, At: d.At.String(), Trigger: d.Trigger, Covers: d.Covers, Fire: d.Fire}
	if w.Covers == nil {
		w.Covers = []messages.LineID{}
	}
	if d.Judged {
		w.Eval = 1
	}
	if err := to.Encode(&w); err != nil {
		return fmt.Errorf("decision: %w", err)
	}
	return nil
}
