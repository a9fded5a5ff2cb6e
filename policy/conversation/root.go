package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/transcript"
)

// A thread hangs off one line of its room. Whoever sees the thread sees that
// line, and so it is among what a thread is shown: its network tells it, as what
// was said before the thread's first line. Nothing of the room but that crosses
// over. What becomes of it is known in the room, which tells the thread when it
// is gone. So a thread says which line it hangs off when it says that it is
// there.

// rootsMax is how many of its threads a room knows the lines of. The one that
// has been longest among them forgets its line, which the room could not tell
// it to later.
const rootsMax = 512

// What a room and its thread tell each other of the line between them.
const (
	toldGone = "gone" // the room: the line is deleted or forgotten
	toldWent = "went" // a thread: it has gone here, too
)

// A Rooted is a line of the room that a thread hangs off.
type Rooted struct {
	Line   messages.LineID `json:"line"`
	Thread string          `json:"thread"`         // as [Tie.Thread]
	Gone   bool            `json:"gone,omitempty"` // the thread is to forget it, and has not said that it did
}

// hangsOff takes note, in a thread, of the line of the room that it hangs off,
// as far as a line of the thread tells. A thread that is tied tells the room.
func (s *State) hangsOff(l *messages.Line, out []Effect) []Effect {
	root, start := l.Root, l.ID
	if root == "" && l.ReplyTo.ThreadRoot {
		root, start = l.ReplyTo.ID, l.ReplyTo.ID
	}
	switch {
	case !s.thread || root == "":
		return out
	case s.Ties != nil && s.Ties.Root == root:
		if l.Root != "" {
			s.Ties.Start = start
		}
		return out
	case s.Ties != nil && s.Ties.Root != "" && l.Root == "":
		return out
	}
	t := s.ties()
	if t.Root, t.Start = root, start; t.Tied {
		out = append(out, s.tellHere())
	}
	return out
}

// isRoot reports whether this thread hangs off the line of that id.
func (s *State) isRoot(id messages.LineID) bool {
	return s.thread && s.Ties != nil && id != "" && s.Ties.Start == id
}

// root gives the line this thread hangs off if seat i may be shown it; nil: it
// is not here, or there is none.
func (s *State) root(i int) *transcript.Row {
	if !s.thread || s.Ties == nil || s.Ties.Start == "" {
		return nil
	}
	if e := s.Lines.Find(s.Ties.Start); e != nil && !e.Gone() && e.Shows(i) {
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
	return slices.Insert(slices.DeleteFunc(lines, isRoot), 0, s.show(s.Lines.Entry(e), i, cut))
}

// recallRoot has those seats' memory of who talks to whom take in the line this
// thread hangs off: a talk that goes on in a thread began with it. The room of
// that memory hears it once.
func (s *State) recallRoot(l *messages.Line, seats uint32, first bool) {
	if s.selves == nil || s.speaker(l.Author.ID) >= 0 {
		return
	}
	g := s.gist(l, l.Text, 0)
	aims := aimsOf(l, &g)
	for i := range s.Seats {
		if self := s.cfg(i).Self; g.names&(1<<i) != 0 && len(aims) < 4 && !slices.Contains(aims, self) {
			aims = append(aims, self)
		}
	}
	if first {
		g.talk = s.Talk.Hear(l.Author, g.folded, aims, s.Now)
	} else {
		g.talk, _ = s.Talk.Again(0, l.Author, g.folded, aims, s.Now) // what it came after isn't kept
	}
	for i := range s.Seats {
		if c := s.cfg(i); seats&(1<<i) != 0 && c.Policy.Odds.On {
			s.Seats[i].Odds.Hear(&g.talk, s.selves[i], s.facts(i, l, &g), g.crowd, &c.Card)
		}
	}
}

// replyThere tells a thread that a reply of ours stands in it, or is on its way
// there: whoever it answers may go on there.
func (s *State) replyThere(p *Posted, thread messages.ChannelID, out []Effect) []Effect {
	return s.replied(p.Seat, thread, s.creditThere(p, thread, out))
}

// replyUnderWay tells a thread that has just been heard of about a reply that
// the network was given to begin it with. Somebody may have seen that and gone
// on before the network's word has come.
func (s *State) replyUnderWay(root messages.LineID, thread messages.ChannelID, out []Effect) []Effect {
	if s.Turn == nil || root == "" {
		return out
	}
	for k := range s.Turn.Posts {
		if p := &s.Turn.Posts[k]; p.Opens && !p.Waits && !p.Done && p.ReplyTo == root {
			return s.replyThere(p, thread, out)
		}
	}
	return out
}

// threadOff gives the name of the thread that hangs off a line; "" when none is
// known.
func (s *State) threadOff(line messages.LineID) string {
	if s.Ties == nil {
		return ""
	}
	for k := len(s.Ties.Roots) - 1; k >= 0; k-- {
		if r := &s.Ties.Roots[k]; r.Line == line && !r.Gone {
			return r.Thread
		}
	}
	return ""
}

// plant keeps which line of the room a thread hangs off.
func (s *State) plant(thread string, line messages.LineID, out []Effect) []Effect {
	t := s.ties()
	if line == "" || slices.ContainsFunc(t.Roots, func(r Rooted) bool { return r.Thread == thread && r.Line == line && !r.Gone }) {
		return out
	}
	t.Roots = append(t.Roots, Rooted{Line: line, Thread: thread})
	if e := s.Lines.Find(line); e != nil && e.Gone() {
		return s.uproot(func(r *Rooted) bool { return r.Line == line }, out)
	}
	standing := 0
	for k := len(t.Roots) - 1; k >= 0; k-- {
		if t.Roots[k].Gone {
			continue
		}
		if standing++; standing > rootsMax {
			t.Roots[k].Gone = true
			out = append(out, s.tellGone(&t.Roots[k]))
		}
	}
	return out
}

// uproot has the threads that hang off such lines forget them.
func (s *State) uproot(these func(*Rooted) bool, out []Effect) []Effect {
	if s.Ties == nil || s.thread {
		return out
	}
	for k := range s.Ties.Roots {
		if r := &s.Ties.Roots[k]; !r.Gone && these(r) {
			r.Gone = true
			out = append(out, s.tellGone(r))
		}
	}
	return out
}

func (s *State) tellGone(r *Rooted) messages.Tell {
	return messages.Tell{Channel: s.Channel + "/" + messages.ChannelID(r.Thread), Event: messages.Told{From: s.Channel, What: toldGone, Text: string(r.Line)}}
}

// GoneRoot gives the line of the room that a thread is told to forget; false for
// whatever else rooms and threads tell each other.
func GoneRoot(e messages.Told) (messages.LineID, bool) {
	return messages.LineID(e.Text), e.What == toldGone
}

// rootGone forgets the line this thread hangs off, as if it had been deleted
// here.
func (s *State) rootGone(e messages.Told, out []Effect) []Effect {
	id := messages.LineID(e.Text)
	if t := s.ties(); t.Root == "" || t.Root == id { // what the network still says of it is old
		t.Root, t.Went = id, true
		if t.Start != "" {
			id = t.Start
		}
	}
	out = s.remove(id, out)
	known := s.tellRoom(toldWent, 0)
	known.Event.Text = e.Text
	return append(out, known)
}

// rootWent takes a thread's word that the line is gone there, too.
func (s *State) rootWent(thread string, line messages.LineID) {
	if s.Ties != nil {
		s.Ties.Roots = slices.DeleteFunc(s.Ties.Roots, func(r Rooted) bool { return r.Gone && r.Thread == thread && r.Line == line })
	}
}
