package jetstream

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// TestRewind: a channel that was loud, then still, then talked in again, among
// others: records come back from any moment, however they lie.
func TestRewind(t *testing.T) {
	t.Parallel()
	now := time.UnixMilli(1_700_000_000_000)
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1, Clock: func() time.Time { return now }})
	const here, there messages.ChannelID = "test/w/here", "test/w/there"
	type said struct {
		at  messages.Instant
		seq uint64
	}
	var all []said
	for _, stretch := range []struct {
		channel messages.ChannelID
		times   int
	}{{there, 10}, {here, 3 * store.FirstStretch}, {there, 3 * store.FirstStretch}, {here, 2}} {
		for n := range stretch.times {
			now = now.Add(time.Duration(n%2) * time.Millisecond) // two at a moment
			r, err := j.Append(t.Context(), 0, stretch.channel, someLine(stretch.channel, n))
			if err != nil {
				t.Fatal(err)
			}
			if stretch.channel == here {
				all = append(all, said{r.At, r.Seq})
			}
		}
	}
	first, newest := all[0].at, all[len(all)-1].at
	for _, before := range []messages.Instant{0, newest + 1, newest, first + 300, first + 1, first} {
		var want, got []uint64
		for _, s := range slices.Backward(all) {
			if before == 0 || s.at < before {
				want = append(want, s.seq)
			}
		}
		for r, err := range j.Rewind(t.Context(), here, before) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Seq)
		}
		if !slices.Equal(got, want) {
			t.Errorf("before %d: got %d records, want %d, newest first", before, len(got), len(want))
		}
	}
}

// TestClockBehind: whoever takes over records that are of later than its clock says so.
func TestClockBehind(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		set  time.Duration // how the clock is set between two processes
		says bool
	}{{time.Second, false}, {-time.Second, false}, {-time.Hour, true}} {
		now := time.UnixMilli(1_700_000_000_000)
		var log strings.Builder
		config := Config{Folder: t.TempDir(), Partitions: 1, Clock: func() time.Time { return now }, Log: quiet}
		j := opened(t, config)
		if _, err := j.Append(t.Context(), 0, here, someLine(here, 1)); err != nil {
			t.Fatal(err)
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
		now, config.Log = now.Add(tt.set), slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelWarn}))
		opened(t, config)
		if got := strings.Contains(log.String(), "clock is behind the newest record"); got != tt.says {
			t.Errorf("set by %v: it says so %v, want %v:\n%s", tt.set, got, tt.says, log.String())
		}
	}
}

// TestNotesInADenseStretch: a stretch that finds too much is read anew, and
// nothing of it comes twice or in another place.
func TestNotesInADenseStretch(t *testing.T) {
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	const here messages.ChannelID = "test/w/here"
	var want []string
	for n := range 5 * store.FirstStretch {
		note := observed(here, n)
		note.Act, note.Line = messages.Engage, messages.LineID(fmt.Sprint(n))
		if n > 3*store.FirstStretch && n < 5*store.FirstStretch-1 {
			note.Channel = "test/w/there"
		} else {
			want = append(want, "engage "+fmt.Sprint(n))
		}
		noted(t, j, note)
	}
	slices.Reverse(want)
	for _, limit := range []int{0, 1, 2 * store.FirstStretch} {
		some := want
		if limit != 0 {
			some = want[:limit]
		}
		if got := linesNoted(t, j, here, limit); !slices.Equal(got, some) {
			t.Errorf("limit %d: got %d notes, want %d, newest first", limit, len(got), len(some))
		}
	}
	for _, tt := range []struct {
		line messages.LineID
		want []messages.ChannelID
	}{
		{"3", []messages.ChannelID{here}},
		{messages.LineID(fmt.Sprint(4 * store.FirstStretch)), []messages.ChannelID{"test/w/there"}},
		{"nobody's", nil},
	} {
		var done, total uint64
		got, err := j.About(t.Context(), tt.line, func(d, of uint64) { done, total = d, of })
		if err != nil || !slices.Equal(got, tt.want) || done != total || done == 0 {
			t.Errorf("line %s: got %v, %v after %d of %d messages; want %v after all", tt.line, got, err, done, total, tt.want)
		}
	}
}
