package screen

import (
	"sync"

	"familiar/messages"
)

// remembered is how many lines a Recent keeps.
const remembered = 2000

// Recent remembers who said the latest 2,000 lines, of all channels together,
// for [Style.Line]. The zero Recent remembers nothing yet. It has a lock
// because lines come from many channels and decisions ask from many others.
type Recent struct {
	mu    sync.Mutex
	lines map[place]said
	order []place // a ring once it is full
	next  int
}

type place struct {
	channel messages.ChannelID
	line    messages.LineID
}

type said struct{ author, text string }

// Keep remembers a line and reports whether it is new; a line that is kept
// already gets the new text.
func (r *Recent) Keep(channel messages.ChannelID, line messages.LineID, author, text string) (isNew bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.lines == nil {
		r.lines = make(map[place]said, remembered)
	}
	at := place{channel, line}
	_, known := r.lines[at]
	r.lines[at] = said{author, Cut(text, quotedRunes)}
	switch {
	case known:
	case len(r.order) < remembered:
		r.order = append(r.order, at)
	default:
		delete(r.lines, r.order[r.next])
		r.order[r.next] = at
		r.next = (r.next + 1) % remembered
	}
	return !known
}

// Line returns who said a line and what; "" for both when it isn't remembered.
// It is a [Style.Line].
func (r *Recent) Line(channel messages.ChannelID, line messages.LineID) (author, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.lines[place{channel, line}]
	return s.author, s.text
}
