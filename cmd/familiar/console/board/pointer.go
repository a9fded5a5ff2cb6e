package board

import (
	"slices"
	"strings"

	"familiar/messages"
)

// A pointer is what is selected: a channel, and once somebody went into it one
// of its decisions. It holds ids rather than rows, so what comes in above
// moves nothing.
type pointer struct {
	channel messages.ChannelID
	inside  bool // the keys move among the decisions
	note    *messages.Note
}

// A filter narrows the list to channels that have a text in their id or in a
// familiar's, whatever the case.
type filter struct {
	text   string
	typing bool
}

// matches reports whether a row is to be shown.
func (f filter) matches(r row) bool {
	text := strings.ToLower(f.text)
	if strings.Contains(strings.ToLower(string(r.channel())), text) {
		return true
	}
	return r.status != nil && slices.ContainsFunc(r.status.Seats, func(s messages.SeatStatus) bool {
		return strings.Contains(strings.ToLower(string(s.Familiar)), text)
	})
}

// A row is one channel of the list: one with familiars, or one that nobody is in.
type row struct {
	status    *messages.Status
	unmatched *messages.Unmatched
}

func (r row) channel() messages.ChannelID {
	if r.status != nil {
		return r.status.Channel
	}
	return r.unmatched.Channel
}

// rows returns the channels that the filter leaves.
func (m Model) rows() (rows []row) {
	for i := range m.overview.Channels {
		rows = append(rows, row{status: &m.overview.Channels[i]})
	}
	for i := range m.overview.Unmatched {
		rows = append(rows, row{unmatched: &m.overview.Unmatched[i]})
	}
	return slices.DeleteFunc(rows, func(r row) bool { return !m.filter.matches(r) })
}

// selected returns the selected row's place; -1: none.
func (m Model) selected(rows []row) int {
	return slices.IndexFunc(rows, func(r row) bool { return r.channel() == m.pointer.channel })
}

// settle has the pointer on something that is there, if anything is.
func (m Model) settle() Model {
	rows := m.rows()
	if m.selected(rows) < 0 {
		m.pointer = pointer{}
		if len(rows) > 0 {
			m.pointer.channel = rows[0].channel()
		}
	}
	if m.pointer.inside && !slices.Contains(m.notes, m.pointer.note) {
		m.pointer.inside, m.pointer.note = false, nil
	}
	return m
}

// move goes so many rows down, or up if by is negative, in what the keys are in.
func (m Model) move(by int) Model {
	if m.pointer.inside {
		notes := m.notesHere()
		at := slices.Index(notes, m.pointer.note)
		m.pointer.note = notes[clamp(at+by, len(notes))]
		return m
	}
	rows := m.rows()
	if len(rows) == 0 {
		return m
	}
	m.pointer.channel = rows[clamp(m.selected(rows)+by, len(rows))].channel()
	return m
}

// enter goes into the decisions of the selected channel, or back.
func (m Model) enter(inside bool) Model {
	notes := m.notesHere()
	if m.pointer.inside, m.pointer.note = inside && len(notes) > 0, nil; m.pointer.inside {
		m.pointer.note = notes[0]
	}
	return m
}

// clamp returns the place at, or the nearest there is of so many.
func clamp(at, of int) int { return max(0, min(at, of-1)) }
