// Package label is what people say of decisions: this one was good, that one
// bad. Labels are JSON lines, written by familiar label and by the page of a
// report.
//
// It reads and writes them, and makes of them what package score compares with
// where nobody knows what a familiar should have done ([Gold]). It knows no
// policy. cmd/familiar calls it, and lab/report reads its labels.
package label

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"familiar/messages"
)

// Woke is the act of a label on a familiar that spoke, or would have; any other
// is on its silence.
const Woke = "spoke"

// What a file may be.
const (
	longestLine = 64 << 10
	mostLabels  = 1_000_000
)

// A Label is somebody's word on one decision about one line.
type Label struct {
	Channel  string              `json:"channel"` // its id, or what a recording calls it
	Line     messages.LineID     `json:"line"`    // of a wake-up the newest line it answers
	Familiar messages.FamiliarID `json:"familiar"`
	Act      string              `json:"act"`  // what was decided: [Woke], or the act of a note
	Good     bool                `json:"good"` // it was right so
	At       time.Time           `json:"at"`   // of the label
	By       string              `json:"by"`   // who labelled; "": not said
}

// wanted reports whether the familiar was to speak to the line.
func (l *Label) wanted() bool { return (l.Act == Woke) == l.Good }

// Write writes l as one line of JSON:
//
//	{"channel":"web//garden","line":"garden-3","familiar":"aria","act":"spoke","good":false,"at":"2026-11-21T20:56:19Z","by":"ana"}
func Write(w io.Writer, l Label) error {
	if err := json.NewEncoder(w).Encode(l); err != nil {
		return fmt.Errorf("label: %w", err)
	}
	return nil
}

// Read reads labels. Of several on one decision the last one holds. An error
// names the line of the file.
func Read(r io.Reader) ([]Label, error) {
	var all []Label
	at := make(map[subject]int)
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	n := 0
	for lines.Scan() {
		n++
		if len(lines.Bytes()) == 0 {
			continue
		}
		var l Label
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return nil, fmt.Errorf("label on line %d: %w", n, err)
		}
		switch i, known := at[l.subject()]; {
		case l.Channel == "" || l.Line == "" || l.Familiar == "" || l.Act == "":
			return nil, fmt.Errorf("label on line %d: want a channel, a line, a familiar and an act", n)
		case known:
			all[i] = l
		case len(all) == mostLabels:
			return nil, fmt.Errorf("more than %d labels", mostLabels)
		default:
			at[l.subject()] = len(all)
			all = append(all, l)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("label on line %d: longer than %d bytes", n+1, longestLine)
	} else if err != nil {
		return nil, fmt.Errorf("labels: %w", err)
	}
	return all, nil
}

// A subject is what a label is about: a familiar has one word on a line.
type subject struct {
	channel  string
	line     messages.LineID
	familiar messages.FamiliarID
}

func (l *Label) subject() subject { return subject{l.Channel, l.Line, l.Familiar} }
