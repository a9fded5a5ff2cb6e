package app

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"familiar/messages"
	"familiar/messages/because"
)

// transcript is the hour as a chat, with what each familiar decided beside
// the line, and below it what became of its thoughts and turns.
func (h *hour) transcript() string {
	var b strings.Builder
	lines := h.lines
	for _, n := range h.notes {
		for len(lines) > 0 && lines[0].at <= n.At.Time().Sub(h.began) {
			fmt.Fprintf(&b, "%s %-7s %s%s\n", clockText(lines[0].at), lines[0].author, lines[0].text, h.why(lines[0].id))
			lines = lines[1:]
		}
		if n.Line == "" || n.Act == messages.Settled {
			fmt.Fprintf(&b, "%s     %s: %s by %s", clockText(n.At.Time().Sub(h.began)), n.Familiar, n.Act, n.Rung)
			if n.Trigger != "" {
				fmt.Fprintf(&b, " (%s)", n.Trigger)
			}
			if n.Reason != nil {
				fmt.Fprintf(&b, ": %s", because.Written(n.Reason))
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// why is what was decided of a line, "  [aria engage mention, milo ...]".
func (h *hour) why(id messages.LineID) string {
	var all []string
	for _, n := range h.notes {
		if n.Line == id && !n.Act.IsOutcome() && n.Familiar != "" { // else a copy, which is nobody's
			all = append(all, fmt.Sprintf("%s %s %s", n.Familiar, n.Act, n.Rung))
		}
	}
	return "  [" + strings.Join(all, ", ") + "]"
}

func clockText(at time.Duration) string {
	seconds := int(at.Seconds())
	return fmt.Sprintf("%02d:%02d", seconds/60, seconds%60)
}

func (h *hour) count(is func(*hourLine) bool) int {
	n := 0
	for i := range h.lines {
		if is(&h.lines[i]) {
			n++
		}
	}
	return n
}

// callsOf returns how many calls of a bot in an exchange had a turn, and how
// many the guard turned away.
func (h *hour) callsOf(exchange int) (answered, turnedAway int) {
	e := h.exchanges[exchange]
	for i := range h.lines {
		l := &h.lines[i]
		if l.author != "Cog" || l.at < e.from || l.at > e.until {
			continue
		}
		is := func(act messages.Act, rungs ...messages.Rung) bool {
			return slices.ContainsFunc(h.notes, func(n *messages.Note) bool {
				return n.Line == l.id && n.Act == act && slices.Contains(rungs, n.Rung)
			})
		}
		if is(messages.Settled, "spoke", "silence") {
			answered++
		}
		if is(messages.Observe, "guard") {
			turnedAway++
		}
	}
	return answered, turnedAway
}

// summary is what the hour came to.
func (h *hour) summary() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%d lines by people, %d by a bot, %d by familiars.\n\n", h.count(func(l *hourLine) bool { return !l.bot }),
		h.count(func(l *hourLine) bool { return l.bot && l.by == "" }), h.count(func(l *hourLine) bool { return l.by != "" }))
	fmt.Fprintf(&b, "%-8s %8s %8s %8s %8s %8s\n", "", "called", "unasked", "silent", "declined", "share")
	for _, who := range hourCast {
		tally := map[string]int{}
		for _, n := range h.notes {
			switch {
			case n.Familiar != who || n.Act != messages.Settled:
			case n.Rung == "spoke" && n.Trigger.Unsolicited():
				tally["unasked"]++
			case n.Rung == "judge" && strings.HasPrefix(because.Written(n.Reason), "no"):
				tally["declined"]++
			default:
				tally[string(n.Rung)]++
			}
		}
		share := 100 * h.count(func(l *hourLine) bool { return l.by == who }) / len(h.lines)
		fmt.Fprintf(&b, "%-8s %8d %8d %8d %8d %7d%%\n", who, tally["spoke"], tally["unasked"], tally["silence"], tally["declined"], share)
	}
	b.WriteByte('\n')
	for i, e := range h.exchanges {
		answered, turnedAway := h.callsOf(i)
		fmt.Fprintf(&b, "%s Cog calls %d times: %d turns, %d turned away by the guard.\n", clockText(e.from), e.calls, answered, turnedAway)
	}
	return b.String()
}
