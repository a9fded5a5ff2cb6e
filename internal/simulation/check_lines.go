package simulation

import (
	"bytes"
	"slices"
	"strings"

	"familiar/messages"
	"familiar/messages/because"
)

// checkLines: every line of which an account has a copy is decided by its seat,
// once. An edit may decide it before that copy is in, or anew.
func (w *world) checkLines(ref *reference) {
	for _, s := range ref.room.lines {
		for i := range ref.room.config.Seats {
			familiar := ref.room.config.Seats[i].Familiar
			d := decided{s.line.ID, familiar}
			n, owed := ref.decisions[d], s.copied(i)
			if n > 1 || n > 0 && !ref.knows(i, s.line.ID, 1<<63) || n == 0 && owed && !ref.revised[d] && !ref.gone[s.line.ID] {
				w.broke("room %d: %s decided %d times about %s", ref.room.at, familiar, n, s.line.ID)
			}
		}
	}
}

// checkNotes: after a crash a decision may be noted again, never another one
// made.
func (w *world) checkNotes(ref *reference) {
	noted := make(map[decided][]*messages.Note, len(ref.kept.notes))
	var order []decided
	for _, n := range ref.kept.notes {
		if !decides(n) {
			continue
		}
		d := decided{n.Line, n.Familiar}
		same := func(old *messages.Note) bool { return old.At == n.At && old.Act == n.Act && old.Rung == n.Rung }
		if noted[d] == nil {
			order = append(order, d)
		}
		if !slices.ContainsFunc(noted[d], same) {
			noted[d] = append(noted[d], n)
		}
	}
	for _, d := range order {
		if n, edits := len(noted[d]), w.edits(ref, d.line); n > 1+edits {
			w.broke("room %d: the ledger has %d decisions of %s about %s, which was edited %d times",
				ref.room.at, n, d.familiar, d.line, edits)
		}
	}
}

// checkAnswered: nobody who asked goes without an answer because the model was
// away: it always comes back.
func (w *world) checkAnswered(ref *reference) {
	for _, n := range ref.kept.notes {
		if n.Act == messages.Settled && n.Rung == messages.ByFailed && n.Trigger != "" && !n.Trigger.Unsolicited() {
			w.broke("room %d: %s gives up on %s (%s), though its model was only away", ref.room.at, n.Familiar, n.Line, n.Trigger)
		}
	}
}

// edits is how often the journal has a change of a line.
func (w *world) edits(ref *reference, id messages.LineID) (n int) {
	for _, r := range ref.kept.history {
		if e, ok := r.Event.(messages.Edited); ok && e.Line.ID == id {
			n++
		}
	}
	return n
}

// checkErased: nothing is left of the text of a line that was deleted or
// forgotten.
func (w *world) checkErased(ref *reference) {
	for _, s := range ref.room.lines {
		if !ref.gone[s.line.ID] || ref.again[s.line.ID] && (ref.room.astray || ref.wiped) { // the state knows nothing of it any more
			continue
		}
		for _, r := range w.disk.log[ref.room.at%partitions] {
			if line := lineOf(r.Event); line != nil && line.ID == s.line.ID && !w.disk.erased[r.Seq] {
				w.broke("room %d: %s is to be gone, and record %d has its text: %q", ref.room.at, line.ID, r.Seq, line.Text)
			}
		}
		for _, text := range s.texts {
			if seq := w.learnedOf(ref.room, text); seq != 0 {
				w.broke("room %d: %s is to be gone, and record %d would have its text kept: %s", ref.room.at, s.line.ID, seq, text)
			}
			if where := ref.kept.has(text); where != "" {
				w.broke("room %d: %s is to be gone, and %s has its text: %s", ref.room.at, s.line.ID, where, text)
			}
		}
	}
}

// learnedOf is a record of what a model would have kept that has a text; 0: there is none.
func (w *world) learnedOf(r *room, text string) uint64 {
	for _, record := range w.disk.log[r.at%partitions] {
		m, is := record.Event.(messages.Memorized)
		if is && !w.disk.erased[record.Seq] && slices.ContainsFunc(m.Lessons, func(l messages.Lesson) bool { return strings.Contains(l.Text, text) }) {
			return record.Seq
		}
	}
	return 0
}

// has says what of the disk beside the log holds a text; "" is nothing.
func (k *kept) has(text string) string {
	if bytes.Contains(k.snapshot.Body, []byte(text)) {
		return "the snapshot"
	}
	for _, n := range k.notes {
		if strings.Contains(because.Written(n.Reason), text) {
			return "the ledger"
		}
	}
	for _, l := range k.deadLetters {
		if l.Post != nil && strings.Contains(l.Post.Quoting.Text, text) {
			return "a letter"
		}
	}
	return ""
}

func lineOf(e messages.Event) *messages.Line {
	switch e := e.(type) {
	case messages.Heard:
		return e.Line
	case messages.AlsoHeard:
		return e.Line
	case messages.Edited:
		return e.Line
	default:
		return nil
	}
}
