package conversation

import (
	"encoding/json"
	"slices"
	"strings"

	"familiar/messages"
)

// A room's facts reach its threads as events. A thread says that it is there
// when it first hears a line, and is told the facts; from then on it is told
// when they change, until it has said that it knows. So neither a crash nor a
// thread that is heard of late misses any, and what is told twice changes
// nothing.

// tiesMax is how many threads a room tells. The one that has been longest
// among them goes for the next, and comes back with its next line.
const tiesMax = 64

// What a thread and its room tell each other.
const (
	toldHere  = "here"  // a thread: it is there
	toldFacts = "facts" // the room: these hold, as JSON, in version N
	toldKnows = "knows" // a thread: it knows version N
	toldLeave = "leave" // the room: it tells the thread no more
	toldLeft  = "left"  // a thread: it knows that
)

// Ties are what a thread and its room have of each other.
type Ties struct {
	Facts   RoomFacts `json:"facts,omitzero"`   // as last told
	Version uint64    `json:"n,omitempty"`      // of a room's facts
	Asking  bool      `json:"asking,omitempty"` // a thread: its room has not answered
	Tied    bool      `json:"tied,omitempty"`   // a thread: it has said that it is there
	Threads []Tie     `json:"threads,omitempty"`

	Root  messages.LineID `json:"root,omitempty"`  // a thread: the room's line it hangs off, as far as known
	Start messages.LineID `json:"start,omitempty"` // that line's id in the thread
	Went  bool            `json:"went,omitempty"`  // that line is deleted or forgotten
	Roots []Rooted        `json:"roots,omitempty"` // a room: the lines its threads hang off, oldest first
}

// A Tie is a thread that is told its room's facts.
type Tie struct {
	Thread string `json:"thread"`           // what its id has after the room's and a slash
	Knows  uint64 `json:"knows,omitempty"`  // version of the facts
	Leaves bool   `json:"leaves,omitempty"` // it is told no more, and has not said that it knows
}

// tied reports whether a thread has told its room that it is there, or needs not.
func (s *State) tied() bool { return !s.thread || s.Ties != nil && s.Ties.Tied }

func (s *State) ties() *Ties {
	if s.Ties == nil {
		s.Ties = &Ties{}
	}
	return s.Ties
}

// tie tells the room that this thread is there.
func (s *State) tie(out []Effect) []Effect {
	if len(s.Seats) == 0 {
		return out
	}
	t := s.ties()
	t.Tied, t.Asking = true, true
	return append(out, s.tellHere())
}

// tellHere tells the room that this thread is there, and which line it hangs
// off.
func (s *State) tellHere() messages.Tell {
	here := s.tellRoom(toldHere, 0)
	here.Event.Text = string(s.Ties.Root)
	return here
}

func (s *State) tellRoom(what string, n uint64) messages.Tell {
	return messages.Tell{Channel: s.Channel.Room(), Event: messages.Told{From: s.Channel, What: what, N: n}}
}

// toldOfRoom takes what a thread and its room tell each other.
func (s *State) toldOfRoom(e messages.Told, out []Effect) []Effect {
	switch {
	case s.thread && e.From == s.Channel.Room():
		return s.toldThread(e, out)
	case !s.Channel.IsThread() && e.From.IsThread() && e.From.Room() == s.Channel:
		return s.toldByThread(e, out)
	}
	return out
}

func (s *State) toldThread(e messages.Told, out []Effect) []Effect {
	t := s.Ties
	switch {
	case e.What == toldGone:
		return s.rootGone(e, out)
	case e.What == toldLeave:
		if t != nil {
			t.Tied, t.Asking = false, false
		}
		return append(out, s.tellRoom(toldLeft, 0))
	case e.What != toldFacts || t == nil:
		return out
	}
	var is RoomFacts
	if json.Unmarshal([]byte(e.Text), &is) != nil {
		return out
	}
	was := t.Facts
	t.Facts = is
	if !t.Asking {
		out = append(out, s.tellRoom(toldKnows, e.N))
	}
	t.Asking = false
	out = s.comply(&was, &is, out)
	if s.Asking != nil && len(s.Asking.Held) > 0 {
		return s.answered(out)
	}
	return out
}

