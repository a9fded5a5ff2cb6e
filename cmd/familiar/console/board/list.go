package board

import (
	"fmt"

	"charm.land/lipgloss/v2"

	"familiar/cmd/familiar/command"
	"familiar/messages"
)

// list is the channels, so many rows around the selected one.
func (m Model) list(columns, rows int) []string {
	all := m.rows()
	if len(all) == 0 {
		text := "no channel is awake: one is from its first line on"
		if m.filter.text != "" {
			text = "no channel matches the filter; Esc shows all"
		}
		return append([]string{m.Look.paint(soft, fit(text, columns))}, blank(columns, rows-1)...)
	}
	foot := m.missing(columns)
	foot = foot[:min(len(foot), rows-1)]
	room := rows - len(foot)
	at := m.selected(all)
	from := max(0, min(at-room/2, len(all)-room))
	var lines []string
	for i := from; i < min(len(all), from+room); i++ {
		lines = append(lines, m.row(all[i], i == at, columns))
	}
	lines = append(lines, foot...)
	return append(lines, blank(columns, rows-len(lines))...)
}

// missing tells of what isn't in the list: channels without a familiar, and those of
// processes that didn't answer.
func (m Model) missing(columns int) (lines []string) {
	if n := m.overview.UnmatchedAll - len(m.overview.Unmatched); n > 0 && m.filter.text == "" {
		lines = append(lines, m.Look.paint(soft, fit(command.Count(n, "more channel")+" without a familiar", columns)))
	}
	for _, p := range m.overview.Silent {
		lines = append(lines, m.Look.paint(soft, fit(clean(p.Host)+" ("+clean(p.Process)+") did not answer", columns)))
	}
	return lines
}

// row is one channel: a mark if it is selected, its sign, its id and what goes
// on there.
func (m Model) row(r row, selected bool, columns int) string {
	sign, what, t := "o", "nobody", soft
	if r.status != nil {
		sign, what, t = m.lead(r.status)
	}
	mark := " "
	if selected {
		mark = ">"
	}
	what = fit(what, min(lipgloss.Width(what), columns/2))
	name := fit(clean(string(r.channel())), columns-5-lipgloss.Width(what))
	if selected && !m.pointer.inside {
		return m.Look.paint(inverse, fit(mark+sign+" "+name+"  "+what, columns))
	}
	return fit(mark+m.Look.paint(t, sign)+" "+name+"  "+m.Look.paint(t, what), columns)
}

// lead tells of the familiar of a channel that does most.
func (m Model) lead(ch *messages.Status) (sign, what string, t tint) {
	if len(ch.Seats) == 0 {
		return " ", "nobody", soft
	}
	lead := &ch.Seats[0]
	for i := range ch.Seats {
		if stateOf(&ch.Seats[i]).rank > stateOf(lead).rank {
			lead = &ch.Seats[i]
		}
	}
	s := stateOf(lead)
	what = clean(string(lead.Familiar)) + " " + s.word
	if lead.Act == messages.Waiting && lead.Thinks != 0 {
		what += " " + left(lead.Thinks, m.clock())
	}
	if ch.Guarded {
		return "!", fmt.Sprintf("guard on, %s", what), doubts
	}
	return s.sign, what, s.tint
}
