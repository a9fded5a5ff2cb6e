package ties

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// isTied reports whether the thread has told its room that it is there.
func (t *Ties) isTied() bool { return t != nil && t.Tied }

// Awaits reports whether the room has not answered the thread yet.
func (t *Ties) Awaits() bool { return t != nil && t.Asking }

// begin notes that the thread tells its room that it is there.
func (t *Ties) begin() { t.Tied, t.Asking = true, true }

// here is what the thread tells its room when it is there.
func (t *Ties) here() messages.Fact { return messages.ThreadHere{Root: t.Root} }

// Leave notes that the room tells the thread no more.
func (t *Ties) Leave() {
	if t != nil {
		t.Tied, t.Asking = false, false
	}
}

// take takes the facts that hold in the room, and gives those that held before
// and whether the room waits for an answer.
func (t *Ties) take(facts *messages.RoomFacts) (was messages.RoomFacts, answer bool) {
	was, answer = t.Facts, !t.Asking
	t.Facts, t.Asking = *facts, false
	t.Facts.Alone = slices.Clone(facts.Alone) // the event is not to change
	return was, answer
}

// Leaves reports whether the thread was told that somebody is to be left alone.
func (t *Ties) Leaves(id messages.PersonID) bool {
	return t != nil && slices.Contains(t.Facts.Alone, id)
}

// ForgetPerson takes somebody out of what the thread was told.
func (t *Ties) ForgetPerson(id messages.PersonID) {
	if t != nil {
		t.Facts.Alone = slices.DeleteFunc(t.Facts.Alone, func(p messages.PersonID) bool { return p == id })
	}
}

// rootOf returns the room's line that a thread hangs off, as far as one of its
// lines tells, and what id that line has in the thread; "" when it doesn't tell.
func rootOf(l *messages.Line) (root, start messages.LineID) {
	if l.Root == "" && l.ReplyTo.ThreadRoot {
		return l.ReplyTo.ID, l.ReplyTo.ID
	}
	return l.Root, l.ID
}

// learns reports whether one of the thread's lines tells more of what it hangs
// off than is known.
func (t *Ties) learns(l *messages.Line) bool {
	root, _ := rootOf(l)
	switch {
	case root == "":
		return false
	case t == nil:
		return true
	case t.Root == root:
		return l.Root != ""
	}
	return t.Root == "" || l.Root != ""
}

// hang keeps what one of the thread's lines tells of the line it hangs off. It
// reports whether the room is to be told another one than before.
func (t *Ties) hang(l *messages.Line) (tell bool) {
	root, start := rootOf(l)
	tell = t.Root != root && t.Tied
	t.Root, t.Start = root, start
	return tell
}

// IsRoot reports whether the thread hangs off the line of that id.
func (t *Ties) IsRoot(id messages.LineID) bool { return t != nil && id != "" && t.Start == id }

// RootGone notes that the room's line is gone, and returns the id that it has in
// the thread. What the network still says of the line is old then.
func (t *Ties) RootGone(line messages.LineID) messages.LineID {
	if t.Root != "" && t.Root != line {
		return line
	}
	t.Root, t.Went = line, true
	return cmp.Or(t.Start, line)
}
