package jetstream

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// forgetTexts forgets a channel's texts of these ranges: afterwards nothing that
// is on the disk opens them.
func (v *vault) forgetTexts(ctx context.Context, channel messages.ChannelID, ranges ...seal.Range) error {
	if len(ranges) == 0 {
		return nil
	}
	if part, changed := v.texts.Keys.Forget(channel, ranges...); changed {
		for n := range layout.Slots {
			v.soil(n, part)
		}
	}
	return v.writeKeys(ctx)
}

// soil says that a slot has more of these parts than the memory.
func (v *vault) soil(n int, parts ...int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for _, part := range parts {
		v.dirty[n][part] = true
	}
}

// takeDirty returns the parts that are to be written to a slot.
func (v *vault) takeDirty(n int) map[int]bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	parts := v.dirty[n]
	v.dirty[n] = map[int]bool{}
	return parts
}

// writeKeys writes what has changed to both slots and overwrites what that
// replaces. Who comes while it is written waits, and then all of them are one
// write. After an error it is to be called again.
func (v *vault) writeKeys(ctx context.Context) error {
	err := v.tryKeys(ctx)
	for tries := 0; errors.Is(err, errTaken) && tries < mostTaken && !v.made; tries++ {
		select {
		case <-time.After(rand.N(takenPause * time.Duration(1+tries))): // so that they don't meet for ever
		case <-ctx.Done():
			return err
		}
		err = v.tryKeys(ctx)
	}
	return err
}

// takenPause grows by itself with each try.
const takenPause = 2 * time.Millisecond

// mostTaken is how many writes of others, each of which has come to an end or at
// least to a version of its own, one write lets pass.
const mostTaken = 64

func (v *vault) tryKeys(ctx context.Context) error {
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	var failed error
	tried, next := false, v.version
	for n := range layout.Slots {
		parts := v.takeDirty(n)
		if v.slots[n].version != 0 && len(parts) == 0 {
			continue
		}
		if tried = true; len(parts) > 0 {
			v.version = max(v.version, next+1) // one for both
		}
		if err := v.writeSlot(ctx, n, parts); err != nil {
			v.soil(n, slices.Collect(maps.Keys(parts))...)
			failed = errors.Join(failed, err)
			if v.made { // another's are there, or come
				break
			}
		}
		v.made = false
	}
	if errors.Is(failed, errTaken) {
		v.version++
	}
	if failed != nil {
		return fmt.Errorf("write keys: %w", failed)
	}
	if tried {
		v.tell()
	}
	return v.overwriteKeys(ctx)
}

// errTaken says that another process has written keys, or is about to, or that one's
// own write whose answer was lost has come. The next try goes on from there.
var errTaken = errors.New("others have written keys")

// onlyOnce has an outside server refuse what replaced something that another owner's
// root may lead to.
func (v *vault) onlyOnce() nats.Header {
	if !v.store.Outside() {
		return nil
	}
	return store.Over(0)
}

// taken is errTaken of a write that may be done only once.
func taken(err error) error {
	if errors.Is(err, journal.ErrConflict) || errors.Is(err, journal.ErrPending) {
		return errTaken
	}
	return err
}

// rootWithin is how long after its trees a root is written at the latest: for trees
// without one are taken out at last, see garbageFor.
const rootWithin = time.Minute

// writeSlot brings a slot to the vault's version: these parts, or all where nothing
// is known of it.
func (v *vault) writeSlot(ctx context.Context, n int, parts map[int]bool) (err error) {
	s, began, version := &v.slots[n], time.Now(), v.version
	defer func() {
		for part := range parts {
			if err != nil { // what was written of it is no use
				v.garbage = append(v.garbage, garbage{v.store.Names.TreeSlot(n), v.store.Names.KeyTree(n, part, version), time.Now()})
			}
		}
	}()
	next, replaced, err := v.writeTrees(ctx, n, func(part int) bool { return s.version == 0 || parts[part] })
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
	if errors.Is(err, journal.ErrFull) { // of what others have begun in vain
		return errors.Join(fmt.Errorf("%w: %w", errTaken, err), v.overwriteSlot(ctx, n))
	}
	if err != nil {
		return taken(err)
	}
	if err := errors.Join(v.store.SyncStream(v.store.Names.TreeSlot(n)), v.store.SyncStream(v.store.Names.KeySlot(n))); err != nil {
		return err
	}
	if time.Since(began) > rootWithin {
		return fmt.Errorf("it took %s: %w", time.Since(began), errTaken)
	}
	s.stale = true
	over := store.Over(s.newest.root) // not one of which nothing is known
	rootAt, err := v.store.Publish(bounded, v.store.Names.KeyRoot(n), root{v.version, secret}.bytes(), over)
	if errors.Is(err, journal.ErrConflict) {
		if _, failed := v.refreshSlot(ctx, n); failed != nil {
			return fmt.Errorf("%w: %w", err, failed)
		}
		return errors.Join(fmt.Errorf("%w: %w", errTaken, err), v.store.Delete(ctx, v.store.Names.KeySlot(n), true, indexed))
	}
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
		secret, wrapped, err := seal.Wrap(treeName(part), v.texts.Keys.Part(part))
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

// garbage is a part of the keys that another one has replaced. Nobody can open
// it but by a root that stays yet; it goes when none does, which is also late
// enough for a backup to find what the root it has read leads to.
type garbage struct {
	stream, subject string
	since           time.Time
}

const garbageFor = 3 * store.OnDisk

// collect takes the garbage out. The turn is the caller's. What another process was
// just writing when it was found here is none, once there is a root of it.
func (v *vault) collect(ctx context.Context) error {
	due := func() bool { return len(v.garbage) > 0 && time.Since(v.garbage[0].since) >= garbageFor }
	if !due() {
		return nil
	}
	if err := v.refresh(ctx); err != nil {
		return fmt.Errorf("old keys: %w", err)
	}
	live := v.live()
	for due() {
		g := v.garbage[0]
		if live[g.subject] {
			v.garbage = v.garbage[1:]
			continue
		}
		bounded, cancel := v.store.Bounded(ctx)
		err := v.store.PurgeSubject(bounded, g.stream, g.subject)
		cancel()
		if err != nil {
			return fmt.Errorf("old keys: %w", err)
		}
		v.garbage = v.garbage[1:]
	}
	return nil
}

// live returns the subjects of all trees that are in force.
func (v *vault) live() map[string]bool {
	all := map[string]bool{}
	for n := range layout.Slots {
		for part, at := range v.slots[n].index {
			all[v.store.Names.KeyTree(n, part, at.version)] = true
		}
	}
	return all
}

// findGarbage finds what an earlier process has left, or another is about to use.
func (v *vault) findGarbage(ctx context.Context) error {
	live := v.live()
	for n := range layout.Slots {
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
