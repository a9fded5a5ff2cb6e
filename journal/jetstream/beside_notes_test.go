package jetstream

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/natstest"
	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// TestNotesOfAllProcesses: whichever process is asked, and a visitor, all notes of a
// channel are found that any of them has noted, those that are held among them, by
// what they are about and by channel.
func TestNotesOfAllProcesses(t *testing.T) {
	t.Parallel()
	for _, servers := range []int{1, 3} {
		t.Run(fmt.Sprint(servers), func(t *testing.T) {
			t.Parallel()
			c := Config{URL: natstest.Start(t, servers).URL(), Partitions: 1, Replicas: servers}
			all := sideAt(t, 3, c)
			channels := []messages.ChannelID{"test/w/a", "test/w/b"}
			visitor := visited(t, Config{URL: c.URL, Log: quiet})
			for n := range 300 {
				j, note := all[n%3], observed(channels[n%2], n)
				if n%7 == 0 {
					note.Act = messages.Settled
				}
				noted(t, j, note)
				if n%61 == 0 {
					if err := j.ledger.Flush(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				if n%50 != 49 {
					continue
				}
				for i, asked := range append(slices.Clone(all), visitor) {
					for k, channel := range channels {
						if got, want := len(linesNoted(t, asked, channel, 0)), (n+2-k)/2; got != want {
							t.Errorf("after %d notes process %d has %d in %s, want %d", n+1, i, got, channel, want)
						}
						about := n - 1 + k // the newest
						line := messages.LineID(fmt.Sprint("118273645543322", about))
						found := 0
						for got, err := range journal.Find(t.Context(), asked, channel, journal.Query{Lines: []messages.LineID{line}, Limit: 1}) {
							if err != nil {
								t.Fatal(err)
							}
							if got.Line == line {
								found++
							}
						}
						if found != 1 {
							t.Errorf("process %d finds %d notes about line %s", i, found, line)
						}
					}
				}
			}
			for i, asked := range append(slices.Clone(all), visitor) {
				in := map[messages.ChannelID]bool{}
				for c, err := range asked.Noted(t.Context(), 0) {
					if err != nil {
						t.Fatal(err)
					}
					in[c.Channel] = true
				}
				if got := slices.Sorted(maps.Keys(in)); !slices.Equal(got, channels) {
					t.Errorf("process %d says that there are notes in %v", i, got)
				}
			}
		})
	}
}

// TestIndexOfWhatOthersWrote: a process comes to know where the notes are that the
// others wrote, so that a question reads few; a record's author it asks the process
// for that reads the partition.
func TestIndexOfWhatOthersWrote(t *testing.T) {
	t.Parallel()
	all := side(t, 3)
	channel := messages.ChannelID("test/w/a")
	consuming(t, all[0], 0, 0, func(journal.Record) {})
	for n := range 900 {
		j := all[n%3]
		l := &messages.Line{Channel: channel, ID: messages.LineID(fmt.Sprint("l", n)), Author: messages.Author{ID: "ana"}, Text: "so it goes"}
		if _, err := j.Append(t.Context(), 0, channel, messages.Heard{Line: l}); err != nil {
			t.Fatal(err)
		}
		note := observed(channel, n)
		note.Act = messages.Settled
		noted(t, j, note)
	}
	for _, j := range all {
		if err := j.ledger.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	began := time.Now()
	for i, j := range all {
		await.Until(t, fmt.Sprint("process ", i, " knows all notes"), func() bool { return j.Seeks(t.Context()) })
		await.Until(t, fmt.Sprint("process ", i, " knows all authors"), func() bool { return readsForNobody(t, j, channel) == 0 })
	}
	t.Logf("all was known %s after it was written", time.Since(began).Round(time.Millisecond))
}

// TestNotesOfAReleasedPartition: who gives a partition up has written by then what it
// held of its notes: once another saves a snapshot, nobody gives them again.
func TestNotesOfAReleasedPartition(t *testing.T) {
	t.Parallel()
	j := side(t, 1)[0]
	noted(t, j, observed("test/w/a", 1))
	j.Release(0)
	state, err := j.store.StateWithin(t.Context(), j.store.Names.Stream("observed"))
	if err != nil || state.Msgs != 1 {
		t.Errorf("%d packs are written, %v; want 1", state.Msgs, err)
	}
}

// TestNotesOfWhoStoodStill: what a process notes before it is heard of again, which may
// seal nothing until then, is not lost.
func TestNotesOfWhoStoodStill(t *testing.T) {
	t.Parallel()
	j := side(t, 1)[0]
	channel := messages.ChannelID("test/w/c")
	j.vault.texts.Keys.Hold(time.Now())
	const notes = 5
	for n := range notes {
		note := observed(channel, n)
		if n%2 == 0 {
			note.Act = messages.Settled // isn't packed
		}
		noted(t, j, note)
	}
	soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	if err := j.ledger.Flush(soon); err == nil {
		t.Error("they are written, or lost")
	}
	j.vault.texts.Keys.Hold(time.Now().Add(sealsHolds))
	if err := j.ledger.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	count := 0
	for _, err := range j.Notes(t.Context(), channel, 100) {
		if err != nil {
			t.Fatal(err)
		}
		count++
	}
	if count != notes {
		t.Errorf("%d notes are there, want %d", count, notes)
	}
}

// TestNotesThatMayBeMissing: who reads notes is told of how many processes some may be
// missing; each that answers lacks nothing.
func TestNotesThatMayBeMissing(t *testing.T) {
	t.Parallel()
	j := side(t, 2)[0]
	read := func() int {
		var gaps journal.Gaps
		for _, err := range j.Notes(journal.WithGaps(t.Context(), &gaps), "test/w/c", 100) {
			if err != nil {
				t.Fatal(err)
			}
		}
		return gaps.Most()
	}
	await.Until(t, "the other process to say within a second that nothing is missing", func() bool { return read() == 0 })
	if _, err := j.store.WriteMeta(t.Context(), layout.SealsWord("gone"), 0, store.Peer{Epoch: 1 << 20, Holds: 15}); err != nil {
		t.Fatal(err)
	}
	for range 2 { // it is waited for once
		await.Until(t, "that only those of the one that says nothing may be", func() bool { return read() == 1 })
	}
}
