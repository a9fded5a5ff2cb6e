package report

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"familiar/lab/replay"
	"familiar/messages"
)

// A tick is one line as the timeline shows it.
type tick struct {
	at   messages.Instant
	size int // characters
	own  bool
}

// ticks returns what stood in the transcript: in a closed loop what the familiar
// said in place of the participant's lines.
func ticks(w *replay.Walk) []tick {
	var all []tick
	for i := range w.Slice.Records {
		line := w.Slice.Records[i].Line
		own := line.Author.ID == w.Gold.Familiar
		if own && w.Closed {
			continue
		}
		all = append(all, tick{line.At, utf8.RuneCountInString(line.Text), own})
	}
	for i := range w.Said {
		all = append(all, tick{w.Said[i].At, utf8.RuneCountInString(w.Said[i].Text), true})
	}
	slices.SortStableFunc(all, func(a, b tick) int { return cmp.Compare(a.at, b.at) })
	return all
}

// linesOf returns a channel's lines as ticks from its first line on, at most so
// many: of more every so manieth stands for the others.
func linesOf(w *replay.Walk, from messages.Instant, most int) Lines {
	all := ticks(w)
	l := Lines{Gaps: []int64{}}
	every := (len(all) + most - 1) / most
	var sizes strings.Builder
	last := from
	for i, t := range all {
		if i%every != 0 {
			l.LeftOut++
			continue
		}
		l.Gaps = append(l.Gaps, int64(t.at-last))
		last = t.at
		first := byte('0')
		if t.own {
			first = 'a'
		}
		sizes.WriteByte(first + byte(min(9, t.size/20)))
	}
	l.Sizes = sizes.String()
	return l
}
