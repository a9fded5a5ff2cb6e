package jetstream

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// forgetTexts forgets a channel's texts of these ranges: afterwards nothing that
// is on the disk opens them.
func (v *vault) forgetTexts(ctx context.Context, channel messages.ChannelID, ranges ...seal.Range) error {
	if len(ranges) == 0 {
		return nil
	}
	if part, changed := v.texts.Keys.Forget(channel, ranges...); changed {
		v.mu.Lock()
		v.changed[part] = true
		v.mu.Unlock()
	}
	return v.writeKeys(ctx)
}

// takeChanged returns the parts that are to be written.
func (v *vault) takeChanged() map[int]bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	parts := v.changed
	v.changed = map[int]bool{}
	return parts
}

// giveBack says that parts were not written.
func (v *vault) giveBack(parts map[int]bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for part := range parts {
		v.changed[part] = true
	}
}

// writeKeys writes what has changed to both slots and overwrites what that
// replaces. Who comes while it is written waits, and then all of them are one
// write. After an error it is to be called again.
func (v *vault) writeKeys(ctx context.Context) error {
	err := v.tryKeys(ctx)
	for tries := 0; errors.Is(err, errTaken) && tries < mostTaken; tries++ {
		err = v.tryKeys(ctx)
	}
	return err
}

// mostTaken is how many versions of the keys a write passes that others have begun.
const mostTaken = 8

func (v *vault) tryKeys(ctx context.Context) error {
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	parts := v.takeChanged()
	if len(parts) > 0 {
		v.version++
	}
	var failed error
	for n := range layout.Slots {
		if v.slots[n].version < v.version {
			failed = errors.Join(failed, v.writeSlot(ctx, n, parts))
		}
	}
	if errors.Is(failed, errTaken) {
		v.version++
	}
	if failed != nil {
		v.giveBack(parts)
		return fmt.Errorf("write keys: %w", failed)
	}
	return v.overwriteKeys(ctx)
}

// errTaken says that there are keys of that version already: of a former owner that
// stood still, or of a write whose answer was lost. The next try has another.
var errTaken = errors.New("keys of that version are there already")

// onlyOnce has an outside server refuse what replaced something that another owner's
// root may lead to.
func (v *vault) onlyOnce() nats.Header {
	if !v.store.Outside() {
		return nil
	}
	return nats.Header{jetstream.ExpectedLastSubjSeqHeader: {"0"}}
}

// taken is errTaken of a write that may be done only once.
func taken(err error) error {
	if errors.Is(err, journal.ErrConflict) || errors.Is(err, journal.ErrPending) {
		return errTaken
	}
	return err
}

// writeSlot brings a slot to the vault's version: these parts, or all where it
// was further behind.
func (v *vault) writeSlot(ctx context.Context, n int, parts map[int]bool) error {
	s := &v.slots[n]
	next, replaced, err := v.writeTrees(ctx, n, func(part int) bool {
		return s.version == 0 || s.version+1 != v.version || parts[part]
	})
	if err != nil {
		return err
	}
	secret, wrapped, err := seal.Wrap(indexName, next.append(nil))
	if err != nil {
		return err
	}
	bounded, cancel := v.store.Bounded(ctx)
	defer cancel()
	indexed, err := v.store.Publish(bounded, v.store.Names.KeyIndex(n, v.version), wrapped, v.onlyOnce())
	if err != nil {
		return taken(err)
	}
	if err := errors.Join(v.store.SyncStream(v.store.Names.TreeSlot(n)), v.store.SyncStream(v.store.Names.KeySlot(n))); err != nil {
		return err
	}
	s.stale = true
	over := nats.Header{jetstream.ExpectedLastSubjSeqHeader: {strconv.FormatUint(s.newest.root, 10)}} // not somebody else's
	rootAt, err := v.store.Publish(bounded, v.store.Names.KeyRoot(n), root{v.version, secret}.bytes(), over)
	if err != nil {
		return err
	}
	if s.version != 0 {
		s.before = append(s.before, s.newest)
	}
	v.garbage = append(v.garbage, replaced...)
	s.newest = rooted{rootAt, indexed, time.Now()}
	s.index, s.version = next, v.version
	return v.store.SyncStream(v.store.Names.KeySlot(n))
}

