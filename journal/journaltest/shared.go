package journaltest

import (
	"fmt"
	"sync"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// concurrency has several writers, each with channels of its own, and one
// consumer per partition while they write.
func concurrency(t *testing.T, j journal.Journal) {
	const writers, channels, lines = 4, 5, 40
	name := func(w, c int) messages.ChannelID { return messages.ChannelID(fmt.Sprintf("test/w/%d-%d", w, c)) }
	expected := map[int]int{} // by partition
	for w := range writers {
		for c := range channels {
			expected[j.Partition(name(w, c))] += lines
		}
	}
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for n := range lines {
				for c := range channels {
					writeOne(t, j, name(w, c), n)
				}
			}
		})
	}
	for p, count := range expected {
		got := consume(t, j, p, 0)
		next := map[messages.ChannelID]int{}
		var seq uint64
		for range count {
			r := got.next(t)
			if id, want := lineOf(t, r), fmt.Sprint("m", next[r.Channel]); id != want || r.Seq <= seq {
				t.Fatalf("%s: got line %s at %d after %d, want %s", r.Channel, id, r.Seq, seq, want)
			}
			seq = r.Seq
			next[r.Channel]++
		}
	}
	wg.Wait()
}

// writeOne does what a channel does with one line.
func writeOne(t *testing.T, j journal.Journal, channel messages.ChannelID, n int) {
	ctx := t.Context()
	record, err := j.Append(ctx, 0, channel, said(channel, n))
	if err != nil {
		t.Error(err)
		return
	}
	if n%8 != 7 {
		return
	}
	s, err := j.Load(ctx, channel)
	if err != nil {
		t.Error(err)
		return
	}
	s.Seq, s.Due, s.Body = record.Seq, record.At+1, []byte("state")
	if _, err := j.Save(ctx, 0, s); err != nil {
		t.Error(err)
	}
	p := post(channel, n)
	if err := j.Enqueue(ctx, 0, p); err != nil {
		t.Error(err)
	}
	if err := j.Note(ctx, &messages.Note{Channel: channel}); err != nil {
		t.Error(err)
	}
	if err := j.Remove(ctx, channel, p.ID); err != nil {
		t.Error(err)
	}
}

func closed(t *testing.T, j journal.Journal) {
	record := write(t, j, here, said(here, 0))
	records, posts := consume(t, j, j.Partition(here), record.Seq), deliver(t, j, "felix")
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := j.Close(); err != nil {
		t.Errorf("closing twice: %v", err)
	}
	wantError(t, "a waiting consume", records.ending(t), journal.ErrClosed)
	wantError(t, "a waiting deliver", posts.ending(t), journal.ErrClosed)

	ctx := t.Context()
	_, err := j.Append(ctx, 0, here, said(here, 1))
	wantError(t, "append", err, journal.ErrClosed)
	_, err = j.Load(ctx, here)
	wantError(t, "load", err, journal.ErrClosed)
	_, err = j.Save(ctx, 0, journal.Snapshot{Channel: here})
	wantError(t, "save", err, journal.ErrClosed)
	wantError(t, "enqueue", j.Enqueue(ctx, 0, post(here, 0)), journal.ErrClosed)
	wantError(t, "remove", j.Remove(ctx, here, "p"), journal.ErrClosed)
	wantError(t, "note", j.Note(ctx, &messages.Note{Channel: here}), journal.ErrClosed)
	wantError(t, "bury", j.Bury(ctx, journal.Letter{Channel: here, Seq: 1}), journal.ErrClosed)
	wantError(t, "erase", j.Erase(ctx, messages.Erase{Channel: here, All: true}), journal.ErrClosed)
	_, err = j.Last(ctx, 0)
	wantError(t, "last", err, journal.ErrClosed)
	_, err = j.Checkpoint(ctx, 0)
	wantError(t, "checkpoint", err, journal.ErrClosed)
	for _, err := range j.Buried(ctx) {
		wantError(t, "buried", err, journal.ErrClosed)
	}
	for _, err := range j.Notes(ctx, here, 0) {
		wantError(t, "notes", err, journal.ErrClosed)
	}
	for _, err := range j.Replay(ctx, here, 0) {
		wantError(t, "replay", err, journal.ErrClosed)
	}
}
