// Package report says what came out of a replay so that an operator can see
// it: figures, and for each channel its lines, what the familiar made of them
// and why; with two settings, also what they decided differently.
//
// A [Report] is plain data that marshals to the JSON docs/replay.md describes;
// [Report.HTML] is the same in one page without anything from elsewhere. It
// knows walks and gold; it runs no replay and knows no model. cmd/familiar
// builds one with a [Builder]. The page's colours and words are those of
// control/page.
package report

import (
	"familiar/lab/score"
	"familiar/messages"
)

// Schema names the form of a report's JSON.
const Schema = "familiar-report/1"

// A Report is everything that is shown. Lists that have two entries with two
// settings have one otherwise: the first is A, the second B.
type Report struct {
	Schema   string    `json:"schema"`
	Title    string    `json:"title"` // what was replayed
	Settings []Setting `json:"settings"`
	Figures  []Figures `json:"figures"` // of all channels, by setting
	Differ   int       `json:"differ"`  // differences between two settings
	Channels []Channel `json:"channels"`
}

// A Setting is what was tried.
type Setting struct {
	Name   string `json:"name"`             // preset or configuration, and the knobs that were turned
	Judge  string `json:"judge"`            // who answered whether to speak unasked
	Loop   string `json:"loop"`             // forced or closed
	Seed   uint64 `json:"seed,omitempty"`   // of the noisy judge
	Notice string `json:"notice,omitempty"` // what to bear in mind
}

// Figures are what a setting came to. Those that need to know who really
// answered what are in Gold.
type Figures struct {
	Familiars    int     `json:"familiars"` // places taken; one in a channel's figures
	Lines        int     `json:"lines"`     // heard
	Hours        float64 `json:"hours"`     // from each channel's first line to its last
	WakeUps      int     `json:"wake_ups"`  // calls to speak, and questions answered no
	WakesPerHour float64 `json:"wake_ups_per_hour"`
	Calls        int     `json:"calls"`       // times it would speak
	JudgeCalls   int     `json:"judge_calls"` // questions to the judge
	Share        float64 `json:"share"`       // of the talk, others' lines and its own: 0 to 1

	// Delay is from the newest line a call covers to when the reply would
	// stand there, in seconds; nil without calls.
	Delay50 *float64 `json:"delay50_s"`
	Delay90 *float64 `json:"delay90_s"`

	Cost *float64 `json:"cost_usd"` // of the judge; nil: it is no model, or its price isn't known
	Gold *Gold    `json:"gold"`     // nil: nobody knows who should have been answered

	delays []float64
	own    int // its lines, for Share
	others int
}

// Gold are the figures that compare with what the participant really did.
type Gold struct {
	Moments       int     `json:"moments"` // times it really answered
	P             float64 `json:"p"`
	R             float64 `json:"r"`
	F1            float64 `json:"f1"`
	Timely        float64 `json:"timely"`
	Misses        int     `json:"misses"`        // lines it answered or was addressed in, and no call covers
	Interruptions int     `json:"interruptions"` // calls that cover noted lines, none of them such a line
}

// A Channel is one familiar's walk through one channel.
type Channel struct {
	Name     string    `json:"name"`
	Familiar string    `json:"familiar"`
	From     string    `json:"from"` // its first line, RFC 3339; times below count from here
	Figures  []Figures `json:"figures"`
	Lines    Lines     `json:"lines"`

	Decisions [][]Decision `json:"decisions"` // by setting, in the order they were made
	LeftOut   []int        `json:"left_out"`  // decisions beyond what a report holds, by setting

	Differences []Difference `json:"differences,omitempty"`
	Differ      int          `json:"differ,omitempty"` // all there are

	from messages.Instant
}

// Lines are the channel's lines as ticks.
type Lines struct {
	Gaps    []int64 `json:"gaps"`     // ms since the line before; of the first since From
	Sizes   string  `json:"sizes"`    // a sign for each: "0" to "9", its length in steps of 20 letters; "a" to "j" for the participant's own, in a closed loop the familiar's
	LeftOut int     `json:"left_out"` // beyond what a report holds: every so manieth is there
}

// A Decision is one mark on the timeline.
type Decision struct {
	At      int64  `json:"t"`              // ms from the channel's first line
	Act     string `json:"act"`            // that of the note; of a call "spoke", of a question answered no "judge"
	Rung    string `json:"rung,omitempty"` // the rung or rule that decided
	Trigger string `json:"trigger,omitempty"`
	Why     string `json:"why"`             // the note in a sentence
	Line    string `json:"line,omitempty"`  // the newest line it is about
	Who     string `json:"who,omitempty"`   // who wrote that
	Text    string `json:"text,omitempty"`  // its beginning
	Covers  int    `json:"covers,omitzero"` // how many lines a call or question looked at
	Mark    Mark   `json:"mark,omitempty"`
	Says    string `json:"says,omitempty"` // of a live one: what it said, or would have in shadow

	note *messages.Note // behind it; nil: none
	made *score.Decision
}

// Speaks reports whether the familiar was called to speak.
func (d *Decision) Speaks() bool { return d.Act == actSpoke }

// A Mark says how a decision compares with what really happened.
type Mark string

// The marks.
const (
	NoMark       Mark = ""             // nobody knows, or it is in order
	Hit          Mark = "hit"          // a call that was wanted
	Interruption Mark = "interruption" // a call that was not
	Miss         Mark = "miss"         // a line that should have been answered and wasn't
)

// A Difference is a line that two settings treat differently: one speaks and
// the other doesn't, or it speaks much later.
type Difference struct {
	At    int64       `json:"t"`
	Line  string      `json:"line"`
	Who   string      `json:"who"`
	Text  string      `json:"text"`
	Lines int         `json:"lines,omitzero"` // so many lines before it are treated so by the same wake-ups
	Sides [2]Decision `json:"sides"`
}
