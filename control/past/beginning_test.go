package past

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"testing"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// A counting library counts the records that are read of it.
type counting struct {
	journal.Library
	read int
}

func (c *counting) Rewind(ctx context.Context, id messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		for r, err := range c.Library.Rewind(ctx, id, before) {
			if c.read++; !yield(r, err) {
				return
			}
		}
	}
}

func (c *counting) RewindFrom(ctx context.Context, id messages.ChannelID, before uint64) iter.Seq2[journal.Record, error] {
	return func(yield func(journal.Record, error) bool) {
		for r, err := range journal.RewindFrom(ctx, c.Library, id, before) {
			if c.read++; !yield(r, err) {
				return
			}
		}
	}
}

// drawn journals so many events of a channel: lines of four people, copies of them that
// come late, edits, deletions and people who are forgotten.
func drawn(t *testing.T, seed uint64, events int) *memory.Journal {
	t.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	j := memory.New(memory.Config{})
	lines := 0
	line := func(n int) *messages.Line {
		who := messages.PersonID(fmt.Sprint("p", n%4))
		return &messages.Line{ID: messages.LineID(fmt.Sprint("l", n)), At: messages.Instant(n + 1), Author: messages.Author{ID: who}, Text: fmt.Sprint("line ", n)}
	}
	recent := func() int { return max(0, lines-1-rng.IntN(min(lines, 40))) }
	for range events {
		var e messages.Event
		switch k := rng.IntN(100); {
		case lines == 0 || k < 60:
			e = messages.Heard{Line: line(lines)}
			lines++
		case k < 80:
			e = messages.AlsoHeard{Line: line(recent())}
		case k < 90:
			l := line(recent())
			l.Text += ", edited"
			e = messages.Edited{Line: l}
		case k < 99 || rng.IntN(10) > 0:
			e = messages.Deleted{ID: line(recent()).ID}
		default:
			e = messages.Forgotten{Person: messages.PersonID(fmt.Sprint("p", rng.IntN(4)))}
		}
		if _, err := j.Append(t.Context(), 0, "web:room", e); err != nil {
			t.Fatal(err)
		}
	}
	return j
}

// TestBeginningReadsTheEnd: what a stream begins with is what reading everything
// would tell, and costs no more the longer a channel was talked in.
func TestBeginningReadsTheEnd(t *testing.T) {
	const tail, events = 50, 4_000
	for seed := range uint64(20) {
		in := &counting{Library: drawn(t, seed, events)}
		got, err := Read(t.Context(), in, "web:room", nil, tail)
		if err != nil {
			t.Fatal(err)
		}
		all := beginning{Beginning: Beginning{Heard: NewOnce()}, limit: tail, gone: map[messages.LineID]bool{}}
		for r, err := range in.Replay(t.Context(), "web:room", 0) {
			if err != nil {
				t.Fatal(err)
			}
			all.take(r)
		}
		want := all.done()
		if !reflect.DeepEqual(got.Records, want.Records) || got.From != want.From || got.Newest != want.Newest {
			t.Errorf("seed %d: got %d records from %v up to %d, want %d from %v up to %d", seed, len(got.Records), got.From, got.Newest, len(want.Records), want.From, want.Newest)
		}
		if in.read >= events*3/4 {
			t.Errorf("seed %d: %d records of %d were read for %d lines", seed, in.read, events, tail)
		}
	}
}
