package jetstream

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/journaltest"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// emptied takes all messages of a stream out, as a lost block does.
func emptied(t *testing.T, j *Journal, stream string) {
	t.Helper()
	if err := j.store.Purge(t.Context(), stream, 0); err != nil {
		t.Fatal(err)
	}
}

// wrecked has a stream's newest message be another one.
func wrecked(t *testing.T, j *Journal, subject string) {
	t.Helper()
	if _, err := j.store.Publish(t.Context(), subject, []byte("what a disk makes of it"), nil); err != nil {
		t.Fatal(err)
	}
}

// TestOneSlotIsEnough: whatever becomes of one place of the keys, verify says so
// and the next start makes it anew; with both gone there is no start.
func TestOneSlotIsEnough(t *testing.T) {
	long.Test(t)
	const channel = "test/w/c"
	for _, tt := range []struct {
		story string
		harm  func(t *testing.T, j *Journal, n int)
	}{
		{"its roots are lost", func(t *testing.T, j *Journal, n int) { emptied(t, j, j.store.Names.KeySlot(n)) }},
		{"its trees are lost", func(t *testing.T, j *Journal, n int) { emptied(t, j, j.store.Names.TreeSlot(n)) }},
		{"its root is damaged", func(t *testing.T, j *Journal, n int) { wrecked(t, j, j.store.Names.KeyRoot(n)) }},
		{"its index is damaged", func(t *testing.T, j *Journal, n int) { wrecked(t, j, j.store.Names.KeyIndex(n, j.vault.version)) }},
		{"a tree is damaged", func(t *testing.T, j *Journal, n int) {
			wrecked(t, j, j.store.Names.KeyTree(n, 77, j.vault.slots[n].index[77].version))
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			for n := range layout.Slots {
				c := Config{Folder: t.TempDir(), Partitions: 1}
				j := opened(t, c)
				talkAbout(t, j, channel, "kept")
				if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
					t.Fatalf("before: %v, %v", problems, err)
				}
				tt.harm(t, j, n)
				if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) != 1 {
					t.Errorf("slot %d: verify says %v, %v; want one problem", n, problems, err)
				}
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				j = opened(t, c)
				if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
					t.Errorf("slot %d, after a start: %v, %v", n, problems, err)
				}
				if found := inStreams(t, j, "kept"); len(found) < 8 {
					t.Errorf("slot %d: the text is left in %v only", n, found)
				}
				for n := range layout.Slots {
					tt.harm(t, j, n)
				}
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
				if _, err := Open(t.Context(), c); !errors.Is(err, ErrKeys) {
					t.Errorf("without any keys it is opened: %v", err)
				}
			}
		})
	}
}

// TestForgottenBetweenSlots: a program killed after one slot was written goes on
// from the newer one.
func TestForgottenBetweenSlots(t *testing.T) {
	const channel = "test/w/c"
	for n := range layout.Slots {
		c := Config{Folder: t.TempDir(), Partitions: 1}
		j := opened(t, c)
		text := secret(t)
		talkAbout(t, j, channel, text)
		before := rootKeys(t, j)
		part, changed := j.vault.texts.Keys.Forget(channel, seal.Range{From: seal.Line.First(), To: seal.Post.Last()})
		if !changed {
			t.Fatal("nothing was forgotten")
		}
		j.vault.version++
		if err := j.vault.writeSlot(t.Context(), n, map[int]bool{part: true}); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		j = opened(t, c)
		if found := inStreams(t, j, text); len(found) > 0 {
			t.Errorf("slot %d: what was forgotten is in %v", n, found)
		}
		for _, key := range before {
			if found := inFiles(t, c.Folder, key); len(found) > 0 {
				t.Errorf("slot %d: the key before is still in %v", n, found)
			}
		}
		for n := range layout.Slots { // each of them is as far by now
			_, keys, err := j.vault.readSlot(t.Context(), n)
			if err != nil {
				t.Fatal(err)
			}
			j.vault.texts.Keys = keys
			if found := inStreams(t, j, text); len(found) > 0 {
				t.Errorf("slot %d has what was forgotten in %v", n, found)
			}
		}
	}
}

