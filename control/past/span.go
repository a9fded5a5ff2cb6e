package past

import (
	"familiar/journal"
	"familiar/messages"
)

// A Span says which lines of a channel are wanted: the newest ones before a place.
type Span struct {
	Before uint64 // sequence of a record; 0: to the newest
	// Streamed has the lines before that a stream didn't tell: it tells of each where
	// its first copy stands. Otherwise a line stands where its last copy does.
	Streamed bool
	Limit    int // lines
	Furthest int // records looked at, from the newest
}

// Lines are some of what was said in a channel, as it reads now: without what was
// deleted or forgotten, and each once, however many accounts heard it.
type Lines struct {
	Said  []Said           // oldest first
	Next  uint64           // Before of those that are older; 0: there are none
	Until messages.Instant // when what follows them was journaled; 0: nothing does. Of no lines it means nothing
	Cut   bool             // there may be older ones, too far back
}

// A Said is one line.
type Said struct {
	Record journal.Record // of its copy
	Line   *messages.Line // as it reads now
	Edited bool
}
