package board

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"familiar/cmd/familiar/command"
)

// beside is from how many columns on the detail is beside the list instead of
// below it.
const beside = 100

// What is assumed of a terminal that hasn't told its size.
const (
	usualWidth  = 80
	usualHeight = 24
)

// View implements tea.Model.
func (m Model) View() tea.View {
	v := tea.NewView(m.text())
	v.AltScreen = true
	return v
}

// text is the whole screen, each line as wide as the terminal.
func (m Model) text() string {
	columns, _ := m.size()
	var middle []string
	if m.page.kind != noPage {
		middle = m.pageLines(columns, m.body())
	} else {
		middle = m.panes(columns, m.body())
	}
	lines := append([]string{m.head(columns)}, middle...)
	return strings.Join(append(lines, m.foot(columns)...), "\n")
}

func (m Model) size() (columns, rows int) {
	if m.width == 0 || m.height == 0 {
		return usualWidth, usualHeight
	}
	return m.width, m.height
}

// body is how many rows are between the head and the foot.
func (m Model) body() int {
	_, rows := m.size()
	return max(1, rows-3)
}

// leap is how many rows a page key goes.
func (m Model) leap() int { return max(1, m.body()/2) }

// panes is list and detail, beside or below each other.
func (m Model) panes(columns, rows int) []string {
	if columns >= beside {
		list := min(60, columns*2/5)
		left, right := m.list(list, rows), m.detail(columns-list-3, rows)
		for i := range left {
			left[i] += " " + m.Look.paint(soft, "│") + " " + right[i]
		}
		return left
	}
	// One row between them; in a very low terminal there is only the list.
	list := min(max(3, rows*2/5), rows)
	lines := m.list(columns, list)
	if rest := rows - list - 1; rest > 0 {
		lines = append(lines, m.Look.paint(soft, strings.Repeat("─", columns)))
		return append(lines, m.detail(columns, rest)...)
	}
	return append(lines, blank(columns, rows-list)...)
}

// head counts what is there, and shows the filter.
func (m Model) head(columns int) string {
	writing := 0
	for i := range m.overview.Channels {
		for k := range m.overview.Channels[i].Seats {
			if act := stateOf(&m.overview.Channels[i].Seats[k]).tint; act == speaks {
				writing++
			}
		}
	}
	awake := command.Count(len(m.overview.Channels), "channel") + " awake"
	if m.overview.Next != "" {
		awake = "the first " + awake
	}
	text := fmt.Sprintf("%s, %s about to speak", awake, command.Count(writing, "familiar"))
	switch {
	case m.filter.typing:
		text += "  /" + m.filter.text + "_"
	case m.filter.text != "":
		text += "  /" + m.filter.text
	}
	return m.Look.paint(strong, fit(text, columns))
}

// foot is two rows: what happened or is asked, and the keys.
func (m Model) foot(columns int) []string {
	keys, said, t := "↑↓ select  Enter why  / filter  ? help  Esc end", m.told, plain
	if m.Steers {
		keys = "↑↓ select  Enter why  / filter  q quiet  w wake  e engage  ? help  Esc end"
	}
	switch {
	case m.pending != nil:
		return []string{m.Look.paint(doubts, fit(m.pending.question(), columns)), fit(m.pending.choices(), columns)}
	case m.away != nil:
		said, t = "the program is away; trying again: "+clean(m.away.Error()), trouble
	case m.told == "" && m.lost != nil:
		said, t = "no decisions: "+clean(m.lost.Error()), trouble
	}
	switch {
	case m.filter.typing:
		keys = "type to filter  Enter keep  Esc all"
	case m.page.kind != noPage:
		keys = "↑↓ scroll  Esc back"
	case m.pointer.inside:
		keys = "↑↓ select a decision  Enter why  Esc back to the channels"
	}
	return []string{m.Look.paint(t, fit(said, columns)), m.Look.paint(soft, fit(keys, columns))}
}

// blank is so many empty lines.
func blank(columns, rows int) []string {
	var lines []string
	for range rows {
		lines = append(lines, fit("", columns))
	}
	return lines
}
