package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/transcript"
)

// What a prompt shows of the transcript, and what waits for one. Whoever makes a
// judge's question again shows it as much.
const (
	recentMax   = 20  // observed lines a turn is shown
	earlier     = 20  // lines before those, at least
	earlierStep = 8   // lines by which the first of them moves on
	JudgedMax   = 5   // lines before those in question that a judge is shown
	cut         = 800 // code points of an observed line that are shown
)

// showLine gives e as a prompt for seat i shows it, as [transcript.Entry.Quote] does,
// with the reactions to it.
func (s *State) showLine(e transcript.Entry, i, n int) messages.Quoted {
	q := e.Quote(i, n)
	q.Root, q.Reactions = s.Ties.IsRoot(e.ID), s.Reactions.Tallies(e.No)
	return q
}

// root gives the line this thread hangs off if seat i may be shown it; nil: it
// is not here, or there is none.
func (s *State) root(i int) *transcript.Row {
	id := s.Ties.RootHere()
	if id == "" {
		return nil
	}
	if e := s.Lines.Find(id); e != nil && !e.Gone() && s.Lines.Shows(e, i) {
		return e
	}
	return nil
}

// withRoot puts the line this thread hangs off before what else seat i is shown,
// however long ago it was said, unless it is asked about that line itself.
func (s *State) withRoot(i int, lines, asked []messages.Quoted) []messages.Quoted {
	e := s.root(i)
	isRoot := func(q messages.Quoted) bool { return q.Root }
	if e == nil || slices.ContainsFunc(asked, isRoot) {
		return lines
	}
	return slices.Insert(slices.DeleteFunc(lines, isRoot), 0, s.showLine(s.Lines.Entry(e), i, cut))
}

// beginning returns which of the earlier lines, of these numbers, a turn is shown
// first: the oldest of the newest ones, or one a little before it. It moves in
// steps, so that most turns begin as the one before did and a provider need not
// read that again.
func beginning(numbers []uint32) int {
	at := max(0, len(numbers)-earlier)
	for at > 0 && numbers[at-1]/earlierStep == numbers[at]/earlierStep {
		at--
	}
	return at
}

// newest keeps the last n.
func newest(q []messages.Quoted, n int) []messages.Quoted { return q[max(0, len(q)-n):] }
