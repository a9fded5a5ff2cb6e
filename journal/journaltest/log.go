package journaltest

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

func order(t *testing.T, j journal.Journal) {
	for _, channel := range []messages.ChannelID{here, there} {
		p := j.Partition(channel)
		if p < 0 || p >= j.Partitions() || p != j.Partition(channel) {
			t.Fatalf("%s is in partition %d of %d", channel, p, j.Partitions())
		}
	}
	var last journal.Record
	for n := range 20 {
		write(t, j, there, said(there, n))
		record := write(t, j, here, said(here, n))
		if record.Channel != here || record.Seq <= last.Seq || record.At == 0 || record.Event != nil {
			t.Fatalf("append %d returned %+v after sequence %d", n, record, last.Seq)
		}
		last = record
	}
	got := consume(t, j, j.Partition(here), 0)
	seq, n := uint64(0), 0
	for n < 20 {
		r := got.next(t)
		if r.Seq <= seq {
			t.Fatalf("sequence %d came after %d", r.Seq, seq)
		}
		seq = r.Seq
		if r.Channel != here {
			continue
		}
		if id, want := lineOf(t, r), fmt.Sprint("m", n); id != want {
			t.Fatalf("got line %s, want %s", id, want)
		}
		n++
	}
	if seq != last.Seq {
		t.Errorf("last record has sequence %d, append said %d", seq, last.Seq)
	}
}

func together(t *testing.T, j journal.Journal) {
	record := write(t, j, here, said(here, 0), messages.TimerFired{N: 1}, messages.Judged{N: 2, Yes: true})
	got := consume(t, j, j.Partition(here), 0)
	got.next(t)
	if r := got.next(t); r.Event != (messages.TimerFired{N: 1}) {
		t.Errorf("second event is %#v", r.Event)
	}
	if r := got.next(t); r.Event != (messages.Judged{N: 2, Yes: true}) || r.Seq != record.Seq || r.At != record.At {
		t.Errorf("last event is %+v, append returned %+v", r, record)
	}
}

func allOrNone(t *testing.T, j journal.Journal) {
	mine := journal.EpochOf(j, here)
	if _, err := j.Append(t.Context(), mine, here, said(here, 0)); err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := j.Append(ended, mine, here, said(here, 3), said(here, 4))
	wantError(t, "append nobody waits for", err, context.Canceled)
	write(t, j, here, said(here, 5))

	got := consume(t, j, j.Partition(here), 0)
	for _, want := range []string{"m0", "m5"} {
		if id := lineOf(t, got.next(t)); id != want {
			t.Errorf("got line %s, want %s", id, want)
		}
	}
}

func monotone(t *testing.T, j journal.Journal) {
	var last messages.Instant
	for n := range 50 {
		record := write(t, j, here, said(here, n))
		if record.At < last {
			t.Fatalf("append %d at %v, the one before at %v", n, record.At, last)
		}
		last = record.At
	}
}

func everyKind(t *testing.T, j journal.Journal) {
	for _, event := range everyEvent() {
		write(t, j, here, event)
	}
	got := consume(t, j, j.Partition(here), 0)
	for _, want := range everyEvent() {
		if r := got.next(t); !reflect.DeepEqual(r.Event, want) {
			t.Errorf("got  %#v\nwant %#v", r.Event, want)
		}
	}
}

func consumeAfter(t *testing.T, j journal.Journal) {
	var records []journal.Record
	for n := range 10 {
		records = append(records, write(t, j, here, said(here, n)))
	}
	for _, from := range []int{0, 4, 8} {
		got := consume(t, j, j.Partition(here), records[from].Seq)
		if r := got.next(t); r.Seq != records[from+1].Seq || lineOf(t, r) != fmt.Sprint("m", from+1) {
			t.Errorf("after sequence %d came %+v", records[from].Seq, r)
		}
		if err := got.end(t); err != nil {
			t.Error(err)
		}
	}
}

func consumeLive(t *testing.T, j journal.Journal) {
	one, two := consume(t, j, j.Partition(here), 0), consume(t, j, j.Partition(here), 0)
	for n := range 5 {
		write(t, j, here, said(here, n))
		for _, got := range []collected[journal.Record]{one, two} {
			if id, want := lineOf(t, got.next(t)), fmt.Sprint("m", n); id != want {
				t.Fatalf("got line %s, want %s", id, want)
			}
		}
	}
}

func followChannel(t *testing.T, j journal.Journal) {
	first := write(t, j, here, said(here, 0))
	following := collect(t, func(ctx context.Context, deliver func(journal.Record)) error {
		return j.Follow(ctx, j.Partition(here), []messages.ChannelID{here}, first.Seq-1, func(r journal.Record) {
			if r.Channel == here {
				deliver(r)
			}
		})
	})
	for n := range 5 {
		if id, want := lineOf(t, following.next(t)), fmt.Sprint("m", n); id != want {
			t.Fatalf("got line %s, want %s", id, want)
		}
		write(t, j, there, said(there, n))
		write(t, j, here, said(here, n+1))
	}
	if err := following.end(t); err != nil {
		t.Errorf("follow returned %v when its context ended, want nil", err)
	}
}

