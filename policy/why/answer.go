package why

import (
	"slices"
	"strings"

	"familiar/messages"
)

// An Answer is what became of one line for one familiar.
type Answer struct {
	Line     messages.LineID
	Familiar messages.FamiliarID // "": nobody's, such as that its author is a guest
	Name     string              // the familiar's
	Steps    []Explanation       // in their order: the decision, then what settled it; at least one

	pending bool // a turn is to answer it, of which nothing is known yet
}

// Tell explains what became of a line; false when the notes have none.
func Tell(newest []*messages.Note, who messages.FamiliarID, line messages.LineID, seat Seat, scene Scene) (Answer, bool) {
	story := follow(newest, who, line, seat.Each)
	a := Answer{Line: line, Familiar: who, Name: seat.Name, pending: story.awaits == Answered}
	for _, n := range story.told {
		e := Explain(n, seat, scene)
		if slices.Contains(story.along, n) {
			e.Verdict, e.Sentence = Quiet, headQuiet+takenAlong
		}
		a.Steps = append(a.Steps, e)
	}
	return a, len(story.told) > 0
}

// Verdict is what the line came to in the end. What is to be answered is open
// until it is.
func (a *Answer) Verdict() Verdict {
	if a.pending {
		return Open
	}
	return a.Steps[len(a.Steps)-1].Verdict
}

// Sentence tells all of it in one.
func (a *Answer) Sentence() string {
	var b strings.Builder
	for i := range a.Steps {
		sentence := a.Steps[i].Sentence
		if a.undone(i) {
			continue
		}
		if i > 0 && sentence == a.Steps[i-1].Sentence {
			continue
		}
		if i > 0 {
			b.WriteString(then)
		}
		b.WriteString(a.toldAs(&a.Steps[i]))
	}
	return b.String()
}

// toldAs has nothing answered that is still to be, or that came to nothing.
func (a *Answer) toldAs(e *Explanation) string {
	switch {
	case e.Verdict != Answered:
	case a.pending:
		return headToCome + e.why
	case a.Verdict() == Quiet:
		return headMeant + e.why
	}
	return e.Sentence
}

// undone reports whether step i tells of a turn of which nothing was posted in
// the end, as the step after it says.
func (a *Answer) undone(i int) bool {
	if i+1 == len(a.Steps) {
		return false
	}
	next := &a.Steps[i+1]
	switch a.Steps[i].Note.Rung {
	case messages.BySpoke, messages.ByCut, messages.BySpare:
		if besides(next.Note.Rung) {
			return a.undone(i + 1)
		}
	default:
		return false
	}
	return next.Note.Act == messages.Settled && next.Verdict == Quiet
}

// besides reports whether a rung tells more of a turn that was posted.
func besides(rung messages.Rung) bool { return rung == messages.ByCut || rung == messages.BySpare }

// Facts are those of the decision: what settles it later has none.
func (a *Answer) Facts() []string {
	for i := range a.Steps {
		if len(a.Steps[i].Facts) > 0 {
			return a.Steps[i].Facts
		}
	}
	return nil
}

// Flips are those of the decision.
func (a *Answer) Flips() []Flip {
	for i := range a.Steps {
		if len(a.Steps[i].Flips) > 0 {
			return a.Steps[i].Flips
		}
	}
	return nil
}
