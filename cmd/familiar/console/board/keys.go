package board

import (
	"math"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"familiar/control"
	"familiar/messages"
)

// mostFilter bounds what is typed into the filter, in bytes.
const mostFilter = 100

// press answers a key: what is open on top of the list is asked first.
func (m Model) press(key tea.KeyPressMsg) (tea.Model, tea.Cmd) {
	name := key.String()
	if name == "ctrl+c" {
		return m, tea.Quit
	}
	switch {
	case m.pending != nil:
		return m.confirm(name)
	case m.filter.typing:
		return m.typed(name, key.Text).explain()
	case m.page.kind != noPage:
		return m.turn(name), nil
	}
	m.told = ""
	if by, moves := m.steps(name); moves {
		return m.move(by).explain()
	}
	switch name {
	case "esc":
		return m.back()
	case "tab":
		return m.enter(!m.pointer.inside), nil
	case "right", "l":
		return m.enter(true), nil
	case "left", "h":
		return m.enter(false), nil
	case "/":
		m.filter.typing = true
	case "?":
		m.page = page{kind: helpPage}
	case "enter":
		return m, m.ask()
	}
	for _, s := range steering {
		if s.key == name {
			return m.prepare(s.command), nil
		}
	}
	return m, nil
}

// steps says how many rows a key goes down.
func (m Model) steps(name string) (by int, moves bool) {
	switch name {
	case "up", "k":
		return -1, true
	case "down", "j":
		return 1, true
	case "pgup":
		return -m.leap(), true
	case "pgdown":
		return m.leap(), true
	case "home", "g":
		return -math.MaxInt32, true
	case "end", "G":
		return math.MaxInt32, true
	}
	return 0, false
}

// back closes what was opened last; at the list it ends the board.
func (m Model) back() (tea.Model, tea.Cmd) {
	switch {
	case m.pointer.inside:
		return m.enter(false), nil
	case m.filter.text != "":
		m.filter.text = ""
		return m, nil
	}
	return m, tea.Quit
}

// typed takes a key into the filter.
func (m Model) typed(name, text string) Model {
	switch {
	case name == "enter" || name == "esc":
		m.filter.typing = false
		if name == "esc" {
			m.filter.text = ""
		}
	case name == "backspace":
		_, last := utf8.DecodeLastRuneInString(m.filter.text)
		m.filter.text = m.filter.text[:len(m.filter.text)-last]
	case name == "up" || name == "down":
		by, _ := m.steps(name)
		return m.move(by)
	case len(m.filter.text)+len(text) <= mostFilter:
		m.filter.text += clean(text)
	}
	return m.settle()
}

// turn answers a key while a page is open.
func (m Model) turn(name string) Model {
	if by, moves := m.steps(name); moves {
		lines := len(m.page.lines(m))
		m.page.top = max(0, min(m.page.top+by, lines-m.body()))
		return m
	}
	if name == "esc" || name == "enter" || name == "?" || name == "left" || name == "h" {
		m.page = page{}
	}
	return m
}

// ask asks why: of the selected decision's line, or the channel's newest.
func (m Model) ask() tea.Cmd {
	channel, line := m.pointer.channel, messages.LineID("")
	if channel == "" {
		return nil
	}
	if m.pointer.inside {
		line = m.pointer.note.Line
	}
	why := m.Program.Why
	return func() tea.Msg {
		var reasons []control.Reason
		reasons, err := why(channel, line)
		return answered{explained: explained{channel: channel, reasons: reasons}, err: err, open: true}
	}
}
