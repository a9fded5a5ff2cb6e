package explain

import (
	"context"
	"math"
	"slices"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/why"
)

// gathered is what a question is answered from.
type gathered struct {
	lines []messages.LineID // that are asked about, newest first
	notes []*messages.Note  // that may tell of them, newest first
}

const (
	// whyFurther is how many notes are looked through behind the newest lines
	// for what else there is of them, such as the decision before an edit.
	whyFurther = 2000

	// whySettled is how many notes that settle something are kept for the line
	// they come after. What became of it is found among the first few.
	whySettled = 4096
)

// gather looks back through the channel's notes: first for the lines, unless one
// is asked about, and then for what there is of them.
func (q *Question) gather(ctx context.Context, j WhyFrom) (g gathered, err error) {
	oldest := messages.Instant(math.MinInt64) // a line may have been decided on at any time
	if q.Line != "" {
		g.lines = []messages.LineID{q.Line}
	} else if g.lines, oldest, err = q.newest(ctx, j); err != nil || len(g.lines) == 0 {
		return g, err
	}
	if len(g.lines) == 1 && journal.Seeks(ctx, j) {
		return g, g.seek(ctx, j, q)
	}
	further := 0
	for n, err := range journal.Find(ctx, j, q.Channel, journal.Query{Since: q.Since}) {
		if err != nil {
			return g, err
		}
		if g.addNote(n); n.At < oldest {
			further++
		}
		if further == whyFurther {
			break
		}
	}
	g.cut()
	return g, nil
}

// newest returns the lines to answer for, newest first, and when the oldest of
// them was decided on.
func (q *Question) newest(ctx context.Context, j WhyFrom) (lines []messages.LineID, oldest messages.Instant, err error) {
	var by journal.Author
	wanted := journal.Query{Since: q.Since, Familiar: q.Familiar, Acts: q.Acts}
	if q.By != "" {
		by = journal.NewAuthor(ctx, j, q.Channel, q.By)
		defer by.Close()
		if none, err := by.Narrow(&wanted); none || err != nil {
			return nil, 0, err
		}
	}
	for n, err := range journal.Find(ctx, j, q.Channel, wanted) {
		if err != nil {
			return nil, 0, err
		}
		if !q.wants(n) || slices.Contains(lines, n.Line) {
			continue
		}
		wrote, err := by.Wrote(n)
		if err != nil {
			return nil, 0, err
		}
		if wrote {
			lines, oldest = append(lines, n.Line), n.At
		}
		if len(lines) == max(1, q.Last) {
			break
		}
	}
	return lines, oldest, nil
}

// wants reports whether a note's line is one to answer for, regardless of its author.
func (q *Question) wants(n *messages.Note) bool {
	return why.Decides(n) && (q.Familiar == "" || n.Familiar == q.Familiar) && (len(q.Acts) == 0 || slices.Contains(q.Acts, n.Act))
}

// addNote takes the next note back.
func (g *gathered) addNote(n *messages.Note) {
	if g.notes = append(g.notes, n); len(g.notes) == 2*whySettled {
		g.thin(whySettled)
	}
}

// thin leaves what is about the lines, and at most so many notes in all: of
// those that settle something the oldest, which are the first after a line.
func (g *gathered) thin(most int) {
	g.notes = slices.DeleteFunc(g.notes, func(n *messages.Note) bool { return !why.Settles(n) && !g.about(n) })
	surplus := len(g.notes) - most
	g.notes = slices.DeleteFunc(g.notes, func(n *messages.Note) bool {
		if surplus <= 0 || g.about(n) {
			return false
		}
		surplus--
		return true
	})
}

func (g *gathered) about(n *messages.Note) bool { return slices.Contains(g.lines, n.Line) }

// cut leaves what was noted since the first decision on one of the lines.
func (g *gathered) cut() {
	for len(g.notes) > 0 && !g.about(g.notes[len(g.notes)-1]) {
		g.notes = g.notes[:len(g.notes)-1]
	}
}

// decided returns when a line was first decided on; 0: it never was.
func (g *gathered) decided(line messages.LineID) messages.Instant {
	for _, n := range slices.Backward(g.notes) {
		if n.Line == line {
			return n.At
		}
	}
	return 0
}
