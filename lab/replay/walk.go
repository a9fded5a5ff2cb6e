package replay

import (
	"cmp"

	"familiar/lab/corpus"
	"familiar/lab/score"
	"familiar/messages"
	"familiar/policy/why"
)

// A Walk is one familiar's finished way through one slice, for a report.
type Walk struct {
	Slice     *corpus.Slice
	Gold      *corpus.Gold
	Decisions []score.Decision // in the order they were made
	Notes     []messages.Note  // in the order they were made; of a replay, with [Options.KeepNotes]
	Closed    bool             // the loop was closed
	Said      []Said           // in a closed loop
	Judged    int              // questions to the judge
	Seat      why.Seat         // to put the notes into words

	Live bool                // nothing was replayed: it was decided while a program ran
	Who  messages.FamiliarID // of a live walk
	Says map[int]string      // of a live walk: what was said or would have been, by the place of its decision

	Verdicts []Verdict // of a live walk: what its judge said
}

// Whose returns who decided: the familiar of a live walk, else the participant
// whose place it took.
func (w *Walk) Whose() string { return cmp.Or(string(w.Who), string(w.Gold.Familiar)) }

// A Said is a simulated line of the familiar's.
type Said struct {
	At   messages.Instant
	Text string
	Call int // the call it answers, by its place among the decisions
}

// walked returns the leg as a walk. Its slices are the leg's own and hold until
// the next one begins.
func (l *leg) walked() Walk {
	seat, _ := seatOf(l.slice, l.gold, l.options).Why(messages.FamiliarID(l.gold.Familiar))
	return Walk{Slice: l.slice, Gold: l.gold, Decisions: l.decisions, Notes: l.kept, Closed: l.closed(), Said: l.said, Judged: l.judged, Seat: seat}
}
