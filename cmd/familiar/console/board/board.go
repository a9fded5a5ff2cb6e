// Package board is the terminal view of a running program: its channels, what
// was decided in them, why, and keys that steer them. The model is a value, and
// [Model.Update] does nothing but answer what it is sent; what the program is
// asked goes through [Program]. It knows neither HTTP nor tokens.
package board

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"familiar/control"
	"familiar/messages"
)

// refresh is how often the program is asked how its channels stand, and the
// countdowns move.
const refresh = time.Second

// mostNotes bounds the decisions that are remembered, of all channels together.
const mostNotes = 2000

// A Program is what the board may ask of the one it shows. Each function comes
// back with an error when the program doesn't answer in time.
type Program struct {
	Channels func() (Overview, error)
	Why      func(messages.ChannelID, messages.LineID) ([]control.Reason, error) // without a line: about the newest
	Order    func(Order) ([]control.Verdict, error)
	Details  func(messages.ChannelID) (control.Details, error) // nil: they are not shown
}

// An Overview is how the channels of a running program stand.
type Overview struct {
	Channels []messages.Status `json:"channels"`
	Now      messages.Instant  `json:"now"`  // by the program's clock
	Next     string            `json:"next"` // "": these are all

	Unmatched    []messages.Unmatched `json:"unmatched"`
	UnmatchedAll int                  `json:"unmatched_all"`

	Silent []control.Silent `json:"silent"` // processes whose channels are missing
}

// A Model is everything the board shows; it implements tea.Model.
type Model struct {
	Program Program
	Look    Look
	Steers  bool // the token may steer; false: the keys say what they need

	overview Overview
	asked    time.Time // when overview came
	now      time.Time
	away     error // of the last time the program was asked
	lost     error // why decisions no longer come

	notes   []*messages.Note // the newest last, at most mostNotes
	newest  explained        // about the selected channel's newest line
	pointer pointer
	filter  filter
	page    page
	pending *Order // waits for a yes
	told    string // what came of the last key, until the next
	width   int    // of the terminal; 0: not known yet
	height  int    // of the terminal; 0: not known yet
}

// explained is what the program says of a channel's newest line.
type explained struct {
	channel messages.ChannelID
	since   messages.Instant // of the newest decision known when it was asked
	reasons []control.Reason
	details *control.Details // of the channel; nil: not known
}

// New returns a board that begins with an overview that came at a moment.
func New(p Program, first Overview, at time.Time) Model {
	return Model{Program: p, overview: first, asked: at, now: at}.settle()
}

// What the board is sent beside keys and sizes.
type (
	// Decided is a decision as it is made.
	Decided struct{ Note *messages.Note }
	// Lost says why no more decisions come.
	Lost struct{ Err error }

	beat time.Time
	came struct {
		overview Overview
		err      error
		at       time.Time
	}
	answered struct {
		explained
		err  error
		open bool // somebody asked for it
	}
	obeyed struct {
		order    Order
		verdicts []control.Verdict
		err      error
	}
)

// Init implements tea.Model.
func (Model) Init() tea.Cmd { return ticking() }

func ticking() tea.Cmd { return tea.Tick(refresh, func(t time.Time) tea.Msg { return beat(t) }) }

// Update implements tea.Model.
func (m Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return m.press(msg)
	case tea.WindowSizeMsg:
		m.height, m.width = msg.Height, msg.Width
	case beat:
		m.now = time.Time(msg)
		return m, m.look
	case came:
		if m.away = msg.err; msg.err == nil {
			m.overview, m.asked, m.now = msg.overview, msg.at, msg.at
		}
		m = m.settle()
		m, ask := m.explain()
		return m, tea.Batch(ticking(), ask)
	case Decided:
		m.notes = append(m.notes[max(0, len(m.notes)-mostNotes+1):len(m.notes):len(m.notes)], msg.Note)
		return m.settle(), nil
	case Lost:
		m.lost = msg.Err
	case answered:
		return m.learn(msg), nil
	case obeyed:
		m.told = msg.tell()
	}
	return m, nil
}

// look asks how the channels stand.
func (m Model) look() tea.Msg {
	overview, err := m.Program.Channels()
	return came{overview, err, time.Now()}
}

// explain has the newest line of the selected channel explained, once for each
// decision there.
func (m Model) explain() (Model, tea.Cmd) {
	here, since := m.pointer.channel, messages.Instant(0)
	if notes := m.notesHere(); len(notes) > 0 {
		since = notes[0].At
	}
	if here == "" || m.away != nil || m.newest.channel == here && m.newest.since == since {
		return m, nil
	}
	if m.newest.channel != here {
		m.newest.reasons, m.newest.details = nil, nil
	}
	m.newest.channel, m.newest.since = here, since
	asked := m.newest
	return m, func() tea.Msg {
		if m.Program.Details != nil && asked.details == nil {
			if told, err := m.Program.Details(here); err == nil { // an older program knows none
				asked.details = &told
			}
		}
		reasons, err := m.Program.Why(here, "")
		asked.reasons = reasons
		return answered{explained: asked, err: err}
	}
}

// learn takes an answer to why, unless somebody has gone elsewhere meanwhile.
func (m Model) learn(a answered) Model {
	switch {
	case a.open && a.err != nil:
		m.told = "why: " + clean(a.err.Error())
	case a.open:
		m.page = page{kind: reasonsPage, channel: a.channel, reasons: a.reasons}
		m.told = ""
	case a.err == nil && a.channel == m.newest.channel:
		m.newest.reasons, m.newest.details = a.reasons, a.details
	}
	return m
}

// clock is the program's, as far as is known.
func (m Model) clock() messages.Instant { return m.overview.Now.Add(m.now.Sub(m.asked)) }

// notesHere returns what was decided in the selected channel, the newest first.
func (m Model) notesHere() (here []*messages.Note) {
	for _, n := range slices.Backward(m.notes) {
		if n.Channel == m.pointer.channel {
			here = append(here, n)
		}
	}
	return here
}
