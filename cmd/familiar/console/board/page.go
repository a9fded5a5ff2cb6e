package board

import (
	"strings"

	"familiar/control"
	"familiar/messages"
)

// A pageKind is what is shown instead of list and detail.
type pageKind int

// The pages there are.
const (
	noPage pageKind = iota
	helpPage
	reasonsPage
)

// A page is text of any length that can be scrolled.
type page struct {
	kind    pageKind
	channel messages.ChannelID
	reasons []control.Reason
	top     int // the first line shown
}

// pageLines is the open page from where it was scrolled to.
func (m Model) pageLines(columns, rows int) []string {
	lines := m.page.lines(m)
	lines = lines[clamp(m.page.top, len(lines)):]
	lines = lines[:min(len(lines), rows)]
	for i := range lines {
		lines[i] = fit(lines[i], columns)
	}
	return append(lines, blank(columns, rows-len(lines))...)
}

// lines is all of a page, at the width of the board.
func (p page) lines(m Model) []string {
	if p.kind == helpPage {
		return m.help()
	}
	return p.why(m)
}

// why tells of each familiar the verdict, the sentence, the facts and what
// would have changed it.
func (p page) why(m Model) []string {
	columns, _ := m.size()
	if len(p.reasons) == 0 {
		return []string{"Nothing was decided in " + clean(string(p.channel)) + ", or the record has expired."}
	}
	var lines []string
	for i := range p.reasons {
		r := &p.reasons[i]
		title := named(r.Name, r.Familiar) + ", " + r.Verdict
		if r.Line != "" {
			title += ", line " + string(r.Line)
		}
		lines = append(lines, m.Look.paint(verdictTints[r.Verdict], fit(clean(title+" in "+string(p.channel)), columns)))
		lines = append(lines, wrap("  "+clean(r.Sentence), columns, "  ")...)
		for _, fact := range r.Facts {
			lines = append(lines, wrap("  - "+clean(fact), columns, "    ")...)
		}
		for _, f := range r.Flips {
			lines = append(lines, wrap("  would have been "+clean(f.To)+" if "+clean(strings.Join(f.If, " and ")), columns, "    ")...)
		}
		lines = append(lines, "")
	}
	return lines
}

// verdictTints colours what a line came to.
var verdictTints = map[string]tint{"answered": speaks, "open": doubts, "quiet": waits}

// help is every key and sign.
func (m Model) help() []string {
	lines := []string{
		"KEYS",
		"  ↑ ↓ j k  PgUp PgDn  Home End   select a channel; after Tab, a decision",
		"  Tab → ←                        into the channel's decisions and back",
		"  Enter                          why: of the decision's line, or the newest",
		"  /                              filter by channel or familiar as you type",
	}
	for _, s := range steering {
		lines = append(lines, "  "+fit(s.key, 29)+"  "+string(s.command)+": "+s.does)
	}
	if !m.Steers {
		lines = append(lines, "  q, r, w and e need a token with the scope control; this one can't steer")
	}
	return append(lines,
		"  Esc                            back; at the channels, and Ctrl-C: end",
		"SIGNS",
		"  * writing   » posting   + about to answer   ? asks its judge",
		"  ~ waiting to consider speaking   - quiet   o nobody is there   ! guard on",
	)
}
