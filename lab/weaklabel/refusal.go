package weaklabel

import (
	"fmt"
	"time"
)

// A Refusal is what shows that a line was left unanswered. One of the fields is
// set; the zero Refusal claims it of every line, and its precision is how many
// are.
type Refusal struct {
	Silent time.Duration // nobody else says anything for so long
	Over   int           // so many lines by others follow, and no sign is among them
	Untold time.Duration // no sign is there within so long, whatever else is said
}

// String returns what a table calls the refusal.
func (r Refusal) String() string {
	switch {
	case r.Silent > 0:
		return "silence " + span(r.Silent)
	case r.Over > 0:
		return fmt.Sprintf("talked over by %d", r.Over)
	case r.Untold > 0:
		return "no sign in " + span(r.Untold)
	}
	return "every line"
}

// refused reports whether the refusal is there for line i. told has for the first
// line of a turn those that a sign says answer the turn. What the slice is too
// short to show is not there.
func (t talk) refused(r Refusal, i int, told map[int][]int) bool {
	answers := told[t[i].turn]
	n := 0
	for by := i + 1; by < len(t); by++ {
		if t[by].author == t[i].author || t[by].bot {
			continue
		}
		n++
		after := t.since(i, by)
		switch {
		case r.Silent > 0:
			return after > r.Silent
		case r.Over > 0 && n == r.Over:
			return len(answers) == 0 || answers[0] > by
		case r.Untold > 0 && after > r.Untold:
			return len(answers) == 0 || t.since(i, answers[0]) > r.Untold
		}
	}
	return r == Refusal{}
}
