// Package scenario reads files of scenarios: short talks, written or labelled by
// somebody, with the places where an assistant should speak and those where it
// should stay silent. It knows three forms, our own and those of two public data
// sets, and makes recorded chat of them, as package corpus has it; it knows no
// policy. Package eval plays gates over them.
package scenario

import (
	"errors"
	"fmt"
	"time"
)

// Schema is our own form.
const Schema = "familiar-scenarios/1"

// What a file may have.
const (
	mostScenarios = 300_000
	mostTurns     = 1_000
	longestText   = 16 << 10
	longestName   = 100
	mostBytes     = 256 << 20
)

// A Set is a file of scenarios.
type Set struct {
	Scenarios []Scenario
	LeftOut   int // rows of a data set that say nobody's name before a text
}

// A Scenario is one talk.
type Scenario struct {
	Name      string `json:"name"`      // for people; may be empty
	Category  string `json:"category"`  // may be empty
	Assistant string `json:"assistant"` // whose place the familiar takes: how it is called, and the speaker of its turns
	Turns     []Turn `json:"turns"`
}

// A Turn is one line of it.
type Turn struct {
	Speaker string    `json:"speaker"`
	Text    string    `json:"text"`
	At      time.Time `json:"at"`   // zero: Pause after the turn before
	Then    Then      `json:"then"` // what the assistant should do now
}

// pause is how long after each other turns without a time are: long enough that
// a lull is one.
const pause = 20 * time.Second

// A Then says whether the assistant should speak after a turn.
type Then string

// What it should do; Unsaid is no place.
const (
	Unsaid Then = ""
	Speak  Then = "speak"
	Silent Then = "silent"
)

// check says what is wrong with a scenario.
func (s *Scenario) check() error {
	switch {
	case s.Assistant == "":
		return errors.New(`no assistant: want its name, here or beside "scenarios"`)
	case len(s.Assistant) > longestName || len(s.Category) > longestName || len(s.Name) > longestName:
		return fmt.Errorf("name, category or assistant is longer than %d bytes", longestName)
	case len(s.Turns) == 0:
		return errors.New("no turns")
	case len(s.Turns) > mostTurns:
		return fmt.Errorf("%d turns: want at most %d", len(s.Turns), mostTurns)
	}
	places := 0
	var before time.Time
	for i := range s.Turns {
		t := &s.Turns[i]
		if err := t.check(s.Assistant, before); err != nil {
			return fmt.Errorf("turn %d: %w", i+1, err)
		}
		if t.Then != Unsaid {
			places++
		}
		before = t.when(before)
	}
	if places == 0 {
		return errors.New(`nothing to decide: want "then" at one turn at least`)
	}
	return nil
}

// check says what is wrong with a turn; before is when the last one was.
func (t *Turn) check(assistant string, before time.Time) error {
	switch {
	case t.Speaker == "":
		return errors.New("no speaker")
	case len(t.Speaker) > longestName:
		return fmt.Errorf("speaker is longer than %d bytes", longestName)
	case len(t.Text) > longestText:
		return fmt.Errorf("text has %d bytes: want at most %d", len(t.Text), longestText)
	case t.Then != Unsaid && t.Then != Speak && t.Then != Silent:
		return fmt.Errorf("then %.20q: want %s or %s", t.Then, Speak, Silent)
	case t.Then != Unsaid && t.Speaker == assistant:
		return errors.New("then at a turn of the assistant's own: it answers others")
	case !t.At.IsZero() && t.At.Before(before):
		return fmt.Errorf("at %s is before the turn before", t.At.Format(time.RFC3339))
	}
	return nil
}

// begins is when a scenario without times begins.
var begins = time.Date(2026, 1, 5, 10, 0, 0, 0, time.UTC)

// when is a turn's time, after one at before; zero: there is none.
func (t *Turn) when(before time.Time) time.Time {
	switch {
	case !t.At.IsZero():
		return t.At
	case before.IsZero():
		return begins
	}
	return before.Add(pause)
}
