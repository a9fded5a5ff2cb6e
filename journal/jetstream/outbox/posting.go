package outbox

import (
	"slices"
	"sync"

	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"
)

// posting is what is known of posts on their way to the outbox, so that none of
// them is forgotten by an Erase that doesn't see it there yet.
type posting struct {
	under sync.RWMutex // held for reading while a post is entered

	mu    sync.Mutex
	maybe map[messages.ChannelID][]seal.Position // of those whose answer was lost: they may come yet
}

func (p *posting) lost(channel messages.ChannelID, entry []byte) {
	at, sealed := sealed.PositionOf(entry)
	if !sealed {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.maybe == nil {
		p.maybe = map[messages.ChannelID][]seal.Position{}
	}
	all := append(p.maybe[channel], at)
	p.maybe[channel] = all[max(0, len(all)-mostMaybe):]
}

// mostMaybe bounds what is known of one channel. A server that answers nothing
// for so many tries has long taken the first, or never will.
const mostMaybe = 1024

// entered returns a position up to which every post that is entered is in the
// outbox, but for those that may come yet.
func (o *Outbox) entered(channel messages.ChannelID) (until seal.Position, maybe []seal.Position) {
	o.posting.under.Lock()
	defer o.posting.under.Unlock()
	o.posting.mu.Lock()
	defer o.posting.mu.Unlock()
	return o.texts.Keys.Until(channel, seal.Post), slices.Clone(o.posting.maybe[channel])
}