// TestRootsOfAnotherProcess: who lost the store to another one writes no keys
// over that one's.
func TestRootsOfAnotherProcess(t *testing.T) {
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	for n := range layout.Slots {
		wrecked(t, j, j.store.Names.KeyRoot(n))
	}
	j.vault.texts.Keys.Forget("test/w/c", seal.Range{From: seal.Line.First(), To: seal.Line.Last()})
	if err := j.vault.forgetTexts(t.Context(), "test/w/c", seal.Only(seal.Note.First())); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
}

// TestBackupForgets: what was forgotten before a backup is in none of it.
func TestBackupForgets(t *testing.T) {
	const channel, other = "test/w/c", "test/w/d"
	text, kept := secret(t), secret(t)
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	talkAbout(t, j, channel, text)
	talkAbout(t, j, other, kept)
	if err := j.Erase(t.Context(), messages.Erase{Channel: channel, Person: "ana"}); err != nil {
		t.Fatal(err)
	}
	var backup bytes.Buffer
	if err := j.Dump(t.Context(), &backup, nil); err != nil {
		t.Fatal(err)
	}
	c := Config{Folder: t.TempDir()}
	if err := Restore(t.Context(), c, &backup, nil); err != nil {
		t.Fatal(err)
	}
	restored := opened(t, c)
	if found := inStreams(t, restored, text); len(found) > 0 {
		t.Errorf("restored, what was forgotten is in %v", found)
	}
	if found := inStreams(t, restored, kept); len(found) < 8 {
		t.Errorf("restored, what was not is in %v only", found)
	}
	if problems, err := restored.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
		t.Errorf("restored: %v, %v", problems, err)
	}
}

// TestOldKeysGo: however often something is forgotten, no more is kept of the
// keys than what holds now, and what replaced the rest lately.
func TestOldKeysGo(t *testing.T) {
	c := Config{Folder: t.TempDir(), Partitions: 1}
	j := opened(t, c)
	for n := range 50 {
		channel := messages.ChannelID(fmt.Sprint("test/w/", n%7))
		last, err := j.Append(t.Context(), 0, channel, messages.Heard{Line: &messages.Line{ID: messages.LineID(fmt.Sprint(n))}})
		if err != nil {
			t.Fatal(err)
		}
		s, err := j.Load(t.Context(), channel)
		if err != nil {
			t.Fatal(err)
		}
		s.Seq = last.Seq
		if _, err := j.Save(t.Context(), 0, s); err != nil {
			t.Fatal(err)
		}
		if err := j.Erase(t.Context(), messages.Erase{Channel: channel, Line: messages.LineID(fmt.Sprint(n))}); err != nil {
			t.Fatal(err)
		}
	}
	for i := range j.vault.garbage {
		j.vault.garbage[i].since = j.vault.garbage[i].since.Add(-garbageFor)
	}
	if err := j.vault.writeKeys(t.Context()); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for n := range layout.Slots {
		for _, stream := range []string{j.store.Names.KeySlot(n), j.store.Names.TreeSlot(n)} {
			if err := j.store.Each(t.Context(), stream, "", 0, func(*jetstream.RawStreamMsg) error { count[stream]++; return nil }); err != nil {
				t.Fatal(err)
			}
		}
		if got := count[j.store.Names.KeySlot(n)]; got != 2 {
			t.Errorf("slot %d has %d roots and indices, want one each", n, got)
		}
		if got := count[j.store.Names.TreeSlot(n)]; got != seal.Parts {
			t.Errorf("slot %d has %d trees, want %d", n, got, seal.Parts)
		}
	}
}

