package jetstream

import (
	"testing"
	"time"

	"familiar/messages"
)

// TestGrowth: what was written since a moment is told apart from what was there
// before, over all partitions, whether one owns the store or visits it.
func TestGrowth(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	j := openTest(t, Config{Folder: folder, Partitions: 3, MaxAge: 72 * time.Hour, MaxBytes: 1 << 30})
	if g, err := j.Growth(t.Context(), time.Now().Add(-time.Hour)); err != nil || len(g.Kinds) > 0 || !g.Newest.IsZero() {
		t.Fatalf("an empty store: got %+v, %v", g, err)
	}
	write := func() {
		for _, channel := range []messages.ChannelID{"test/w/a", "test/w/b", "test/w/c", "test/w/d"} {
			if _, err := j.Append(t.Context(), j.Epoch(0), channel, messages.TimerFired{N: 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	write()
	first, err := j.Growth(t.Context(), time.Time{})
	if err != nil || len(first.Kinds) != 1 {
		t.Fatalf("got %+v, %v, want lines only", first, err)
	}
	between := first.Newest.Add(time.Nanosecond)
	write()
	visitor := visitTest(t, folder)
	defer visitor.Close()
	for _, look := range []*Journal{j, visitor} {
		all, err := look.Growth(t.Context(), between)
		if err != nil || len(all.Kinds) != 1 {
			t.Fatalf("got %+v, %v", all, err)
		}
		got := all.Kinds[0]
		if got.Kind != "lines" || got.Lately != got.Bytes/2 || got.Bytes != 2*first.Kinds[0].Bytes || !got.Oldest.Equal(first.Kinds[0].Oldest) {
			t.Errorf("got %+v, want twice %+v, half of it lately", got, first.Kinds[0])
		}
		if !all.Newest.After(first.Newest) {
			t.Errorf("the newest is from %v, was from %v before", all.Newest, first.Newest)
		}
		none, err := look.Growth(t.Context(), all.Newest.Add(time.Nanosecond))
		if err != nil || none.Kinds[0].Lately != 0 {
			t.Errorf("since the newest: got %+v, %v, want none", none, err)
		}
	}
	if got := first.Kinds[0]; got.Keep != 72*time.Hour || got.Limit != 1<<30 || got.Lately != got.Bytes {
		t.Errorf("got %+v, want the limits of the configuration and all of it lately", got)
	}
}
