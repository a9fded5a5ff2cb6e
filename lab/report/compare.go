package report

import (
	"slices"
	"time"

	"familiar/internal/shorten"
	"familiar/lab/score"
	"familiar/messages"
)

// later is how much later a call has to come to be another decision.
const later = 5 * time.Second

// A heard is what a setting did about each line of a channel, and what puts it
// into words.
type heard struct {
	decider *decider
	lines   map[messages.LineID]Decision
}

// verdicts returns what a walk did about every line: the first call that covers
// it, else the last question, else the last note about it.
func (d *decider) verdicts() heard {
	h := heard{d, map[messages.LineID]Decision{}}
	for i := range d.w.Notes {
		if n := &d.w.Notes[i]; n.Line != "" && !toldByWakeUp(n) {
			h.lines[n.Line] = Decision{At: d.since(n.At), Act: string(n.Act), Rung: string(n.Rung), Trigger: string(n.Trigger), note: n}
		}
	}
	for i := range d.w.Decisions {
		is := d.wake(&d.w.Decisions[i], NoMark)
		for _, id := range d.w.Decisions[i].Covers {
			if h.lines[id].Act != actSpoke {
				h.lines[id] = is
			}
		}
	}
	return h
}

// keepForNextWalk frees what the next walk uses again.
func (h heard) keepForNextWalk() heard {
	w := *h.decider.w
	w.Decisions = nil
	h.decider.w = &w
	for id, is := range h.lines {
		if is.made != nil {
			made := score.Decision{At: is.made.At, Trigger: is.made.Trigger, Judged: is.made.Judged, Fire: is.made.Fire}
			is.made = &made
			h.lines[id] = is
		}
	}
	return h
}

// compare keeps what the first setting did, and puts what the second did
// otherwise beside it. What two wake-ups do alike about lines one after the
// other is one difference.
func (b *Builder) compare(setting, i int, d *decider) {
	c := &b.report.Channels[i]
	if setting == 0 {
		b.lines[i] = d.verdicts().keepForNextWalk()
		return
	}
	first, second := b.lines[i], d.verdicts()
	b.lines[i] = heard{}
	var all []Difference
	for r := range d.w.Slice.Records {
		line := d.w.Slice.Records[r].Line
		x, y := first.lines[line.ID], second.lines[line.ID]
		if !differ(&x, &y) {
			continue
		}
		is := Difference{
			At: int64(line.At - c.from), Line: string(line.ID), Who: shorten.Ellipsis(line.Author.Name, 40), Text: shorten.Ellipsis(line.Text, mostText),
			Sides: [2]Decision{x.brief(), y.brief()},
		}
		if n := len(all); n > 0 && sameWake(&all[n-1], &is) {
			is.Lines = all[n-1].Lines + 1
			all[n-1] = is
			continue
		}
		all = append(all, is)
	}
	c.Differ = len(all)
	b.differ += len(all)
	c.Differences = slices.Clip(all[:min(len(all), fair(allDifferences, b.channels, leastDecisions, mostDifferences))])
	for k := range c.Differences {
		first.decider.explain(&c.Differences[k].Sides[0])
		second.decider.explain(&c.Differences[k].Sides[1])
	}
}

// differ reports whether one speaks and the other doesn't, or much later.
func differ(x, y *Decision) bool {
	if x.Act != actSpoke || y.Act != actSpoke {
		return (x.Act == actSpoke) != (y.Act == actSpoke)
	}
	return time.Duration(max(x.At-y.At, y.At-x.At))*time.Millisecond >= later
}

// sameWake reports whether the side that speaks does so in one call.
func sameWake(a, b *Difference) bool {
	for i := range a.Sides {
		x, y := &a.Sides[i], &b.Sides[i]
		if x.Act != y.Act && (x.Act == actSpoke || y.Act == actSpoke) || x.Act == actSpoke && x.At != y.At {
			return false
		}
	}
	return true
}

// brief leaves out what stands beside it already.
func (d Decision) brief() Decision {
	d.Line, d.Who, d.Text, d.Covers = "", "", "", 0
	return d
}
