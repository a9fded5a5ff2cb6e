package jetstream

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// TestShared: several processes have one store, each partition is one process's at a
// time, and what is written as a former owner is refused and has no effect.
func TestShared(t *testing.T) {
	t.Parallel()
	c := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 2, Shared: true, Log: quiet}
	ctx := t.Context()
	a, b := openTest(t, c), openTest(t, c)
	if got := [...]uint64{a.Epoch(0), a.Epoch(1), b.Epoch(0), b.Epoch(1)}; got != [4]uint64{journal.NoEpoch, journal.NoEpoch, journal.NoEpoch, journal.NoEpoch} {
		t.Fatalf("before anybody claims anything the epochs are %v", got)
	}
	claim := func(j *Journal, partition int) {
		t.Helper()
		if err := j.Claim(ctx, partition, nil); err != nil {
			t.Fatal(err)
		}
	}
	claim(a, 0)
	claim(b, 1)
	in := func(partition int) messages.ChannelID {
		for n := 0; ; n++ {
			if id := messages.ChannelID(fmt.Sprintf("web//room%d", n)); a.Partition(id) == partition {
				return id
			}
		}
	}
	zero, one := in(0), in(1)

	// Everybody writes what networks say; only the owner writes as one.
	for _, j := range []*Journal{a, b} {
		for _, id := range []messages.ChannelID{zero, one} {
			if _, err := j.Append(ctx, 0, id, messages.Deleted{ID: "1"}); err != nil {
				t.Fatal(err)
			}
			err := j.Owns(id)
			if owns := j.Epoch(j.Partition(id)) != journal.NoEpoch; owns != (err == nil) {
				t.Errorf("it owns %s %v, and Owns says %v", id, owns, err)
			}
		}
	}
	if _, err := a.Append(ctx, a.Epoch(0), zero, messages.TimerFired{}); err != nil {
		t.Fatal(err)
	}
	due := messages.InstantOf(time.Now().Add(time.Hour))
	if _, err := a.Save(ctx, a.Epoch(0), journal.Snapshot{Channel: zero, Seq: 3, Due: due, Body: []byte("a's")}); err != nil {
		t.Fatal(err)
	}
	if got := channelsDue(t, a); !slices.Equal(got, []messages.ChannelID{zero}) {
		t.Errorf("the owner knows deadlines of %v", got)
	}
	if got := channelsDue(t, b); len(got) != 0 {
		t.Errorf("another process knows deadlines of %v", got)
	}

	// b takes partition 0 over while a still believes in it.
	before := a.Epoch(0)
	claim(b, 0)
	if got := channelsDue(t, b); !slices.Equal(got, []messages.ChannelID{zero}) {
		t.Errorf("the next owner knows deadlines of %v", got)
	}
	late, err := a.Append(ctx, before, zero, messages.TimerFired{})
	if err != nil && !errors.Is(err, journal.ErrConflict) {
		t.Fatal(err)
	}
	if _, err := a.Save(ctx, before, journal.Snapshot{Channel: zero, Revision: revisionOf(t, a, zero), Seq: 2, Body: []byte("late")}); err == nil {
		t.Log("a late snapshot is taken, and the next owner's stands over it")
	}
	if _, err := b.Append(ctx, b.Epoch(0), zero, messages.TimerFired{}); err != nil {
		t.Fatal(err)
	}
	for _, j := range []*Journal{a, b} {
		for r, err := range j.Replay(ctx, zero, 0) {
			if err != nil {
				t.Fatal(err)
			}
			if late.Seq != 0 && r.Seq == late.Seq {
				t.Errorf("a record of a former owner is handed over: %+v", r)
			}
		}
	}

	// Who gives a partition up writes nothing more, and may claim it again.
	b.Release(0)
	if b.Epoch(0) != journal.NoEpoch || !errors.Is(b.Owns(zero), journal.ErrConflict) {
		t.Errorf("given up it has epoch %d, Owns %v", b.Epoch(0), b.Owns(zero))
	}
	if _, err := b.Append(ctx, b.Epoch(0), zero, messages.TimerFired{}); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("append as nobody: %v", err)
	}
	claim(a, 0)
	if a.Epoch(0) <= before {
		t.Errorf("claimed again it has epoch %d after %d", a.Epoch(0), before)
	}
	if _, err := a.Append(ctx, before, zero, messages.TimerFired{}); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("append with the epoch of the time before: %v", err)
	}
}

