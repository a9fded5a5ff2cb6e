package jetstream

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// An oldRoot is a root in a slot's stream.
type oldRoot struct {
	rooted
	version uint64
	at      time.Time // by the server's clock
}

// rootsApart is how much later than the one before it a root is that stays, until
// that is on the disk for sure. All processes go by the server's clock, with some
// seconds to spare, or one would overwrite what another counts on.
const rootsApart = store.OnDisk - 10*time.Second

// settle returns those of a slot's roots, oldest first, that have to stay beside the
// newest, which is the last of them. A power cut may take the newest ones, so the
// last that is on the disk for sure stays: the oldest stays and then some that
// are to take its place, so that a few are kept however fast they follow one another.
func settle(all []oldRoot, now time.Time) []oldRoot {
	var stay []oldRoot
	for i, r := range all {
		if i == 0 || i == len(all)-1 || r.at.Sub(stay[len(stay)-1].at) >= rootsApart || all[i+1].at.Sub(r.at) >= rootsApart {
			stay = append(stay, r)
		}
	}
	for i, r := range slices.Backward(stay) {
		if now.Sub(r.since) >= store.OnDisk {
			stay = stay[i:]
			break
		}
	}
	return stay[:max(0, len(stay)-1)]
}

// overwriteKeys overwrites the roots and indices that are not needed. The turn is
// the caller's. What is newer than its own newest root is left: it is another
// process's, of whom this one doesn't know yet, or which was ended before it wrote
// its own. That goes, too, long after it could have.
func (v *vault) overwriteKeys(ctx context.Context) error {
	for n := range v.slots {
		if v.slots[n].stale {
			if err := v.overwriteSlot(ctx, n); err != nil {
				return fmt.Errorf("overwrite keys: %w", err)
			}
		}
	}
	return v.collect(ctx)
}

func (v *vault) overwriteSlot(ctx context.Context, n int) error {
	s, stream := &v.slots[n], v.store.Names.KeySlot(n)
	roots, indexes, all, err := v.listSlot(ctx, n)
	if err != nil {
		return err
	}
	if len(roots) == 0 || roots[len(roots)-1].root != s.newest.root {
		return nil // in a cluster the server that answered may be behind: another time
	}
	stay := settle(roots, time.Now())
	if v.store.Server != nil { // which has synced its files
		stay = nil
	}
	keep := map[uint64]bool{s.newest.root: true, s.newest.index: true}
	s.before = nil
	for _, r := range stay {
		keep[r.root] = true
		for seq, version := range indexes {
			if version == r.version {
				keep[seq], r.index = true, seq
			}
		}
		s.before = append(s.before, r.rooted)
	}
	for _, seq := range all {
		if found, begun := s.begun[seq]; keep[seq] || begun && time.Since(found) < store.OnDisk {
			continue
		}
		if err := v.store.Delete(ctx, stream, true, seq); err != nil {
			return err
		}
	}
	s.stale = len(s.before) > 0 || len(s.begun) > 0
	return nil
}

// listSlot returns a slot's roots up to the newest that is known, oldest first, its
// indexes' versions by their sequences, and the sequences of all but later roots.
func (v *vault) listSlot(ctx context.Context, n int) (roots []oldRoot, indexes map[uint64]uint64, all []uint64, err error) {
	s, prefix := &v.slots[n], strings.TrimSuffix(v.store.Names.KeyIndex(n, 0), "0")
	since := map[uint64]time.Time{s.newest.root: s.newest.since}
	for _, r := range s.before {
		since[r.root] = r.since
	}
	indexes = map[uint64]uint64{}
	begun := map[uint64]time.Time{}
	err = v.store.Each(ctx, v.store.Names.KeySlot(n), "", 0, func(m *jetstream.RawStreamMsg) error {
		version, is := strings.CutPrefix(m.Subject, prefix)
		if m.Sequence > s.newest.root {
			if is {
				begun[m.Sequence] = cmp.Or(s.begun[m.Sequence], time.Now())
				all = append(all, m.Sequence)
			}
			return nil
		}
		all = append(all, m.Sequence)
		if is {
			indexes[m.Sequence], err = strconv.ParseUint(version, 10, 64)
			return err
		}
		if r, err := cutRoot(m.Data); err == nil {
			found := cmp.Or(since[m.Sequence], time.Now())
			roots = append(roots, oldRoot{rooted{root: m.Sequence, since: found}, r.version, m.Time})
		}
		return nil
	})
	s.begun = begun
	return roots, indexes, all, err
}
