package ledger

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/journal/jetstream/store"
	"familiar/messages"
)

func TestPacksAreBounded(t *testing.T) {
	var s packs
	written := 0
	channel := func(n int) messages.ChannelID { return messages.ChannelID(fmt.Sprint("test/w/", n)) }
	for n := range maxBuffered + 10 {
		p := s.add(observed(channel(n), n))
		if p == nil {
			continue
		}
		if want := channel(written); p.channel != want {
			t.Fatalf("%s had to make room, want the oldest, %s", p.channel, want)
		}
		written++
	}
	if written != 10 || s.count != maxBuffered || len(s.open) != maxBuffered {
		t.Errorf("%d written, %d notes in %d packs held; want 10 and %d", written, s.count, len(s.open), maxBuffered)
	}
	if due := s.begun(time.Now().Add(time.Second)); len(due) != maxBuffered || s.count != 0 || len(s.order) != 0 {
		t.Errorf("%d packs were due, %d notes are left; want all and none", len(due), s.count)
	}
	for n := range 100 * PackOf { // packs that fill leave no trace
		s.add(observed(channel(n/PackOf), n))
	}
	if len(s.order) > 1100 || len(s.open) != 0 {
		t.Errorf("%d packs are remembered, %d open", len(s.order), len(s.open))
	}
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