func consumeEnds(t *testing.T, j journal.Journal) {
	got := consume(t, j, 0, 0)
	if err := got.end(t); err != nil {
		t.Errorf("consume returned %v when its context ended, want nil", err)
	}
}

func replay(t *testing.T, j journal.Journal) {
	var records []journal.Record
	for n := range 6 {
		write(t, j, there, said(there, n))
		records = append(records, write(t, j, here, said(here, n)))
	}
	n := 2
	for r, err := range j.Replay(t.Context(), here, records[n].Seq) {
		if err != nil {
			t.Fatal(err)
		}
		n++
		if want := fmt.Sprint("m", n); r.Channel != here || r.Seq != records[n].Seq || lineOf(t, r) != want {
			t.Errorf("got %+v, want line %s", r, want)
		}
	}
	if n != 5 {
		t.Errorf("replay ended at line %d, want 5", n)
	}
	for range j.Replay(t.Context(), here, 0) {
		break // a caller may stop early
	}
}

func rewind(t *testing.T, j journal.Journal) {
	var records []journal.Record
	for n := range 6 {
		write(t, j, there, said(there, n))
		records = append(records, write(t, j, here, said(here, n)))
	}
	for _, before := range []messages.Instant{0, records[5].At + 1, records[3].At, records[0].At} {
		var got, want []uint64
		for r, err := range j.Rewind(t.Context(), here, before) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Seq)
		}
		for _, r := range slices.Backward(records) {
			if before == 0 || r.At < before {
				want = append(want, r.Seq)
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("before %d: got records %v, want %v", before, got, want)
		}
	}
	for r := range j.Rewind(t.Context(), here, 0) {
		if id := lineOf(t, r); id != "m5" {
			t.Errorf("the newest is %s, want m5", id)
		}
		break // a caller may stop early
	}
	for r, err := range j.Rewind(t.Context(), "test/w/empty", 0) {
		t.Errorf("a channel without records has %+v, %v", r, err)
	}
}

func rewindFrom(t *testing.T, j journal.Journal) {
	var records []journal.Record
	for n := range 6 {
		write(t, j, there, said(there, n))
		records = append(records, write(t, j, here, said(here, n)))
	}
	for i, before := range records {
		var got, want []uint64
		for r, err := range journal.RewindFrom(t.Context(), j, here, before.Seq) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.Seq)
		}
		for _, r := range slices.Backward(records[:i]) {
			want = append(want, r.Seq)
		}
		if !slices.Equal(got, want) {
			t.Errorf("before record %d: got %v, want %v", before.Seq, got, want)
		}
	}
	for r, err := range journal.RewindFrom(t.Context(), j, here, 0) {
		t.Errorf("before the first there is %+v, %v", r, err)
	}
}

func last(t *testing.T, j journal.Journal) {
	p := j.Partition(here)
	if seq, err := j.Last(t.Context(), p); err != nil || seq != 0 {
		t.Errorf("an empty partition's last is %d, %v; want 0", seq, err)
	}
	for n := range 3 {
		record := write(t, j, here, said(here, n), messages.TimerFired{N: 1})
		if seq, err := j.Last(t.Context(), p); err != nil || seq != record.Seq {
			t.Errorf("last is %d, %v; want %d", seq, err, record.Seq)
		}
	}
}

func epoch(t *testing.T, j journal.Journal) {
	mine := journal.EpochOf(j, here)
	if mine == 0 {
		t.Fatal("the epoch is 0, which is nobody's")
	}
	if _, err := j.Append(t.Context(), mine, here, said(here, 0)); err != nil {
		t.Errorf("the journal's own epoch is refused: %v", err)
	}
}

func checkpoint(t *testing.T, j journal.Journal) {
	p := j.Partition(here)
	first := write(t, j, here, said(here, 0))
	second := write(t, j, here, said(here, 1))
	for _, step := range []struct {
		story     string
		set, want uint64
	}{
		{"forward", first.Seq, first.Seq},
		{"further", second.Seq, second.Seq},
		{"back", first.Seq, second.Seq},
	} {
		if err := j.SetCheckpoint(t.Context(), 0, p, step.set); err != nil {
			t.Fatal(err)
		}
		if got, err := j.Checkpoint(t.Context(), p); err != nil || got != step.want {
			t.Errorf("%s: checkpoint is %d, %v; want %d", step.story, got, err, step.want)
		}
	}
}
