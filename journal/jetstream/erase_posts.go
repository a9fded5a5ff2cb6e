package jetstream

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
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
func (j *Journal) entered(channel messages.ChannelID) (until seal.Position, maybe []seal.Position) {
	j.posting.under.Lock()
	defer j.posting.under.Unlock()
	j.posting.mu.Lock()
	defer j.posting.mu.Unlock()
	return j.vault.texts.Keys.Until(channel, seal.Post), slices.Clone(j.posting.maybe[channel])
}

// errWaits says that an entry of the outbox has the text: it goes once the post
// is delivered or given up.
var errWaits = errors.New("a post that quotes it waits for its network")

// posts has the keys go of all posts that were delivered: any of them may have
// quoted the text, and of what was delivered nothing is needed.
func (x *erasing) posts(ctx context.Context) error {
	j, channel := x.j, x.channel
	until, waiting := j.entered(channel)
	stream := j.store.Names.Stream("outbox")
	delivered := map[string]bool{} // by subject without its last token
	var entries []*jetstream.RawStreamMsg
	err := j.store.Each(ctx, stream, j.store.Names.Subject("out", x.name, "*", "*"), 0, func(m *jetstream.RawStreamMsg) error {
		cut := strings.LastIndexByte(m.Subject, '.')
		if m.Subject[cut+1:] == layout.Removed {
			delivered[m.Subject[:cut]] = true
		} else {
			entries = append(entries, m)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, m := range entries {
		if delivered[m.Subject[:strings.LastIndexByte(m.Subject, '.')]] {
			continue
		}
		post, err := j.openPost(m.Subject, m.Data)
		if err != nil {
			j.store.Log.Error("outbox entry left out", "seq", m.Sequence, "subject", m.Subject, "err", err)
			continue
		}
		if x.Gone.All() {
			if err := j.remove(ctx, channel, post.ID, !sealed.Is(m.Data)); err != nil {
				return err
			}
			continue
		}
		if x.Gone.Post(post) {
			x.Left = errWaits
		}
		if at, sealed := sealed.PositionOf(m.Data); sealed {
			waiting = append(waiting, at)
		}
	}
	x.AllBut(waiting, until)
	return nil
}
