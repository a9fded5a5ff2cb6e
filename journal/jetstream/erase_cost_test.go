package jetstream

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"familiar/internal/long"
	"familiar/journal"
	"familiar/messages"
)

// written returns the bytes this process has written, to files and elsewhere.
func written(t *testing.T) (bytes int64) {
	t.Helper()
	b, err := os.ReadFile("/proc/self/io")
	if err != nil {
		t.Skip("the system doesn't tell what a process writes: ", err)
	}
	var read int64
	if _, err := fmt.Sscanf(string(b), "rchar: %d\nwchar: %d", &read, &bytes); err != nil {
		t.Fatal(err)
	}
	return bytes
}

var erasedLines = flag.Int("erased", 6_000, "how many lines the channel of TestErasingWritesLittle has")

// TestErasingWritesLittle: however much is erased, what is written for it is at
// most three times what it took itself.
func TestErasingWritesLittle(t *testing.T) {
	long.Test(t)
	const channel = "test/w/c"
	for _, tt := range []struct {
		story string
		order messages.Erase
		share float64 // of the lines
	}{
		{"a channel", messages.Erase{All: true}, 1},
		{"a person who said every second line", messages.Erase{Person: "p1"}, 0.5},
		{"a person who said every sixth line", messages.Erase{Person: "p3"}, 1. / 6},
	} {
		t.Run(tt.story, func(t *testing.T) {
			j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
			before := written(t)
			last := talked(t, j, channel, *erasedLines)
			took := float64(written(t)-before) * tt.share
			if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: channel, Seq: last}); err != nil {
				t.Fatal(err)
			}
			order := tt.order
			order.Channel = channel
			before = written(t)
			if err := j.Erase(t.Context(), order); err != nil {
				t.Fatal(err)
			}
			wrote := float64(written(t) - before)
			t.Logf("%.1f MB were written for its lines, %.1f MB to erase them", took/1e6, wrote/1e6)
			if wrote > 3*took {
				t.Errorf("%.0f bytes were written to erase %.0f", wrote, took)
			}
		})
	}
}

// talked has six people talk, one of whom says every second line, and gives the
// last record's sequence.
func talked(t *testing.T, j *Journal, channel messages.ChannelID, lines int) (last uint64) {
	t.Helper()
	var events []messages.Event
	for n := range lines {
		who := messages.PersonID("p1")
		if n%2 == 0 {
			who = messages.PersonID(fmt.Sprint("p", 2+n/2%3))
		}
		events = append(events, messages.Heard{Line: &messages.Line{
			ID: messages.LineID(fmt.Sprint("m", n)), Channel: channel, Author: messages.Author{ID: who, Name: "Somebody"},
			Text: fmt.Sprint("line ", n, ": so I went to the shop and they had none of it left, can you believe that?"),
		}})
		if len(events) == 100 || n == lines-1 {
			r, err := j.Append(t.Context(), 0, channel, events...)
			if err != nil {
				t.Fatal(err)
			}
			last, events = r.Seq, nil
		}
	}
	return last
}

// TestDeletingManyLines: many single lines of a busy channel, one by one and
// together, cost some kilobytes each, and not a file of megabytes.
func TestDeletingManyLines(t *testing.T) {
	long.Test(t)
	const channel, deleted = "test/w/c", 100
	j := opened(t, Config{Folder: t.TempDir(), Partitions: 1})
	last := talked(t, j, channel, 2000)
	if _, err := j.Save(t.Context(), 0, journal.Snapshot{Channel: channel, Seq: last}); err != nil {
		t.Fatal(err)
	}
	var orders []messages.Erase
	for n := range deleted {
		orders = append(orders, messages.Erase{Channel: channel, Line: messages.LineID(fmt.Sprint("m", 19*n))})
	}
	for story, some := range map[string][][]messages.Erase{"together": {orders[:50]}, "one by one": slices.Collect(slices.Chunk(orders[50:], 1))} {
		before := written(t)
		for _, orders := range some {
			if err := j.Erase(t.Context(), orders...); err != nil {
				t.Fatal(err)
			}
		}
		each := (written(t) - before) / 50
		t.Logf("%s: %d bytes each", story, each)
		if each > 512<<10 {
			t.Errorf("%s: %d bytes were written for each", story, each)
		}
	}
}
