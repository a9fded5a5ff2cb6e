package past

import (
	"context"
	"errors"
	"slices"
	"sync"

	"familiar/journal"
	"familiar/messages"
)

// maxRemembered bounds of how many lines a [Reader] remembers what became: some 30 MB.
const maxRemembered = 200_000

// A Reader reads what was said in channels, a page at a time. What a line became stands
// after the line itself, so a page can only be told by who knows all that is newer. A
// Reader remembers that of the channels read last: a page that goes on where another
// ended costs what it holds, however far back it is. It remembers sequences and ids,
// and no texts.
type Reader struct {
	library journal.Library

	mu     sync.Mutex // requests ask at once, each for its own page
	recent []*newer   // of a channel each, the last used first
}

// NewReader returns a reader of that library.
func NewReader(from journal.Library) *Reader { return &Reader{library: from} }

// Lines returns the lines of a channel that are wanted.
func (r *Reader) Lines(ctx context.Context, channel messages.ChannelID, wanted Span) (Lines, error) {
	known := r.take(channel)
	told, err := known.read(ctx, r.library, wanted)
	if errors.Is(err, errStale) {
		known = newNewer(channel)
		told, err = known.read(ctx, r.library, wanted)
	}
	if err != nil {
		return Lines{}, err
	}
	r.put(known)
	return told, nil
}

// take returns what is remembered of a channel. Nobody else has it until it is put back.
func (r *Reader) take(channel messages.ChannelID) *newer {
	r.mu.Lock()
	defer r.mu.Unlock()
	for i, n := range r.recent {
		if n.channel == channel {
			r.recent = slices.Delete(r.recent, i, i+1)
			return n
		}
	}
	return newNewer(channel)
}

// put remembers it, and forgets those that were last used longest ago.
func (r *Reader) put(known *newer) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.recent = slices.DeleteFunc(r.recent, func(n *newer) bool { return n.channel == known.channel })
	r.recent = slices.Insert(r.recent, 0, known)
	for i, sum := 0, 0; i < len(r.recent); i++ {
		if sum += r.recent[i].size(); sum > maxRemembered {
			clear(r.recent[i:])
			r.recent = r.recent[:i]
		}
	}
}
