package board

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/cmd/familiar/command"
	"familiar/messages"
)

// detail is the selected channel: its state, its familiars, why the newest line
// came to what it came to, and its decisions.
func (m Model) detail(columns, rows int) []string {
	all := m.rows()
	at := m.selected(all)
	if at < 0 {
		return blank(columns, rows)
	}
	lines := []string{m.Look.paint(strong, fit(clean(string(all[at].channel())), columns))}
	if u := all[at].unmatched; u != nil {
		for _, l := range wrap(command.Count(int(u.Lines), "line")+", but no familiar is here: "+clean(u.Reason), columns, "") { //nolint:gosec // a count for reading
			lines = append(lines, fit(l, columns))
		}
	} else {
		lines = append(lines, m.known(columns)...)
		lines = append(lines, m.seats(all[at].status, columns)...)
		lines = append(lines, m.newestWhy(columns)...)
	}
	// Decisions get what is left, and half of it at least.
	lines = lines[:min(len(lines), max(1, rows-rows/3))]
	lines = append(lines, m.decisions(columns, rows-len(lines))...)
	return lines[:min(len(lines), rows)]
}

// known is a row of who reads the channel and how long it is kept, once that is told.
func (m Model) known(columns int) []string {
	if m.newest.channel != m.pointer.channel || m.newest.details == nil {
		return nil
	}
	d := m.newest.details
	read := map[messages.Audience]string{messages.AudienceAll: "read by all of its workspace", messages.AudienceSome: "read by some of its workspace"}[d.Audience]
	if read == "" {
		read = "nobody can say who reads it"
	}
	says := read + "; texts are kept for " + clean(d.Keep)
	if len(d.Held) > 0 {
		says += "; held by " + clean(strings.Join(d.Held, ", "))
	}
	return []string{m.Look.paint(soft, fit(says, columns))}
}

// seats is a heading and a row for each familiar, with one below it for who learns.
func (m Model) seats(ch *messages.Status, columns int) []string {
	var lines []string
	if room := ofRoom(ch, m.clock()); room != "" {
		lines = append(lines, fit(room, columns))
	}
	heading := fmt.Sprintf("%s %s %s CREDITS WAIT BUDGET", fit("FAMILIAR", 10), fit("DOING", 22), fit("THINKS", 12))
	lines = append(lines, m.Look.paint(soft, fit(heading, columns)))
	for i := range ch.Seats {
		seat := &ch.Seats[i]
		s := stateOf(seat)
		lines = append(lines, fit(fmt.Sprintf("%s %s %s %7d %4d %4d/4",
			fit(clean(string(seat.Familiar)), 10), m.Look.paint(s.tint, fit(s.sign+" "+doing(seat, m.clock()), 22)),
			fit(thinks(seat, m.clock()), 12), seat.Credits, seat.Backlog, seat.Pressure), columns))
		if next := occasion(seat, m.clock()); next != "" {
			lines = append(lines, fit("  "+next, columns))
		}
		if known := learned(seat); known != "" {
			lines = append(lines, fit("  learned "+known, columns))
		}
	}
	return lines
}

// newestWhy tells in plain words what each familiar made of the newest line.
func (m Model) newestWhy(columns int) []string {
	if m.newest.channel != m.pointer.channel {
		return nil
	}
	var lines []string
	for i := range m.newest.reasons {
		r := &m.newest.reasons[i]
		for _, l := range wrap(clean(named(r.Name, r.Familiar)+": "+r.Sentence), columns, "  ") {
			lines = append(lines, fit(l, columns))
		}
	}
	return lines
}

// decisions is the channel's newest first, around the selected one.
func (m Model) decisions(columns, rows int) []string {
	notes := m.notesHere()
	at := max(0, slices.Index(notes, m.pointer.note))
	from := max(0, min(at-rows/2, len(notes)-rows))
	var lines []string
	for i := from; i < min(len(notes), from+rows); i++ {
		lines = append(lines, m.decision(notes[i], columns))
	}
	return append(lines, blank(columns, rows-len(lines))...)
}

// decision is one as a row.
func (m Model) decision(n *messages.Note, columns int) string {
	mark, line := " ", ""
	if n.Line != "" {
		line = "  line " + clean(string(n.Line))
	}
	what, t := decided(n)
	when := n.At.Time().In(m.Look.zone()).Format(time.TimeOnly)
	who := fit(clean(string(n.Familiar)), 10)
	if m.pointer.inside && m.pointer.note == n {
		mark = ">"
		return m.Look.paint(inverse, fit(mark+when+" "+who+" "+what+line, columns))
	}
	return fit(mark+when+" "+who+" "+m.Look.paint(t, what)+m.Look.paint(soft, line), columns)
}

// named is a familiar's name, or its id; nobody's decisions have neither.
func named(name string, id messages.FamiliarID) string {
	switch {
	case name != "":
		return name
	case id != "":
		return string(id)
	}
	return "nobody"
}