// TestErasedOutside: on an outside server, too, nobody can read what was
// forgotten, and the roots before are overwritten once a newer one is on its
// disk, however fast they follow one another.
func TestErasedOutside(t *testing.T) {
	const channel = "test/w/c"
	folder, text := t.TempDir(), secret(t)
	c := Config{URL: outside(t, folder, journaltest.Port(t)).ClientURL(), Partitions: 1}
	j := opened(t, c)
	var replaced []string
	for n := range 8 {
		talkAbout(t, j, channel, text)
		replaced = append(replaced, rootKeys(t, j)...)
		if err := j.Erase(t.Context(), messages.Erase{Channel: channel, Person: "ana"}); err != nil {
			t.Fatalf("time %d: %v", n, err)
		}
		if found := inStreams(t, j, text); len(found) > 0 {
			t.Errorf("time %d: still in %v", n, found)
		}
		if n == 5 { // another process goes on with what the first has left
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			j = opened(t, c)
		}
	}
	if found := inFiles(t, folder, text); len(found) > 0 {
		t.Errorf("the text is as it was said in %v", found)
	}
	for range 2 { // the oldest goes for the one after it, and that for the newest
		for n := range layout.Slots {
			s := &j.vault.slots[n]
			for i := range s.before {
				s.before[i].since = s.before[i].since.Add(-store.OnDisk)
			}
		}
		if err := j.vault.writeKeys(t.Context()); err != nil {
			t.Fatal(err)
		}
		for n := range layout.Slots {
			j.vault.slots[n].newest.since = j.vault.slots[n].newest.since.Add(-store.OnDisk)
		}
	}
	for i, key := range replaced {
		if found := inFiles(t, folder, key); len(found) > 0 {
			t.Errorf("root %d of %d is still in %v", i, len(replaced), found)
		}
	}
}

// TestKeysOfAFormerOwner: what a process writes of the keys that stood still while
// another took its store over replaces nothing and takes nothing out, so the texts
// can be read.
func TestKeysOfAFormerOwner(t *testing.T) {
	t.Parallel()
	const channel = "test/w/c"
	ctx := t.Context()
	o := &takeOver{t: t, url: outside(t, t.TempDir(), -1).ClientURL()}
	former := openStandingStill(t, Config{URL: o.url, Partitions: 1})
	talkAbout(t, former, channel, "one")
	o.expireLease(Config{URL: o.url})
	next := openTest(t, Config{URL: o.url, Partitions: 1})
	// The former owner has got as far as the index, and then stands still.
	former.vault.texts.Keys.Forget(channel, seal.Only(seal.Note.First()))
	former.vault.version++
	version := former.vault.version
	for n := range layout.Slots {
		if _, _, err := former.vault.writeTrees(ctx, n, func(part int) bool { return true }); err != nil {
			t.Fatal(err)
		}
		if _, err := former.store.Publish(ctx, former.store.Names.KeyIndex(n, version), []byte("wrapped"), former.vault.onlyOnce()); err != nil {
			t.Fatal(err)
		}
	}
	talkAbout(t, next, channel, "two")
	if err := next.Erase(ctx, messages.Erase{Channel: channel, Person: "bob", Line: "m1"}); err != nil {
		t.Fatalf("the owner forgets: %v", err)
	}
	next.vault.turn <- struct{}{} // it follows what others write beside this
	wrote := next.vault.version
	<-next.vault.turn
	if wrote <= version {
		t.Errorf("it wrote version %d, and %d was begun", wrote, version)
	}
	// It goes on: with what it began, and with what it wants to overwrite.
	former.vault.turn <- struct{}{}
	former.vault.version = wrote
	if err := former.vault.writeSlot(ctx, 0, map[int]bool{0: true}); err == nil {
		t.Error("it wrote over the owner's keys")
	}
	for n := range former.vault.slots {
		former.vault.slots[n].stale = true
	}
	err := former.vault.overwriteKeys(ctx)
	<-former.vault.turn
	if err != nil {
		t.Fatal(err)
	}
	last, err := next.Append(ctx, 0, channel, said(channel, 9))
	if err != nil {
		t.Fatal(err)
	}
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	third := openTest(t, Config{URL: o.url})
	for n := range third.vault.slots {
		if _, keys, err := third.vault.readSlot(ctx, n); err != nil || keys == nil {
			t.Errorf("place %d of the keys: %v", n, err)
		}
	}
	var read uint64
	for r, err := range third.Replay(ctx, channel, 0) {
		if err != nil {
			t.Fatal(err)
		}
		read = r.Seq
	}
	if read != last.Seq {
		t.Errorf("the newest record that can be read is %d, want %d", read, last.Seq)
	}
}
