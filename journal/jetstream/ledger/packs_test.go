package ledger

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

func TestPacksAreBounded(t *testing.T) {
	var s packs
	written, held := 0, 0
	channel := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	for n := 0; written < 10; n++ {
		p := s.add(observed(channel(n), n))
		if s.bytes > maxBuffered {
			t.Fatalf("%d packs take %d bytes, want %d at most", len(s.open), s.bytes, maxBuffered)
		}
		if p == nil {
			held++
			continue
		}
		if want := channel(written); p.channel != want {
			t.Fatalf("%s had to make room, want the oldest, %s", p.channel, want)
		}
		written++
	}
	if len(s.open) != held || held < 100_000 {
		t.Errorf("%d packs of a note each are held, want %d, and at least as many as channels are live", len(s.open), held)
	}
	late := time.Now().Add(time.Second)
	if due := s.begun(late, 7); len(due) != 7 || due[0].channel != channel(10) {
		t.Errorf("%d packs were due, from %s on; want 7 from %s on", len(due), due[0].channel, channel(10))
	}
	if due := s.begun(late, held); len(due) != held-7 || s.bytes != 0 || len(s.order) != 0 {
		t.Errorf("%d packs were due, what is left takes %d bytes; want all and none", len(due), s.bytes)
	}
	for n := range 100 * PackOf { // packs that fill leave no trace
		s.add(observed(channel(n/PackOf), n))
	}
	if len(s.order) > 1100 || len(s.open) != 0 || s.bytes != 0 {
		t.Errorf("%d packs are remembered, %d open, of %d bytes", len(s.order), len(s.open), s.bytes)
	}
}

// TestManyPacksAtOnce: more packs than may be queued are due in one moment, or another
// process takes their channels over, and no note is lost for that.
func TestManyPacksAtOnce(t *testing.T) {
	for story, queue := range map[string]func(*Ledger) (more bool){
		"their time has come": func(l *Ledger) bool { return l.release(time.Now().Add(time.Second)) },
		"they are handed over": func(l *Ledger) bool {
			return l.queueHeldOf(func(messages.ChannelID) bool { return true }, portion) == portion
		},
	} {
		const most = maxQueued/portion + 2 // rounds: a whole one more than may be queued, and the rest
		l := New(store.New(store.Config{Log: slog.New(slog.DiscardHandler)}), &sealed.Texts{Keys: seal.New()}, time.Now)
		for n := range maxQueued + portion + 1 {
			l.packs.add(observed(messages.ChannelID(fmt.Sprint("test/w/", n)), n))
		}
		rounds, queued := 0, 0
		for more := true; more; rounds++ {
			more = queue(l)
			queued += len(l.queue)
			l.queue = nil // as if they were written
		}
		if queued != maxQueued+portion+1 || l.lost != 0 || rounds != most {
			t.Errorf("%s: %d packs were queued in %d rounds and %d notes lost, want %d in %d and none", story, queued, rounds, l.lost, maxQueued+portion+1, most)
		}
	}
}

// TestThousandsNoteAtOnce: as after a kill, while the server takes nothing for a moment:
// no note is lost.
func TestThousandsNoteAtOnce(t *testing.T) {
	const calls = 12_000
	l := New(store.New(store.Config{Log: slog.New(slog.DiscardHandler)}), &sealed.Texts{Keys: seal.New()}, time.Now)
	var noted sync.WaitGroup
	for n := range calls {
		noted.Go(func() {
			note := observed("test/w/c", n)
			note.Act = messages.Settled // isn't packed
			if err := l.Note(t.Context(), note); err != nil {
				t.Error(err)
			}
		})
	}
	noted.Wait()
	if len(l.queue) != calls || l.lost != 0 {
		t.Errorf("%d notes wait and %d are lost, want all %d to wait", len(l.queue), l.lost, calls)
	}
}

// TestStandsStillInABatch: what could not be sealed any more, as the process stood still
// in the middle of a batch, is written next, in its order; at the end it is lost.
func TestStandsStillInABatch(t *testing.T) {
	l := New(store.New(store.Config{Log: slog.New(slog.DiscardHandler)}), &sealed.Texts{Keys: seal.New()}, time.Now)
	for n := range 6 {
		l.put(unwritten{note: observed("test/w/c", n)})
	}
	batch := l.next()
	l.put(unwritten{note: observed("test/w/c", len(batch))})
	l.wrote(batch, make([]error, 2)) // of six
	var next []uint32
	for _, u := range l.queue {
		next = append(next, u.note.Meta.ID)
	}
	if want := []uint32{2, 3, 4, 5, 6}; !slices.Equal(next, want) || l.done != 2 || l.lost != 0 {
		t.Errorf("%v are written next, %d done and %d lost; want %v, 2 and none", next, l.done, l.lost, want)
	}
	l.sealed = true
	l.wrote(l.next(), make([]error, 1))
	if len(l.queue) != 0 || l.done != l.taken || l.lost != 4 {
		t.Errorf("at the end %d wait, %d of %d done and %d lost; want all done, 4 lost", len(l.queue), l.done, l.taken, l.lost)
	}
}