func (s *State) toldByThread(e messages.Told, out []Effect) []Effect {
	name := strings.TrimPrefix(string(e.From), string(s.Channel)+"/")
	switch e.What {
	case toldHere:
		root := messages.LineID(e.Text)
		out = s.replyUnderWay(root, e.From, s.plant(name, root, out))
		return s.welcomeThread(name, out)
	case toldWent:
		s.rootWent(name, messages.LineID(e.Text))
	case toldKnows:
		if k := s.tieOf(name); k >= 0 {
			s.Ties.Threads[k].Knows = max(s.Ties.Threads[k].Knows, min(e.N, s.Ties.Version))
		}
	case toldLeft:
		if k := s.tieOf(name); k >= 0 && s.Ties.Threads[k].Leaves {
			s.Ties.Threads = slices.Delete(s.Ties.Threads, k, k+1)
		}
	}
	return out
}

// tieOf gives where the thread of that name is among those that are told; -1
// for nowhere.
func (s *State) tieOf(name string) int {
	if s.Ties == nil {
		return -1
	}
	return slices.IndexFunc(s.Ties.Threads, func(t Tie) bool { return t.Thread == name })
}

// welcomeThread takes a thread among those that are told, the last to go, and
// tells it the facts.
func (s *State) welcomeThread(name string, out []Effect) []Effect {
	t := s.ties()
	out = s.shareFacts(out)
	if k := s.tieOf(name); k >= 0 {
		t.Threads = slices.Delete(t.Threads, k, k+1)
	}
	staying := 0
	for k := len(t.Threads) - 1; k >= 0; k-- {
		if t.Threads[k].Leaves {
			continue
		}
		if staying++; staying >= tiesMax {
			t.Threads[k].Leaves = true
			out = append(out, s.tellThread(&t.Threads[k]))
		}
	}
	t.Threads = append(t.Threads, Tie{Thread: name, Knows: t.Version})
	return append(out, s.tellThread(&t.Threads[len(t.Threads)-1]))
}

// shareFacts tells the threads of a room what has changed in it.
func (s *State) shareFacts(out []Effect) []Effect {
	if s.Ties == nil || s.thread {
		return out // nobody to tell
	}
	t := s.Ties
	facts := s.roomFacts()
	if t.Facts.same(&facts, s.Now) {
		return out
	}
	t.Facts = facts
	t.Version++
	for k := range t.Threads {
		if !t.Threads[k].Leaves {
			out = append(out, s.tellThread(&t.Threads[k]))
		}
	}
	return out
}

// tellThread gives the order to tell a thread the facts, or that it is told no
// more, from the state alone.
func (s *State) tellThread(to *Tie) messages.Tell {
	order := messages.Tell{Channel: s.Channel + "/" + messages.ChannelID(to.Thread), Event: messages.Told{From: s.Channel, What: toldLeave}}
	if to.Leaves {
		return order
	}
	text, err := json.Marshal(s.Ties.Facts)
	if err != nil {
		panic(err) // it is strings and numbers
	}
	order.Event.What, order.Event.N, order.Event.Text = toldFacts, s.Ties.Version, string(text)
	return order
}

// pendingTies are the orders of ties that may not have been carried out.
func (s *State) pendingTies(out []Effect) []Effect {
	if s.Ties == nil {
		return out
	}
	if s.Ties.Asking {
		out = append(out, s.tellHere())
	}
	for k := range s.Ties.Roots {
		if r := &s.Ties.Roots[k]; r.Gone {
			out = append(out, s.tellGone(r))
		}
	}
	for k := range s.Ties.Threads {
		if t := &s.Ties.Threads[k]; t.Leaves || t.Knows < s.Ties.Version {
			out = append(out, s.tellThread(t))
		}
	}
	return out
}

// forgetTies takes a person out of what a thread was told; a room tells anew.
func (s *State) forgetTies(id messages.PersonID, out []Effect) []Effect {
	if s.Ties != nil && s.thread {
		s.Ties.Facts.Alone = slices.DeleteFunc(s.Ties.Facts.Alone, func(p messages.PersonID) bool { return p == id })
	}
	return s.shareFacts(out)
}

// keepTies are what stays of s.Ties when the channel is forgotten: a room's
// threads. A thread asks again.
func (s *State) keepTies() *Ties {
	if s.thread {
		return nil
	}
	return s.Ties
}
