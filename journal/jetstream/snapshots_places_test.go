package jetstream

import (
	"fmt"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// TestPlaces: a channel that wakes finds its newest snapshot, by its place in the files
// or, once it was written over or is gone from there, by the server; and what it saves
// then needs no proof.
func TestPlaces(t *testing.T) {
	const channels = 2000
	c, ctx := Config{Folder: t.TempDir(), Partitions: 1}, t.Context()
	channel := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	save := func(j *Journal, n int, over uint64, body string) uint64 {
		t.Helper()
		revision, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: channel(n), Revision: over, Seq: 1, Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		return revision
	}
	finds := func(j *Journal, n int, want string) uint64 {
		t.Helper()
		s, err := j.Load(ctx, channel(n))
		if err != nil || string(s.Body) != want || s.Seq != 1 {
			t.Fatalf("%s is %q, %v; want %q", channel(n), s.Body, err, want)
		}
		return s.Revision
	}
	has := func(j *Journal, n int) bool {
		t.Helper()
		p, subject, err := j.snapshots.place(channel(n))
		if err != nil {
			t.Fatal(err)
		}
		_, ok := p.places.read(subject)
		return ok
	}
	j := openTest(t, c)
	for n := range channels {
		save(j, n, save(j, n, 0, "old"), fmt.Sprint("state of ", n))
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
			t.Fatalf("%s has no place", channel(n))
		}
		finds(j, n, fmt.Sprint("state of ", n))
	}
	revision := finds(j, 7, "state of 7")
	if known := j.snapshots.parts[0].mine.newest(channel(7)); known != revision {
		t.Errorf("the newest is known as %d, want %d", known, revision)
	}
	newer := save(j, 7, revision, "newer")
	if has(j, 7) {
		t.Error("what was written over has a place")
	}
	finds(j, 7, "newer")
	p, subject, err := j.snapshots.place(channel(7))
	if err != nil {
		t.Fatal(err)
	}
	p.found(channel(7), subject, revision) // somebody who had read it before that save
	if known := p.mine.newest(channel(7)); known != newer {
		t.Errorf("the newest is known as %d, want %d", known, newer)
	}
	if _, err := j.Save(ctx, j.Epoch(0), journal.Snapshot{Channel: channel(7), Revision: revision, Seq: 1}); err == nil {
		t.Error("a save over an old revision was taken")
	}
	save(j, 7, newer, "newest")
	if err := j.store.Purge(ctx, j.store.Names.Snapshots(0), 2*channels); err != nil { // all but the last two
		t.Fatal(err)
	}
	if s, err := j.Load(ctx, channel(3)); err != nil || s.Revision != 0 && string(s.Body) != "state of 3" {
		t.Errorf("what the server has taken out is %+v, %v", s, err)
	}
	finds(j, 7, "newest")
	finds(j, channels-1, fmt.Sprint("state of ", channels-1))
	if finds(j, 7, "newest"); has(j, 7) {
		t.Error("it has a place again")
	}
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