// TestAwayInABatch: what the server did not take, as it is away, is tried again before what
// came later; what it took or refused is not. Where it took nothing it is left alone until the
// next tick. Who waits for a write is told when all before it are done. At the end it is lost.
func TestAwayInABatch(t *testing.T) {
	away, refused := fmt.Errorf("write: %w", journal.ErrAway), errors.New("refused")
	l := New(store.New(store.Config{Log: slog.New(slog.DiscardHandler)}), &sealed.Texts{Keys: seal.New()}, time.Now)
	for n := range 6 {
		l.put(unwritten{note: observed("test/w/c", n)})
	}
	third := waiter{3, make(chan struct{})}
	l.settled = append(l.settled, third)
	look := func(when string, waits, done, lost int, third bool) {
		t.Helper()
		told := len(l.settled) == 0
		if len(l.queue) != waits || int(l.done) != done || l.lost != lost || told != third {
			t.Errorf("%s: %d wait, %d are done, %d lost, the third told %t; want %d, %d, %d, %t", when, len(l.queue), l.done, l.lost, told, waits, done, lost, third)
		}
	}
	batch := l.next()
	l.put(unwritten{note: observed("test/w/c", len(batch))})
	l.wrote(batch, []error{nil, away, nil, refused, fmt.Errorf("no answer: %w", context.DeadlineExceeded), nil})
	look("some are taken", 6, 1, 1, false)
	var tried []uint32
	batch = l.next()
	for _, u := range batch {
		if !u.done {
			tried = append(tried, u.note.Meta.ID)
		}
	}
	if want := []uint32{1, 4, 6}; !slices.Equal(tried, want) {
		t.Errorf("%v are tried again, want %v", tried, want)
	}
	l.wrote(batch, []error{away, nil, nil, away, nil, away})
	look("none is", 6, 1, 1, false)
	if again := l.next(); again != nil {
		t.Errorf("%d are tried before the next tick", len(again))
	}
	l.resume()
	l.wrote(l.next(), []error{nil, nil, nil, away, nil, nil})
	look("all but one are", 3, 4, 1, true)
	l.sealed = true
	l.wrote(l.next(), []error{away, nil, nil})
	look("at the end", 0, 7, 2, true)
}

// TestSlowServer: what waits for the server is bounded, and what is lost is
// said.
func TestSlowServer(t *testing.T) {
	var said strings.Builder
	l := New(store.New(store.Config{Log: slog.New(slog.NewTextHandler(&said, nil))}), nil, time.Now)
	full := &openPack{packing: packing{count: PackOf}}
	for range maxQueued {
		l.put(unwritten{note: observed("test/w/c", 1)})
	}
	l.put(unwritten{note: observed("test/w/c", 1)})
	l.put(unwritten{pack: full})
	if len(l.queue) != maxQueued {
		t.Errorf("%d writes wait, want %d", len(l.queue), maxQueued)
	}
	l.complain()
	l.complain()
	if got := said.String(); strings.Count(got, "notes not stored") != 1 || !strings.Contains(got, "count=33") {
		t.Errorf("the log says %q, want 33 notes once", got)
	}
}

// TestLostLeavesItsPlace: a note that is lost although it had a place, as packs have filled
// the queue, leaves the place to the next.
func TestLostLeavesItsPlace(t *testing.T) {
	l := New(store.New(store.Config{Log: slog.New(slog.DiscardHandler)}), nil, time.Now)
	for range maxQueued {
		l.put(unwritten{pack: &openPack{packing: packing{count: 1}}})
	}
	if !l.places.TryAcquire(1) {
		t.Fatal("there is no place at the beginning")
	}
	if l.put(unwritten{note: observed("test/w/c", 1), placed: true}); l.lost != 1 {
		t.Errorf("%d notes are lost, want the one there is no room for", l.lost)
	}
	if !l.places.TryAcquire(mostPlaced) {
		t.Error("its place is gone with it")
	}
}
