package jetstream

import (
	"context"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// consuming consumes until the test ends.
func consuming(t *testing.T, j *Journal, partition int, after uint64, deliver func(journal.Record)) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- j.Consume(ctx, partition, after, deliver) }()
	stop = func() {
		cancel()
		if err, open := <-ended; open && err != nil {
			t.Errorf("consume: %v", err)
		}
		close(ended)
	}
	t.Cleanup(func() {
		if ctx.Err() == nil {
			stop()
		}
	})
	return stop
}

// TestSlowConsumer: more waits for a slow consumer than the server would push
// at once, and all of it comes in order.
func TestSlowConsumer(t *testing.T) {
	t.Parallel()
	const lines = 3000
	j, ctx := openTest(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	got, gate := make(chan uint64, lines), make(chan struct{})
	consuming(t, j, 0, 0, func(r journal.Record) {
		<-gate
		got <- r.Seq
	})
	event := messages.Told{From: here, Fact: messages.UnknownFact{What: strings.Repeat("x", 20_000)}}
	for n := range lines {
		if _, err := j.Append(ctx, 0, here, event); err != nil {
			t.Fatalf("append %d: %v", n, err)
		}
	}
	close(gate)
	for want := uint64(1); want <= lines; want++ {
		if seq := <-got; seq != want {
			t.Fatalf("got %d, want %d", seq, want)
		}
	}
}

// TestConsumeOverGaps: what was erased is passed over.
func TestConsumeOverGaps(t *testing.T) {
	j, ctx := openTest(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	for n := range 10 {
		if _, err := j.Append(ctx, 0, here, messages.TimerFired{N: uint64(n)}); err != nil {
			t.Fatal(err)
		}
	}
	stream, err := j.store.JetStream().Stream(ctx, j.store.Names.Lines(0))
	if err != nil {
		t.Fatal(err)
	}
	for _, seq := range []uint64{1, 4, 5, 10} {
		if err := stream.SecureDeleteMsg(ctx, seq); err != nil {
			t.Fatal(err)
		}
	}
	want := []uint64{2, 3, 6, 7, 8, 9}
	got := make(chan uint64, 10)
	consuming(t, j, 0, 0, func(r journal.Record) { got <- r.Seq })
	for _, seq := range want {
		if s := <-got; s != seq {
			t.Errorf("consumed %d, want %d", s, seq)
		}
	}
	n := 0
	for r, err := range j.Replay(ctx, here, 0) {
		if err != nil || r.Seq != want[n] {
			t.Errorf("replayed %d, %v; want %d", r.Seq, err, want[n])
		}
		n++
	}
	if last, err := j.Last(ctx, 0); err != nil || last != 10 {
		t.Errorf("last is %d, %v; want 10 though it is erased", last, err)
	}
}
