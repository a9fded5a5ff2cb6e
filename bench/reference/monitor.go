package reference

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// The ConversationMonitor of familiar-connect,
// https://github.com/CorVous/Familiar-Connect. No licence was found, so this is
// made of facts alone: its page on the monitor's state machine and what was
// recorded of it (preset chatty). Of the page's machine it is the path on which
// nothing arrives while a verdict is awaited; the source's races are left out.

// A Tier is how many lines pass until the monitor first asks whether to break in.
type Tier int

// The tiers.
const (
	VeryEager Tier = 3
	Eager     Tier = 6
	Average   Tier = 9
	Quiet     Tier = 12
	VeryQuiet Tier = 15
)

// The curve: each refusal brings the next question closer, down to a floor.
const (
	curveStep  = 3
	curveFloor = 3
)

// Interval is how many lines lie between two questions after so many refusals,
// given a draw in [0,1).
func (t Tier) Interval(refusals int, draw float64) int {
	return max(curveFloor, max(curveFloor, int(t)-curveStep*refusals)+int(draw*5)-2)
}

// A MonitorTrigger is why the judge is asked.
type MonitorTrigger string

// The triggers; "" is none.
const (
	DirectAddress MonitorTrigger = "direct_address"
	Interjection  MonitorTrigger = "interjection"
	LullTrigger   MonitorTrigger = "lull"
)

// MonitorConfig is what an operator of the source sets.
type MonitorConfig struct {
	Names []string // its name and aliases
	Tier  Tier
	Lull  time.Duration
	Draw  func() float64 // in [0,1), once for each interval
}

// A Monitor is one channel's. The zero monitor with a Config is new.
type Monitor struct {
	Config  *MonitorConfig
	Buffer  []Said // since it last spoke or kept quiet
	Counter int    // lines since it last spoke
	Checks  int    // refusals in a row
	Next    int    // asked at this many lines; 0: not drawn yet
	Due     messages.Instant

	endpoint bool // the line just heard was its own lull
}

// Hear takes a line and says why the judge is to be asked about the buffer, if
// it is. endpoint: the line was spoken and its speaker has finished, which is
// the lull.
func (m *Monitor) Hear(said *Said, endpoint bool, now messages.Instant) MonitorTrigger {
	if m.Next == 0 {
		m.Next = m.Config.Tier.Interval(0, m.Config.Draw())
	}
	m.Due, m.endpoint = 0, endpoint
	m.Buffer = append(m.Buffer, *said)
	m.Counter++
	switch {
	case said.Mention || callsAny(said.Text, m.Config.Names):
		return DirectAddress
	case m.Counter >= m.Next:
		return Interjection
	}
	if endpoint {
		return LullTrigger
	}
	m.Due = now.Add(m.Config.Lull)
	return ""
}

// Lull takes the deadline that has come.
func (m *Monitor) Lull() MonitorTrigger {
	m.Due = 0
	if len(m.Buffer) == 0 {
		return ""
	}
	return LullTrigger
}

// Judged takes the verdict and gives the lines that it answers, or that are
// settled by silence.
func (m *Monitor) Judged(why MonitorTrigger, yes bool, now messages.Instant) (lines []Said) {
	lines, m.Buffer = m.Buffer, nil
	switch {
	case yes || why == DirectAddress:
		m.reset()
	case why == Interjection:
		m.Checks++
		m.Next += m.Config.Tier.Interval(m.Checks, m.Config.Draw())
		if !m.endpoint {
			m.Due = now.Add(m.Config.Lull)
		}
	}
	return lines
}

// Clear forgets the channel.
func (m *Monitor) Clear() { *m = Monitor{Config: m.Config} }

func (m *Monitor) reset() {
	m.Counter, m.Checks, m.Due, m.endpoint = 0, 0, 0, false
	m.Next = m.Config.Tier.Interval(0, m.Config.Draw())
}

// callsAny reports whether the text has one of the names as a word.
func callsAny(text string, names []string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return hasWord(text, name) })
}

// hasWord reports whether the text has the name, in any case, with a boundary of
// words on both sides of it. An empty name is in every text that has a word.
func hasWord(text, name string) bool {
	if name == "" {
		return strings.ContainsFunc(text, inWord)
	}
	for at := range text {
		if length, ok := prefix(text[at:], name); ok && boundary(text, at) && boundary(text, at+length) {
			return true
		}
	}
	return false
}

// prefix reports whether the text begins with the name, in any case, and how long
// it is there.
func prefix(text, name string) (length int, ok bool) {
	for _, want := range name {
		got, width := utf8.DecodeRuneInString(text[length:])
		if width == 0 || !sameLetter(got, want) {
			return 0, false
		}
		length += width
	}
	return length, true
}

func sameLetter(a, b rune) bool {
	if a == b {
		return true
	}
	for next := unicode.SimpleFold(a); next != a; next = unicode.SimpleFold(next) {
		if next == b {
			return true
		}
	}
	return false
}

// boundary reports whether one side of a place is part of a word and the other
// is not.
func boundary(text string, at int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at:])
	return (at > 0 && inWord(before)) != (at < len(text) && inWord(after))
}

func inWord(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) }
