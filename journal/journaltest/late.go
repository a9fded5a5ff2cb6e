package journaltest

import (
	"context"
	"errors"
	"iter"
	"slices"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

// Read returns what each way to read a channel's records hands over, by the way: the
// ids of the lines, oldest first. They must be Ana's, and the newest record must count.
func Read(t *testing.T, j journal.Journal, channel messages.ChannelID) map[string][]string {
	t.Helper()
	ids := func(records iter.Seq2[journal.Record, error]) (all []string) {
		for r, err := range records {
			if err != nil {
				t.Fatal(err)
			}
			if heard, is := r.Event.(messages.Heard); is && r.Channel == channel {
				all = append(all, string(heard.Line.ID))
			}
		}
		return all
	}
	ctx := t.Context()
	back := ids(j.Rewind(ctx, channel, 0))
	slices.Reverse(back)
	before := ids(j.Rewind(ctx, channel, 1<<60))
	slices.Reverse(before)
	from := ids(journal.RewindFrom(ctx, j, channel, 1<<60))
	slices.Reverse(from)
	by := ids(journal.RewindOf(ctx, j, channel, "ana"))
	slices.Reverse(by)
	read := map[string][]string{
		"replay": ids(j.Replay(ctx, channel, 0)), "rewind": back, "rewind before a moment": before, "rewind from a record": from, "rewind of an author": by,
		"records": ids(j.Records(ctx, 0)), "records of a channel": ids(j.Records(ctx, 0, channel)), "records since": ids(j.Records(ctx, 1, channel)),
	}
	last, err := j.Last(ctx, j.Partition(channel))
	if err != nil {
		t.Fatal(err)
	}
	for what, after := range map[string]uint64{"consume": 0, "consume from the last but one": last - min(last, 2)} {
		got := []string{}
		within, stop := context.WithTimeout(ctx, patience)
		err := j.Consume(within, j.Partition(channel), after, func(r journal.Record) {
			if heard, is := r.Event.(messages.Heard); is && r.Channel == channel {
				got = append(got, string(heard.Line.ID))
			}
			if r.Seq >= last {
				stop()
			}
		})
		if ended := within.Err(); ended == context.DeadlineExceeded || err != nil {
			t.Errorf("%s didn't come to record %d: %v", what, last, err)
		}
		stop()
		read[what] = got
	}
	return read
}

// late has a former owner write after its successor: whether that is refused or
// taken, no reader hands it over.
func late(t *testing.T, j journal.Journal) {
	ctx, mine := t.Context(), journal.EpochOf(j, here)
	if _, err := j.Append(ctx, mine, here, byAna(here, 0)); err != nil {
		t.Fatal(err)
	}
	if err := j.Owns(here); err != nil {
		t.Errorf("the owner is told that it isn't: %v", err)
	}
	if _, err := j.Append(ctx, mine+1, there, byAna(there, 1)); err != nil {
		t.Fatal(err)
	}
	if j.Partition(here) != j.Partition(there) {
		if _, err := j.Append(ctx, mine+1, here, messages.TimerFired{N: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if record, err := j.Append(ctx, mine, here, byAna(here, 2)); err == nil {
		t.Logf("the late record is taken, under %d", record.Seq)
	}
	if err := j.Owns(here); !errors.Is(err, journal.ErrConflict) {
		t.Errorf("a former owner is told %v, want ErrConflict", err)
	}
	write(t, j, here, byAna(here, 3))
	for what, got := range Read(t, j, here) {
		if slices.Contains(got, "m2") || !slices.Contains(got, "m3") {
			t.Errorf("%s yields %v: want m3, and not m2, which a former owner wrote", what, got)
		}
	}
	if s, err := j.Load(ctx, here); err != nil || s.Revision != 0 {
		t.Errorf("the channel has snapshot %+v, %v", s, err)
	}
	if _, err := j.Save(ctx, mine, journal.Snapshot{Channel: here}); err == nil {
		t.Errorf("a former owner's snapshot is taken with epoch %d", mine)
	}
}

func byAna(channel messages.ChannelID, n int) messages.Event {
	e := said(channel, n).(messages.Heard)
	e.Line.Author.ID = "ana"
	return e
}
