package jetstream

import (
	"errors"
	"fmt"
	"testing"

	"familiar/journal"

	"github.com/nats-io/nats.go/jetstream"
)

// TestPlaces: a channel that wakes finds its newest snapshot, by its place in the files
// or, once it was written over or is gone from there, by the server; and what it saves
// then needs no proof.
func TestPlaces(t *testing.T) {
	const channels = 2000
	c, ctx := Config{Folder: t.TempDir(), Partitions: 1}, t.Context()
	has := func(j *Journal, n int) bool {
		t.Helper()
		p, subject, err := j.snapshots.place(numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		_, ok := p.places.read(subject)
		return ok
	}
	j := openTest(t, c)
	for n := range channels {
		saveState(t, j, n, saveState(t, j, n, 0, "old"), fmt.Sprint("state of ", n))
	}
	if has(j, 1) {
		t.Error("there are places in a store that was new")
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}

	j = openTest(t, c)
	for n := range channels {
		if !has(j, n) {
			t.Fatalf("%s has no place", numbered(n))
		}
		findState(t, j, n, fmt.Sprint("state of ", n))
	}
	revision := findState(t, j, 7, "state of 7")
	if known := j.snapshots.parts[0].mine.newest(numbered(7)); known != revision {
		t.Errorf("the newest is known as %d, want %d", known, revision)
	}
	newer := saveState(t, j, 7, revision, "newer")
	if has(j, 7) {
		t.Error("what was written over has a place")
	}
	findState(t, j, 7, "newer")
	p, subject, err := j.snapshots.place(numbered(7))
	if err != nil {
		t.Fatal(err)
	}
	p.found(numbered(7), subject, revision) // somebody who had read it before that save
	if known := p.mine.newest(numbered(7)); known != newer {
		t.Errorf("the newest is known as %d, want %d", known, newer)
	}
	if _, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: numbered(7), Revision: revision, Seq: 1}); err == nil {
		t.Error("a save over an old revision was taken")
	}
	saveState(t, j, 7, newer, "newest")
	if err := j.store.Purge(ctx, j.store.Names.Snapshots(0), 2*channels); err != nil { // all but the last two
		t.Fatal(err)
	}
	if s, err := j.Load(ctx, numbered(3)); err != nil || s.Revision != 0 && string(s.Body) != "state of 3" {
		t.Errorf("what the server has taken out is %+v, %v", s, err)
	}
	findState(t, j, 7, "newest")
	findState(t, j, channels-1, fmt.Sprint("state of ", channels-1))
	if findState(t, j, 7, "newest"); has(j, 7) {
		t.Error("it has a place again")
	}
}

// TestFirstSaves: of a channel that surely has no snapshot the server isn't asked, and the
// first one is sent without proof, which would stay beside it for ever; not the next one
// over nothing, by whoever knew of none either.
func TestFirstSaves(t *testing.T) {
	c, ctx := Config{Folder: t.TempDir(), Partitions: 1}, t.Context()
	first := func(j *Journal, n int) {
		t.Helper()
		p, subject, err := j.snapshots.place(numbered(n))
		if err != nil {
			t.Fatal(err)
		}
		if s, err := j.Load(ctx, numbered(n)); err != nil || s.Revision != 0 || !p.places.absent(subject, false) {
			t.Errorf("before its first save %s has %+v, %v", numbered(n), s, err)
		}
		revision := saveState(t, j, n, 0, "first")
		m, _, err := j.snapshots.newestSnapshot(ctx, numbered(n))
		if err != nil || m.Sequence != revision || m.Header.Get(jetstream.ExpectedLastSubjSeqHeader) != "" {
			t.Errorf("its first is kept with the headers %v, %v; want it without proof", m.Header, err)
		}
		if _, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: numbered(n), Seq: 9}); !errors.Is(err, journal.ErrConflict) {
			t.Errorf("another first one gives %v, want %v", err, journal.ErrConflict)
		}
		findState(t, j, n, "first")
	}
	j := openTest(t, c)
	first(j, 1)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = openTest(t, c)
	first(j, 2)
	if _, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: numbered(1), Seq: 9}); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a first one of a channel that has one gives %v, want %v", err, journal.ErrConflict)
	}
	findState(t, j, 1, "first")
}

// TestPlacesWithout: what was taken out of a stream may have been the newest, and so
// nothing has a place.
func TestPlacesWithout(t *testing.T) {
	c, ctx := Config{Folder: t.TempDir(), Partitions: 1}, t.Context()
	j := openTest(t, c)
	first, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: here, Seq: 1, Body: []byte("first")})
	if err != nil {
		t.Fatal(err)
	}
	second, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: here, Revision: first, Seq: 2, Body: []byte("second")})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: "test/w/there", Seq: 3}); err != nil {
		t.Fatal(err)
	}
	if err := j.store.Delete(ctx, j.store.Names.Snapshots(0), false, second); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = openTest(t, c)
	if s, err := j.Load(ctx, here); err != nil || string(s.Body) != "first" {
		t.Errorf("found %q, %v; want the one that is left", s.Body, err)
	}
	if n := len(j.snapshots.parts[0].places.all); n != 0 {
		t.Errorf("%d have a place", n)
	}
}
