package why

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/rules"
)

// Lines gives the newest lines of which a familiar has decided something,
// newest first and at most n, from a channel's notes, newest first. Commands,
// duplicates and what was fetched later count only when asked for by their id.
func Lines(newest []*messages.Note, who messages.FamiliarID, n int) []messages.LineID {
	var ids []messages.LineID
	for _, note := range newest {
		if len(ids) == n {
			break
		}
		if note.Familiar == who && Decides(note) && !slices.Contains(ids, note.Line) {
			ids = append(ids, note.Line)
		}
	}
	return ids
}

// Decides reports whether a note is a familiar's decision on a line that somebody
// would ask about: no command, and nothing fetched later.
func Decides(n *messages.Note) bool {
	switch n.Act {
	case messages.Observe, messages.Engage, messages.Ask, messages.Wait:
		return n.Line != "" && n.Rung != messages.ByCommand && n.Rung != messages.ByBackfill
	case messages.Drop, messages.Denied, messages.Claim, messages.Settled, messages.Followed:
	}
	return false
}

// Settles reports whether a note may be of the story of lines that it is not
// about: of a channel's notes whoever asks about a line needs these and those
// about it.
func Settles(n *messages.Note) bool { return n.Act == messages.Settled || isRetry(n) }

// A story is what became of one line, while the notes are gone through, oldest
// first.
type story struct {
	who  messages.FamiliarID
	line messages.LineID
	each bool // each line is judged by itself: no turn about others takes it along

	told  []*messages.Note
	knew  []*messages.Note // what turns about other lines knew: told once one of them turns out to answer this one
	along []*messages.Note // of these, turns about other lines: it was shown to them, and waits no more

	awaits Verdict          // Open: a question settles it, Answered: a turn; Quiet: nothing does
	since  messages.Instant // a question or turn that began before is about others
	turn   [8]byte          // the span of the turn that took it; 0: none has
	yes    bool             // a turn is to begin that answers all that waits
}

// follow goes through a channel's notes, newest first, for what became of a line: the
// notes about it, those about it that are nobody's, such as that its author is a guest,
// what settled the question or the turn that it led to, and what the network made of that
// turn's parts.
func follow(newest []*messages.Note, who messages.FamiliarID, line messages.LineID, each bool) story {
	s := story{who: who, line: line, each: each}
	for _, n := range slices.Backward(newest) {
		if s.weigh(n) {
			s.told = append(s.told, s.known(n)...)
			s.told = append(s.told, n)
			s.take(n)
		} else if n.Familiar == s.who && (n.Rung == messages.ByLore || n.Rung == messages.ByRecall) {
			s.knew = append(s.knew, n)
		}
	}
	return s
}

// known returns what the turn knew that a note ends, as far as it isn't told.
func (s *story) known(n *messages.Note) (knew []*messages.Note) {
	for _, of := range s.knew {
		if isTurn(n) && of.Meta.SpanID != [8]byte{} && of.Meta.SpanID == n.Meta.SpanID {
			knew = append(knew, of)
		}
	}
	return knew
}

// weigh looks at the next note and reports whether it is of the story.
func (s *story) weigh(n *messages.Note) bool {
	ours := n.Familiar == s.who && Settles(n)
	judged := ours && isTurn(n) && (s.yes || n.Trigger == messages.Woken)
	if ours && !isOthers(n) && (isTurn(n) || isQuestion(n)) {
		s.yes = isQuestion(n) && VerdictOf(n) == Answered
	}
	if ours && s.awaits == Open && n.Rung == messages.BySteer { // the turn in flight is shown all there is by now
		s.since = 0
	}
	switch {
	case n.Line == s.line && (n.Familiar == s.who || n.Familiar == "") && n.Rung != messages.ByDuplicate:
		return true
	case ours && s.turn != [8]byte{} && n.Meta.SpanID == s.turn:
		return true
	case !ours || n.Meta.At != 0 && n.Meta.At < s.since || isOthers(n):
		return false
	case s.awaits == Open && isTurn(n) && !judged:
		if !s.each {
			s.along = append(s.along, n)
		}
		return !s.each
	}
	return s.awaits == Open && judged || s.isFor(n)
}

