package jetstream

import (
	"errors"
	"strings"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

func TestFull(t *testing.T) {
	t.Parallel()
	const most = 200_000
	config, ctx := Config{Folder: t.TempDir(), Partitions: 1, MaxBytes: most}, t.Context()
	j := openTest(t, config)
	line := messages.Commanded{By: messages.Author{Name: strings.Repeat("x", 1000)}, Command: messages.Wake}
	var half, last uint64
	for n := range 1000 {
		r, err := j.Append(ctx, 0, here, line)
		if errors.Is(err, journal.ErrFull) {
			break
		}
		if err != nil || n == 999 {
			t.Fatalf("append %d: %v", n, err)
		}
		last, half = r.Seq, r.Seq/2
	}
	if state, err := j.store.StateWithin(ctx, j.store.Names.Lines(0)); err != nil || state.Bytes > most || state.Bytes < most-2000 {
		t.Fatalf("a full log is %+v, %v; want %d bytes, or a record less", state, err, most)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	j = openTest(t, config)
	if _, err := j.Append(ctx, 0, here, line, line); !errors.Is(err, journal.ErrFull) {
		t.Fatalf("two over the limit: got %v, want ErrFull", err)
	}
	if err := j.SetCheckpoint(ctx, 0, 0, half); err != nil {
		t.Fatal(err)
	}
	r, err := j.Append(ctx, 0, here, line)
	if err != nil || r.Seq <= last {
		t.Fatalf("after the checkpoint: got %+v, %v", r, err)
	}
	for r, err := range j.Replay(ctx, here, half) {
		if err != nil || r.Seq != half+1 {
			t.Errorf("the oldest that nothing covers is %d, %v; want %d", r.Seq, err, half+1)
		}
		break
	}
	state, err := j.store.StateWithin(ctx, j.store.Names.Lines(0))
	if err != nil || state.FirstSeq == 1 || float64(state.Bytes) > 0.9*most {
		t.Errorf("the log is %+v, %v; want it trimmed", state, err)
	}
}

func TestReserve(t *testing.T) {
	folder := t.TempDir()
	j := openTest(t, Config{Folder: folder, Reserve: 1 << 62})
	_, err := j.Append(t.Context(), 0, here, messages.TimerFired{})
	if !errors.Is(err, journal.ErrFull) || !strings.Contains(err.Error(), folder) {
		t.Errorf("got %v, want ErrFull that names %s", err, folder)
	}
	if s, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: here}); err != nil || s == 0 {
		t.Errorf("a snapshot, which lets the log be trimmed: %v", err)
	}
}

// TestUnreadable: a damaged record or a newer program's stops nobody.
func TestUnreadable(t *testing.T) {
	j, ctx := openTest(t, Config{Folder: t.TempDir(), Partitions: 1}), t.Context()
	for _, body := range []string{"", "\xffwhat", string(plainly(0, []byte(`{"from-the-future":{}}`)))} {
		if _, err := j.store.Publish(ctx, j.store.Names.Line(0, "test.w.here"), []byte(body), nil); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := j.Append(ctx, 0, here, messages.TimerFired{N: 5}); err != nil {
		t.Fatal(err)
	}
	for r, err := range j.Replay(ctx, here, 0) {
		if err != nil || r.Event != (messages.TimerFired{N: 5}) {
			t.Errorf("replayed %+v, %v", r, err)
		}
	}
	got := make(chan journal.Record, 4)
	consuming(t, j, 0, 0, func(r journal.Record) { got <- r })
	if r := <-got; r.Seq != 4 {
		t.Errorf("consumed %+v, want the fourth record first", r)
	}
	if n := j.log.Unreadable(0); n != 6 {
		t.Errorf("counted %d unreadable, want 3 in each reading", n)
	}
}
