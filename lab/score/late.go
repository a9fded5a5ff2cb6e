package score

import (
	"familiar/lab/corpus"
	"familiar/messages"
)

// late counts the lines that a call covers only after the participant had
// really answered them. A line nobody answered is never late.
func late(g *corpus.Gold, woken map[messages.LineID]messages.Instant) int {
	answered := make(map[messages.LineID]messages.Instant)
	for _, m := range g.Moments {
		for _, id := range m.Parents {
			if at, ok := answered[id]; !ok || m.At < at {
				answered[id] = m.At
			}
		}
	}
	n := 0
	for _, id := range g.Replied {
		at, was := answered[id]
		if called, ok := woken[id]; ok && was && called > at {
			n++
		}
	}
	return n
}
