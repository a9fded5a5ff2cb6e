package adaptertest

import (
	"context"
	"log/slog"
	"slices"
	"sync"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/internal/await"
	"familiar/messages"
)

// Taken is what was taken of what an account hears, as the program's journal takes
// it. The zero Taken takes everything.
type Taken struct {
	mu     sync.Mutex
	events []Event
	news   await.News
	answer func(messages.ChannelID, messages.Event) error
}

// An Event is one with the channel it was heard in.
type Event struct {
	Channel messages.ChannelID
	Event   messages.Event
}

// Answer has by say from now on whether an event is taken; nil: all are. It is called
// by whoever hands them over, several at a time.
func (k *Taken) Answer(by func(messages.ChannelID, messages.Event) error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answer = by
}

// Hear is an [adapter.Hear].
func (k *Taken) Hear(_ context.Context, channel messages.ChannelID, e messages.Event) error {
	k.mu.Lock()
	answer := k.answer
	k.mu.Unlock()
	if answer != nil {
		if err := answer(channel, e); err != nil {
			return err
		}
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.events = append(k.events, Event{channel, e})
	k.news.Tell()
	return nil
}

// All returns what was taken so far.
func (k *Taken) All() []Event {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.events)
}

// Until waits for so many events, and returns all there are then.
func (k *Taken) Until(t *testing.T, n int) []Event {
	t.Helper()
	if !k.news.Until(&k.mu, func() bool { return len(k.events) >= n }) {
		events := k.All()
		t.Fatalf("took %d events, want %d: %+v", len(events), n, events)
	}
	return k.All()
}

// Line waits for so many events and returns the line of the last, as it was said or
// changed.
func (k *Taken) Line(t *testing.T, n int) *messages.Line {
	t.Helper()
	switch e := k.Until(t, n)[n-1].Event.(type) {
	case messages.Heard:
		return e.Line
	case messages.Edited:
		return e.Line
	default:
		t.Fatalf("event %d is %+v, want a line", n, e)
		return nil
	}
}

// Texts returns what was said in the lines taken so far.
func (k *Taken) Texts() []string {
	var said []string
	for _, e := range k.All() {
		if l, ok := e.Event.(messages.Heard); ok {
			said = append(said, l.Line.Text)
		}
	}
	return said
}

// Listen has an account listen as the program has it, connecting again and again,
// until the test ends or stop is called. What became of it comes to ended.
func Listen(t *testing.T, a adapter.Adapter, hear adapter.Hear, log *slog.Logger) (ended <-chan error, stop func()) {
	t.Helper()
	runner := adapter.New("acc", a, hear, adapter.Options{MinPause: time.Millisecond, Log: log})
	ctx, cancel := context.WithCancel(t.Context())
	result, gone := make(chan error, 1), make(chan struct{})
	go func() {
		defer close(gone)
		result <- KeepListening(ctx, runner)
	}()
	stop = func() {
		cancel()
		waitFor(t, gone, "the end of Listen")
	}
	t.Cleanup(stop)
	return result, stop
}
