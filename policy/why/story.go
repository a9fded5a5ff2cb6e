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
	open := false
	for _, n := range slices.Backward(newest) {
		about := n.Line == line && (n.Familiar == who || n.Familiar == "") && n.Rung != "duplicate"
		closes := open && n.Familiar == who && n.Act == messages.Settled && ends(n)
		if !about && !closes {
			continue
		}
		told = append(told, n)
		switch verdict := verdictOf(n); {
		case n.Act == messages.Settled && n.Rung != byJudge && n.Rung != "odds" && verdict != Open:
			open = false
		case n.Familiar == who:
			open = verdict != Quiet
		}
	}
	return told
}

// ends reports whether a note that names no line, or the newest one of a turn,
// settles what came before it.
func ends(n *messages.Note) bool {
	switch n.Rung {
	case byJudge, "odds", "spoke", "silence", "failed", "overdue", "floor", byHours, byQuiet, byBudget, byGuard, "stale", "reconfigured", "not-its-turn":
		return true
	}
	return false
}
