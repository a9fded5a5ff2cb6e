package report

import (
	"time"

	"familiar/messages"
	"familiar/replay"
)

// later is how much later a call has to come to be another decision.
const later = 5 * time.Second

// A verdict is what a setting did about a line.
type verdict struct {
	spoke    bool
	decision Decision // the call, or what kept it quiet
}

// heard is what a setting did about each line.
type heard map[messages.LineID]verdict

// verdicts gives what a walk did about every line of others.
func verdicts(w *replay.Walk, from messages.Instant) heard {
	d := newDecider(w, from)
	all := heard{}
	for i := range w.Notes {
		n := &w.Notes[i]
		if n.Line == "" || n.Act == messages.Settled && told(n) {
			continue
		}
		all[n.Line] = verdict{decision: d.of(n)}
	}
	for i := range w.Decisions {
		made := &w.Decisions[i]
		is := d.wake(made, NoMark)
		for _, id := range made.Covers {
			if !all[id].spoke { // the first call about a line counts
				all[id] = verdict{spoke: made.Fire, decision: is}
			}
		}
	}
	return all
}

// compare keeps what the first setting did, and puts what the second did
// otherwise beside it.
func (b *Builder) compare(setting, i int, w *replay.Walk) {
	c := &b.report.Channels[i]
	if setting == 0 {
		b.lines[i] = verdicts(w, c.from)
		return
	}
	first, second := b.lines[i], verdicts(w, c.from)
	b.lines[i] = nil
	most := fair(allDifferences, b.channels, leastDecisions, mostDifferences)
	for r := range w.Slice.Records {
		line := w.Slice.Records[r].Line
		x, y := first[line.ID], second[line.ID]
		if x.spoke == y.spoke && (!x.spoke || apart(x.decision.At, y.decision.At) < later) {
			continue
		}
		c.Differ++
		b.differ++
		if len(c.Differences) < most {
			c.Differences = append(c.Differences, Difference{
				At: int64(line.At - c.from), Line: string(line.ID), Who: cut(line.Author.Name, 40), Text: cut(line.Text, mostText),
				Sides: [2]Decision{x.decision.brief(), y.decision.brief()},
			})
		}
	}
}

func apart(a, b int64) time.Duration { return time.Duration(max(a-b, b-a)) * time.Millisecond }

// brief leaves out what stands beside it already.
func (d Decision) brief() Decision {
	d.Line, d.Who, d.Text, d.Covers = "", "", "", 0
	return d
}
