package jetstream

import (
	"fmt"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// numbered returns the channel of a number.
func numbered(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }

// saveState saves a channel's state over a revision, and returns that of its own.
func saveState(t *testing.T, j *Journal, n int, over uint64, body string) uint64 {
	t.Helper()
	revision, err := j.Save(t.Context(), j.Epoch(0), journal.Snapshot{Channel: numbered(n), Revision: over, Seq: 1, Body: []byte(body)})
	if err != nil {
		t.Fatal(err)
	}
	return revision
}

// findState fails unless a channel has that state, and returns its revision.
func findState(t *testing.T, j *Journal, n int, want string) uint64 {
	t.Helper()
	s, err := j.Load(t.Context(), numbered(n))
	if err != nil || string(s.Body) != want || s.Seq != 1 {
		t.Fatalf("%s is %q, %v; want %q", numbered(n), s.Body, err, want)
	}
	return s.Revision
}

// TestReadAhead: who steps what a killed process left finds each channel's newest
// snapshot, also once it was saved again.
func TestReadAhead(t *testing.T) {
	const channels = 600
	c, ctx := Config{Folder: t.TempDir(), Partitions: 1}, t.Context()
	j := openTest(t, c)
	for n := range channels {
		if _, err := j.Append(ctx, 0, numbered(n), messages.TimerFired{N: uint64(n)}); err != nil {
			t.Fatal(err)
		}
		saveState(t, j, n, saveState(t, j, n, 0, "old"), "new")
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	unclosed(t, c.Folder)

	j = openTest(t, c)
	handed, p := make(chan bool, channels), j.snapshots.parts[0]
	if n := p.ahead.count(); n != channels {
		t.Errorf("opening has read %d snapshots, want %d", n, channels)
	}
	p.ahead.drop() // as if they were older
	stop := consuming(t, j, 0, 0, func(journal.Record) { handed <- true })
	<-handed
	if n := p.ahead.count(); n != channels {
		t.Errorf("%d snapshots were read ahead, want %d", n, channels)
	}
	revision := findState(t, j, 1, "new")
	saveState(t, j, 1, revision, "newer")
	findState(t, j, 1, "newer")
	if n := p.ahead.count(); n != channels-1 {
		t.Errorf("%d snapshots are left, want %d", n, channels-1)
	}
	findState(t, j, 2, "new")
	findState(t, j, 2, "new") // the server's
	s, ok := p.ahead.found[j.store.Names.Snapshot(0, "test.w.3")]
	if !ok {
		t.Fatal("a snapshot isn't there by its subject")
	}
	saveState(t, j, 3, s.revision, "newer")
	findState(t, j, 3, "newer")
	stop()
	if p.ahead.found != nil {
		t.Error("snapshots stay though nobody reads the partition")
	}
}

// TestAheadOfWriting: what is written while snapshots are read is not given out as it
// was before.
func TestAheadOfWriting(t *testing.T) {
	var a ahead
	if !a.begin(3, 100) || a.begin(3, 100) {
		t.Fatal("one reads at a time")
	}
	a.put("first", stored{revision: 1})
	a.over("first")
	a.over("second")
	a.put("second", stored{revision: 2})
	a.put("third", stored{revision: 3})
	a.end()
	for subject, want := range map[string]bool{"first": false, "second": false, "third": true} {
		if _, ok := a.take(subject); ok != want {
			t.Errorf("%s is given out: %v, want %v", subject, ok, want)
		}
	}
	if _, ok := a.take("third"); ok {
		t.Error("a snapshot is given out twice")
	}
	if a.room != 100 {
		t.Errorf("there is room for %d bytes, want all 100", a.room)
	}
	a.begin(3, 100)
	a.put("five", stored{revision: 5, data: make([]byte, 50)})
	a.put("six", stored{revision: 6, data: make([]byte, 50)})
	a.put("five", stored{revision: 7, data: make([]byte, 97)})
	a.end()
	if a.count() != 0 || a.room != 100 {
		t.Errorf("%d are kept with room for %d bytes: one had no room, and nor had what came after the other", a.count(), a.room)
	}
	a.drop()
	a.put("fourth", stored{revision: 4})
	if _, ok := a.take("fourth"); ok {
		t.Error("what comes after all was dropped is kept")
	}
}
