package sealed

import (
	"slices"
	"sync"

	"familiar/journal/seal"
	"familiar/messages"
)

// Underway is what is known of texts of one kind on their way to their stream, so
// that none of them is forgotten by an Erase that doesn't see it there yet.
type Underway struct {
	kind seal.Kind
	sent sync.RWMutex // held for reading while a text is sealed and written

	mu    sync.Mutex
	maybe map[messages.ChannelID][]seal.Position // of those whose answer was lost: they may come yet
}

// NewUnderway returns that of a kind.
func NewUnderway(kind seal.Kind) *Underway { return &Underway{kind: kind} }

// Begin is called before a text is sealed, and what it returns once it is written
// or has failed.
func (u *Underway) Begin() (done func()) {
	u.sent.RLock()
	return u.sent.RUnlock
}

// Lost says that a text's answer was lost.
func (u *Underway) Lost(channel messages.ChannelID, at seal.Position) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.maybe == nil {
		u.maybe = map[messages.ChannelID][]seal.Position{}
	}
	all := append(u.maybe[channel], at)
	u.maybe[channel] = all[max(0, len(all)-mostMaybe):]
}

// mostMaybe bounds what is known of one channel. A server that answers nothing
// for so many tries has long taken the first, or never will.
const mostMaybe = 1024

// Settled returns a position up to which every text of a channel that was sealed is
// in its stream, but for those that may come yet.
func (u *Underway) Settled(keys *seal.Keys, channel messages.ChannelID) (until seal.Position, maybe []seal.Position) {
	u.sent.Lock()
	defer u.sent.Unlock()
	u.mu.Lock()
	defer u.mu.Unlock()
	return keys.Until(channel, u.kind), slices.Clone(u.maybe[channel])
}
