package outbox

import (
	"context"
	"errors"
	"strings"

	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// errWaits says that an entry of the outbox has the text: it goes once the post
// is delivered or given up.
var errWaits = errors.New("a post that quotes it is waiting for its network")

// Erase has the keys go of all posts that were delivered: any of them may have
// quoted the text, and of what was delivered nothing is needed.
func (o *Outbox) Erase(ctx context.Context, channel messages.ChannelID, e *sealed.Erasure) error {
	name, err := layout.ChannelTokens(channel)
	if err != nil {
		return err
	}
	until, waiting := o.Settled(channel)
	found := sealed.NewFound(seal.Post)
	e.Sealed(found, e.Epochs.Own, until)
	waiting = append(waiting, e.Heard(found)...)
	stream := o.store.Names.Stream("outbox")
	delivered := map[string]bool{} // by subject without its last token
	var entries []*jetstream.RawStreamMsg
	err = o.store.Each(ctx, stream, o.store.Names.Subject("out", name, "*", "*"), 0, func(m *jetstream.RawStreamMsg) error {
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
		post, err := o.openPost(m.Subject, m.Data)
		if err != nil {
			o.store.Log.Error("outbox entry skipped", "seq", m.Sequence, "subject", m.Subject, "err", err)
			continue
		}
		if e.Gone.All() {
			if err := o.remove(ctx, channel, post.ID, !sealed.Is(m.Data)); err != nil {
				return err
			}
			continue
		}
		if e.Gone.Post(post) {
			e.Left = errWaits
		}
		if at, sealed := sealed.PositionOf(m.Data); sealed {
			found.Add(at)
			waiting = append(waiting, at)
		}
	}
	e.AllFound(found, waiting)
	return nil
}

// Settled returns a position up to which every post of a channel that this process
// has entered is in the outbox, but for those that may come yet.
func (o *Outbox) Settled(channel messages.ChannelID) (until seal.Position, maybe []seal.Position) {
	return o.posting.Settled(o.texts.Keys, channel)
}