// TestSharedHeld: what is asked before each write decides.
func TestSharedHeld(t *testing.T) {
	t.Parallel()
	j := openTest(t, Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 1, Shared: true, Log: quiet})
	ctx := t.Context()
	var lost error
	if err := j.Claim(ctx, 0, func() error { return lost }); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{}); err != nil {
		t.Fatal(err)
	}
	lost = fmt.Errorf("not renewed: %w", journal.ErrAway)
	if _, err := j.Append(ctx, j.Epoch(0), here, messages.TimerFired{}); !errors.Is(err, journal.ErrAway) {
		t.Errorf("append while it may be another's: %v", err)
	}
	if err := j.Owns(here); !errors.Is(err, journal.ErrAway) {
		t.Errorf("Owns while it may be another's: %v", err)
	}
	if _, err := j.Append(ctx, 0, here, messages.Deleted{ID: "1"}); err != nil {
		t.Errorf("a line of the network: %v", err)
	}
}

// TestSharedGivenBack: whoever of those that share a store is the last gives it back, also
// if another one renewed the lease after it.
func TestSharedGivenBack(t *testing.T) {
	t.Parallel()
	c := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 1, Shared: true, Log: quiet, renewEvery: time.Hour}
	last := false
	c.Leave = func() bool { return last }
	first, second := openTest(t, c), openTest(t, c) // the newest mark is the second's
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
	last = true
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	c.Shared, c.Leave = false, nil
	openTest(t, c)
}

// TestSharedExcludes: who would have a store alone doesn't get one that is shared, nor
// the other way round.
func TestSharedExcludes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story         string
		first, second bool // share
	}{
		{"shared, then alone", true, false},
		{"alone, then shared", false, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			c := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 1, Shared: tt.first, Log: quiet}
			openTest(t, c)
			c.Shared = tt.second
			if j, err := Open(t.Context(), c); !errors.Is(err, ErrInUse) {
				t.Errorf("opened: %v, %v; want ErrInUse", j, err)
			}
		})
	}
}

func channelsDue(t *testing.T, j *Journal) (all []messages.ChannelID) {
	t.Helper()
	for s, err := range j.Due(context.Background(), messages.InstantOf(time.Now().Add(24*time.Hour))) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, s.Channel)
	}
	return all
}

func revisionOf(t *testing.T, j *Journal, id messages.ChannelID) uint64 {
	t.Helper()
	s, err := j.Load(t.Context(), id)
	if err != nil {
		t.Fatal(err)
	}
	return s.Revision
}

// TestLinesBeside: as long as an older program may have a store, its lines are such as that
// reads, and have the heads that it reads; from when this one claims a partition they are
// compact, and their heads short. All are read.
func TestLinesBeside(t *testing.T) {
	t.Parallel()
	c, ctx := Config{URL: outside(t, t.TempDir(), -1).ClientURL(), Partitions: 1, Shared: true, Log: quiet}, t.Context()
	a, b := openTest(t, c), openTest(t, c)
	said := func(j *Journal, id messages.LineID) (size int, short bool) {
		t.Helper()
		line := &messages.Line{ID: id, Channel: here, Author: messages.Author{ID: "u1", Name: "Ana"}, Text: "hi"}
		r, err := j.Append(ctx, 0, here, messages.Heard{Line: line})
		if err != nil {
			t.Fatal(err)
		}
		stored, err := j.store.JetStream().Stream(ctx, j.store.Names.Lines(0))
		if err != nil {
			t.Fatal(err)
		}
		m, err := stored.GetMsg(ctx, r.Seq)
		if err != nil {
			t.Fatal(err)
		}
		sealed := m.Data[1:]
		for range 3 { // what is before the event
			_, n := binary.Uvarint(sealed)
			sealed = sealed[n:]
		}
		return len(m.Data), sealed[0]&(1<<5) != 0
	}
	var f form
	before, short := said(a, "1")
	if short {
		t.Error("before anybody claims anything the head is short")
	}
	if _, err := a.store.ReadMeta(ctx, "form", &f); err != nil || f.Format >= storeFormat {
		t.Errorf("before anybody claims anything the form is %+v, %v", f, err)
	}
	if err := a.Claim(ctx, 0, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := a.store.ReadMeta(ctx, "form", &f); err != nil || f.Format != storeFormat || !f.isFenced() {
		t.Errorf("once it has a partition the form is %+v, %v", f, err)
	}
	then, short := said(a, "2")
	beside, shortBeside := said(b, "3")
	if then > before/2+20 || beside != before {
		t.Errorf("lines take %d bytes, then %d, and %d of who has claimed nothing", before, then, beside)
	}
	if !short || shortBeside {
		t.Errorf("once it has a partition its heads are short: %v; those of who has claimed nothing: %v", short, shortBeside)
	}
	var ids []messages.LineID
	for r, err := range b.Replay(ctx, here, 0) {
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range journal.LinesOf(r.Event) {
			ids = append(ids, l.ID)
		}
	}
	if !slices.Equal(ids, []messages.LineID{"1", "2", "3"}) {
		t.Errorf("it reads %v", ids)
	}
}