// isFor reports whether a note is about what the line awaits: a question of its
// familiar, or a turn.
func (s *story) isFor(n *messages.Note) bool {
	switch {
	case s.awaits == Open:
		return isQuestion(n)
	case s.awaits != Answered:
		return false
	case isRetry(n):
		return n.Rung != messages.ByJudge
	}
	return isTurn(n) || isQuestion(n)
}

// take has the story await what follows from a note of it.
func (s *story) take(n *messages.Note) {
	switch {
	case n.Familiar != s.who || rules.Of(n.Rung).Turn == rules.Besides:
	case slices.Contains(s.along, n):
		s.awaits = Quiet
	case isTurn(n):
		s.awaits, s.turn = Quiet, n.Meta.SpanID
	case isLeft(n):
		s.awaits, s.since = Answered, n.At
	case rules.Of(n.Rung).Turn == rules.GoesOn:
		s.awaits, s.since = Answered, 0
	case n.Act != messages.Settled:
		s.awaits, s.since, s.turn = VerdictOf(n), n.At, [8]byte{}
	case VerdictOf(n) == Answered:
		s.awaits = Answered
	default:
		s.awaits = Quiet
	}
}

// isLeft reports whether a turn that was given the line did not take it in:
// the next one answers.
func isLeft(n *messages.Note) bool {
	return n.Rung == messages.ByInject && n.Reason == because.LeftOver
}

// isOthers reports whether a note that is not about a line has nothing to do
// with it whatever it awaits: another line was too old or judged by itself, or
// the familiar was only told to say something.
func isOthers(n *messages.Note) bool {
	switch n.Rung { //nolint:exhaustive // the others are none of it
	case messages.ByStale:
		return true
	case messages.ByOutage:
		return n.Act == messages.Settled && n.Line != ""
	case messages.ByJudge, messages.ByShed:
		return n.Line != ""
	}
	return n.Trigger == messages.Woken && n.Line == "" && isTurn(n)
}

// isTurn reports whether a note ends a turn.
func isTurn(n *messages.Note) bool {
	switch n.Rung { //nolint:exhaustive // the others are none of it
	case messages.BySpoke, messages.BySilence, messages.ByStale, messages.ByShadowed, messages.ByOutage:
		return n.Act == messages.Settled
	case messages.ByFailed:
		return n.Act == messages.Settled && n.Trigger != "" // else the ledger gave no answer
	case messages.ByUndeliverable, messages.ByUnknown, messages.ByUndelivered:
		return n.Act == messages.Settled && n.N != 0 // else it is a notice's
	case messages.ByDeleted:
		return n.Act == messages.Settled && n.N != 0 // else it is one line's
	}
	return false
}

// isRetry reports whether a note is about a turn or a question that failed and
// is tried again.
func isRetry(n *messages.Note) bool {
	return n.Act == messages.Wait && (n.Rung == messages.ByFailed || n.Rung == messages.ByOutage || n.Rung == messages.ByJudge)
}

// isQuestion reports whether a note settles what a line was left to, or keeps
// the turn that was to come from beginning.
func isQuestion(n *messages.Note) bool {
	switch n.Rung { //nolint:exhaustive // the others are none of it
	case messages.ByJudge, messages.ByOdds, messages.ByUnlikely, messages.ByOverdue, messages.ByFloor, messages.ByHours, messages.ByGuard:
		return true
	case messages.ByReconfigured:
		return n.Line == "" || n.Trigger != ""
	case messages.ByQuiet, messages.ByBudget, messages.ByNotItsTurn, messages.ByCommand, messages.ByShed:
		return n.Trigger != "" // else it is about one line, or about none
	}
	return false
}
