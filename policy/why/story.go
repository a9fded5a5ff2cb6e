package why

import (
	"slices"

	"familiar/messages"
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
		return n.Line != "" && n.Rung != "command" && n.Rung != byBackfill
	case messages.Drop, messages.Denied, messages.Claim, messages.Settled:
	}
	return false
}

// Story gives what became of one line for one familiar, oldest first, from a
// channel's notes, newest first: the notes about the line, those about it that
// are nobody's, such as that its author is a guest, and what settled the
// question or the turn that it led to.
func Story(newest []*messages.Note, who messages.FamiliarID, line messages.LineID) []*messages.Note {
	var told []*messages.Note
	var awaits Verdict // Open: a question settles it, Answered: a turn; Quiet: nothing does
	for _, n := range slices.Backward(newest) {
		ours := n.Familiar == who && n.Act == messages.Settled
		switch {
		case n.Line == line && (n.Familiar == who || n.Familiar == "") && n.Rung != "duplicate":
		case ours && awaits == Open && isTurn(n): // it was about others, and took the line along
			awaits = Quiet
			continue
		case ours && (awaits == Open && isQuestion(n) || awaits == Answered && (isTurn(n) || isQuestion(n))):
		default:
			continue
		}
		told = append(told, n)
		switch {
		case isTurn(n):
			awaits = Quiet
		case n.Familiar == who && slices.Contains(withTurn, n.Rung):
			awaits = Answered
		case n.Familiar == who:
			awaits = verdictOf(n)
		}
	}
	return told
}

// withTurn are the words of what is answered by a turn that has begun: it took
// the line in, gives way to it, or is tried again.
var withTurn = []string{"steer", "inject", "interrupt", "failed"}

// isTurn reports whether a note ends a turn.
func isTurn(n *messages.Note) bool {
	switch n.Rung {
	case "spoke", "silence", "failed", "stale", "shadowed":
		return n.Act == messages.Settled
	}
	return false
}

// isQuestion reports whether a note settles what a line was left to, or keeps
// the turn that was to come from beginning.
func isQuestion(n *messages.Note) bool {
	switch n.Rung {
	case byJudge, "odds", "overdue", "floor", byHours, byQuiet, byBudget, byGuard, "reconfigured", "not-its-turn":
		return true
	case "shed":
		return n.Trigger != "" // else lines or parts were too many
	}
	return false
}
