package community

import (
	"fmt"
	"slices"
	"strings"
)

// A Judge stands in for the model that is asked whether to speak.
type Judge string

// The judges.
const (
	None     Judge = "none"     // there is no judge: the familiar decides by its odds alone
	Noisy    Judge = "noisy"    // knows the taste, and is mistaken as often as a model
	Stranger Judge = "stranger" // knows what any help channel wants and nothing of this community, with the same mistakes
)

// Judges lists them.
var Judges = []Judge{None, Noisy, Stranger}

// How often a judge says yes where that is right and where it isn't; as in a
// replay.
const (
	judgeTrue  = .90
	judgeFalse = .05
)

func (j Judge) validate() error {
	if !slices.Contains(Judges, j) {
		return fmt.Errorf("judge %q: want one of %v", j, Judges)
	}
	return nil
}

// says gives the answer of a judge who finds it right or not, as drawn.
func says(right bool, drawn float64) bool {
	if right {
		return drawn < judgeTrue
	}
	return drawn < judgeFalse
}

// strangerWants is what somebody would say who knows the line and not the
// people: a question that nobody has answered wants an answer.
func strangerWants(s *Said, m Moment) bool {
	return s.Kind == GoOn || s.To < 0 && !m.Answered && strings.Contains(s.Line.Text, "?")
}
