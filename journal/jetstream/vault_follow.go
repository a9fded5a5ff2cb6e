package jetstream

import (
	"context"
	"errors"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/layout"

	"github.com/nats-io/nats.go"
)

// refresh learns what other processes have forgotten. The turn is the caller's.
func (v *vault) refresh(ctx context.Context) (err error) {
	if !v.store.Outside() {
		return nil // nobody else writes keys
	}
	for n := range layout.Slots {
		_, failed := v.refreshSlot(ctx, n)
		err = errors.Join(err, failed)
	}
	return err
}

// refreshSlot learns what another process has written to a slot: from then on these
// keys have only what both have. It says which root it found.
func (v *vault) refreshSlot(ctx context.Context, n int) (at uint64, err error) {
	for before := uint64(0); ; {
		at, err = v.refreshOnce(ctx, n)
		if err == nil || at == before || ctx.Err() != nil {
			return at, err
		}
		before = at // it may have been replaced while it was read
	}
}

func (v *vault) refreshOnce(ctx context.Context, n int) (at uint64, err error) {
	s := &v.slots[n]
	newest, err := v.store.SurelyWithin(ctx, v.store.Names.KeySlot(n), v.store.Names.KeyRoot(n))
	switch {
	case err != nil:
		return 0, err
	case newest == nil: // the server has lost it
		s.newest, s.version = rooted{}, 0
		return 0, nil
	case newest.Sequence == s.newest.root:
		return newest.Sequence, nil
	}
	r, err := cutRoot(newest.Data)
	if err != nil {
		return newest.Sequence, err
	}
	now := slot{newest: rooted{root: newest.Sequence, since: time.Now()}}
	if err := v.readIndex(ctx, n, r, &now); err != nil {
		return newest.Sequence, err
	}
	changed := func(part int) bool { return s.version == 0 || s.index[part] != now.index[part] }
	err = v.eachTree(ctx, n, &now.index, changed, func(part int, whole []byte) error { return v.meet(n, part, whole) })
	if err != nil {
		return newest.Sequence, err
	}
	if s.newest.root != 0 {
		s.before = append(s.before, s.newest)
	}
	s.index, s.newest, s.version, s.stale = now.index, now.newest, r.version, true
	v.version = max(v.version, r.version)
	return newest.Sequence, nil
}

// meet takes a part as a slot has it.
func (v *vault) meet(n, part int, whole []byte) error {
	v.mu.Lock()
	delete(v.dirty[n], part) // who forgets something from now on says so again
	v.mu.Unlock()
	less, more, err := v.texts.Keys.Meet(part, whole)
	if err != nil || more {
		v.soil(n, part)
	}
	for other := range layout.Slots {
		if less && other != n {
			v.soil(other, part)
		}
	}
	return err
}

// How a process learns what others forget: each tells the rest, which nothing keeps.
// So it also looks, and a text that another process has forgotten is not opened
// any longer than lookForRoots after that, or after this one reaches the server again.
const lookForRoots = 5 * time.Second

// told is the subject of it. No stream has it.
func (v *vault) told() string { return v.store.Names.Subject("told", "keys") }

// tell has other processes look for a new root.
func (v *vault) tell() {
	if !v.store.Outside() {
		return
	}
	if err := v.store.PublishMsg(&nats.Msg{Subject: v.told()}); err != nil {
		v.store.Log.Debug("others not told of forgotten texts", "err", err) // they look themselves
	}
}

// follow learns what others forget, until the store ends.
func (v *vault) follow() {
	news := make(chan struct{}, 1)
	err := v.store.Hear(v.told(), func(*nats.Msg) {
		select {
		case news <- struct{}{}:
		default:
		}
	})
	if err != nil {
		v.store.Log.Warn("not told of what others forget", "look_every", lookForRoots, "err", err)
	}
	tick := time.NewTicker(lookForRoots)
	defer tick.Stop()
	for {
		select {
		case <-v.store.Closing().Done():
			return
		case <-tick.C:
		case <-news:
		}
		v.look(v.store.Closing())
	}
}

func (v *vault) look(ctx context.Context) {
	select {
	case v.turn <- struct{}{}:
		defer func() { <-v.turn }()
	case <-ctx.Done():
		return
	}
	for n := range layout.Slots {
		s := &v.slots[n]
		at, err := v.refreshSlot(ctx, n)
		away := errors.Is(err, journal.ErrAway) || errors.Is(err, context.DeadlineExceeded)
		if err == nil || away || ctx.Err() != nil || at == s.refused {
			continue
		}
		s.refused = at
		v.store.Log.Error("keys written by another process not read: the other of two places has them", "place", n, "err", err)
	}
}
