// Package ties is what a thread and its room have of each other.
//
// A room's facts reach its threads as events. A thread says that it is there
// when it first hears a line, and is told the facts; from then on it is told
// when they change, until it has said that it knows. So neither a crash nor a
// thread that is heard of late misses any, and what is told twice changes
// nothing.
//
// A thread hangs off one line of its room. Whoever sees the thread sees that
// line, and so it is among what a thread is shown: its network tells it, as what
// was said before the thread's first line. Nothing of the room but that crosses
// over. What becomes of it is known in the room, which tells the thread when it
// is gone. So a thread says which line it hangs off when it says that it is
// there.
package ties

import "familiar/messages"

const (
	// Most is how many threads a room tells. The one that has been longest among
	// them goes for the next, and comes back with its next line.
	Most = 64
	// RootsMost is how many of its threads a room knows the lines of. The one that
	// has been longest among them forgets its line, which the room could not tell
	// it to later.
	RootsMost = 512
)

// Ties are a thread's with its room, or a room's with its threads. Their methods
// take nil for a channel that has none.
type Ties struct {
	Facts   messages.RoomFacts `json:"facts,omitzero"`   // as last told
	Version uint64             `json:"n,omitempty"`      // of a room's facts
	Asking  bool               `json:"asking,omitempty"` // a thread: its room has not answered
	Tied    bool               `json:"tied,omitempty"`   // a thread: it has said that it is there
	Threads []Tie              `json:"threads,omitempty"`

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

// A Rooted is a line of the room that a thread hangs off.
type Rooted struct {
	Line   messages.LineID `json:"line"`
	Thread string          `json:"thread"`         // as [Tie.Thread]
	Gone   bool            `json:"gone,omitempty"` // the thread is to forget it, and has not said that it did
}

// Tell returns the order to tell a fact of one channel to another.
func Tell(from, to messages.ChannelID, fact messages.Fact) messages.Tell {
	return messages.Tell{Channel: to, Event: messages.Told{From: from, Fact: fact}}
}

// tellThread returns the order to tell a thread of the room a fact.
func tellThread(room messages.ChannelID, thread string, fact messages.Fact) messages.Tell {
	return Tell(room, Thread(room, thread), fact)
}

// Thread returns the channel of a room's thread of that name.
func Thread(room messages.ChannelID, name string) messages.ChannelID {
	return room + "/" + messages.ChannelID(name)
}