// writeTrees writes some parts, each under a new key, and gives the index of
// all, and what nobody needs once there is a root of that.
func (v *vault) writeTrees(ctx context.Context, n int, wanted func(part int) bool) (next index, replaced []garbage, err error) {
	next = v.slots[n].index
	bounded, cancel := v.store.Bounded(ctx)
	defer cancel()
	var under []store.Sent
	for part := range next {
		if !wanted(part) {
			continue
		}
		secret, wrapped, err := seal.Wrap(treeName(part), v.texts.Keys.AppendPart(nil, part))
		if err != nil {
			return next, nil, err
		}
		write, err := v.store.Send(bounded, nats.Msg{Subject: v.store.Names.KeyTree(n, part, v.version), Data: wrapped, Header: v.onlyOnce()})
		if err != nil {
			return next, nil, err
		}
		under = append(under, write)
		if was := next[part].version; was != 0 && was != v.version {
			replaced = append(replaced, garbage{v.store.Names.TreeSlot(n), v.store.Names.KeyTree(n, part, was), time.Now()})
		}
		next[part].version, next[part].key = v.version, secret
	}
	for _, write := range under {
		if _, err := write.Wait(bounded); err != nil {
			return next, nil, taken(err)
		}
	}
	return next, replaced, nil
}

// overwriteKeys overwrites the roots and indices that are not needed. The turn is
// the caller's. What is newer than its own newest root is left: it is the next
// owner's, of whom a process that stood still doesn't know yet.
func (v *vault) overwriteKeys(ctx context.Context) error {
	for n := range layout.Slots {
		s := &v.slots[n]
		if !s.stale {
			continue
		}
		s.settle(time.Now(), v.store.Server != nil)
		stream := v.store.Names.KeySlot(n)
		err := v.store.Each(ctx, stream, "", 0, func(m *jetstream.RawStreamMsg) error {
			if s.stays(m.Sequence) || m.Sequence > s.newest.root {
				return nil
			}
			return v.store.Delete(ctx, stream, true, m.Sequence)
		})
		if err != nil {
			return fmt.Errorf("overwrite keys: %w", err)
		}
		s.stale = len(s.before) > 0
	}
	return v.collect(ctx)
}

// garbage is a part of the keys that another one has replaced. Nobody can open
// it but by a root that stays yet; it goes when none does, which is also late
// enough for a backup to find what the root it has read leads to.
type garbage struct {
	stream, subject string
	since           time.Time
}

const garbageFor = 3 * store.OnDisk

// collect takes the garbage out. The turn is the caller's.
func (v *vault) collect(ctx context.Context) error {
	for len(v.garbage) > 0 && time.Since(v.garbage[0].since) >= garbageFor {
		g := v.garbage[0]
		bounded, cancel := v.store.Bounded(ctx)
		var purged struct{}
		err := v.store.API(bounded, "STREAM.PURGE."+g.stream, jetstream.StreamPurgeRequest{Subject: g.subject}, &purged)
		cancel()
		if err != nil {
			return fmt.Errorf("old keys: %w", err)
		}
		v.garbage = v.garbage[1:]
	}
	return nil
}

// findGarbage finds what an earlier process has left.
func (v *vault) findGarbage(ctx context.Context) error {
	for n := range layout.Slots {
		live := map[string]bool{}
		for part, at := range v.slots[n].index {
			live[v.store.Names.KeyTree(n, part, at.version)] = true
		}
		stream := v.store.Names.TreeSlot(n)
		err := v.store.Scan(ctx, store.Reading{Stream: stream, HeadersOnly: true}, func(m store.Message) error {
			if !live[m.Subject] {
				v.garbage = append(v.garbage, garbage{stream, m.Subject, time.Now()})
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// keepKeys finishes what has to wait.
func (v *vault) keepKeys() {
	tick := time.NewTicker(time.Minute)
	defer tick.Stop()
	for {
		select {
		case <-v.store.Closing().Done():
			return
		case <-tick.C:
			if err := v.writeKeys(v.store.Closing()); err != nil && v.store.Closing().Err() == nil {
				v.store.Log.Warn("old keys not removed", "err", err)
			}
		}
	}
}
