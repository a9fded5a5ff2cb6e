package journaltest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

func post(channel messages.ChannelID, n int) messages.Post {
	return messages.Post{
		ID: messages.PostID(fmt.Sprint(channel, "-p", n)), Channel: channel, Account: "felix", Familiar: "felix",
		Part: n, Text: fmt.Sprint("part ", n), ReplyTo: "m1",
		Quoting: messages.Quoted{ID: "m1", Author: messages.Author{ID: "u", Name: "Ana"}, Text: "hm?", At: 5},
		Meta:    messages.Meta{TraceID: [16]byte{1}, At: 3},
	}
}

func enqueue(t *testing.T, j journal.Journal, p messages.Post) {
	t.Helper()
	if err := j.Enqueue(t.Context(), 0, p); err != nil {
		t.Fatal(err)
	}
}

func remove(t *testing.T, j journal.Journal, p messages.Post) {
	t.Helper()
	if err := j.Remove(t.Context(), p.Channel, p.ID); err != nil {
		t.Fatal(err)
	}
}

func enqueueOnce(t *testing.T, j journal.Journal) {
	p := post(here, 0)
	enqueue(t, j, p)
	again := p
	again.Text = "said twice"
	err := j.Enqueue(t.Context(), 0, again)
	wantError(t, "a second with its id", err, journal.ErrExists)
	if errors.Is(err, journal.ErrSettled) {
		t.Errorf("a second with its id, while the first waits: %v", err)
	}
	remove(t, j, p)
	wantError(t, "one with its id after removal", j.Enqueue(t.Context(), 0, again), journal.ErrSettled)
	remove(t, j, p)
	remove(t, j, post(there, 5)) // neither is an error
	enqueue(t, j, post(here, 1))
	if got := deliver(t, j, "felix").next(t); got.Part != 1 {
		t.Errorf("delivered %+v, want only part 1", got)
	}
}

func deliverOrder(t *testing.T, j journal.Journal) {
	got := deliver(t, j, "felix")
	for n := range 8 {
		enqueue(t, j, post(here, n))
		enqueue(t, j, post(there, n))
		sibling := post(here, n)
		sibling.ID, sibling.Account = sibling.ID+"-nora", "nora"
		enqueue(t, j, sibling)
	}
	next := map[messages.ChannelID]int{}
	for range 16 {
		p := got.next(t)
		p.Earlier = false // nobody knows whether it came before
		if want := post(p.Channel, next[p.Channel]); !reflect.DeepEqual(p, want) {
			t.Fatalf("got  %+v\nwant %+v", p, want)
		}
		next[p.Channel]++
	}
}

func redeliver(t *testing.T, j journal.Journal) {
	for n := range 4 {
		enqueue(t, j, post(here, n))
	}
	first := deliver(t, j, "felix")
	for n := range 4 {
		if p := first.next(t); p.Part != n {
			t.Fatalf("got part %d, want %d", p.Part, n)
		}
	}
	if err := first.end(t); err != nil {
		t.Fatalf("deliver returned %v when its context ended, want nil", err)
	}
	remove(t, j, post(here, 0))
	remove(t, j, post(here, 2))
	second := deliver(t, j, "felix")
	for _, n := range []int{1, 3} {
		if p := second.next(t); p.Part != n || !p.Earlier {
			t.Errorf("got part %d again, earlier %v; want %d, which is", p.Part, p.Earlier, n)
		}
	}
	enqueue(t, j, post(here, 4))
	if p := second.next(t); p.Part != 4 || p.Earlier {
		t.Errorf("got part %d, earlier %v; want the new 4, which is not", p.Part, p.Earlier)
	}
}

func fence(t *testing.T, j journal.Journal) {
	ctx := t.Context()
	if _, err := j.Append(ctx, 1, here, said(here, 0)); err != nil {
		t.Fatal(err)
	}
	if _, err := j.Append(ctx, 2, here, said(here, 1)); err != nil {
		t.Fatal(err)
	}
	_, err := j.Append(ctx, 1, here, said(here, 2))
	wantError(t, "append", err, journal.ErrConflict)
	_, err = j.Save(ctx, 1, journal.Snapshot{Channel: here})
	wantError(t, "save", err, journal.ErrConflict)
	wantError(t, "enqueue", j.Enqueue(ctx, 1, post(here, 0)), journal.ErrConflict)
	wantError(t, "set checkpoint", j.SetCheckpoint(ctx, 1, j.Partition(here), 1), journal.ErrConflict)

	if _, err := j.Append(ctx, 0, here, said(here, 3)); err != nil {
		t.Errorf("a line from the network was refused: %v", err)
	}
	if _, err := j.Save(ctx, 2, journal.Snapshot{Channel: here}); err != nil {
		t.Errorf("the newest epoch was refused: %v", err)
	}
	if err := j.Enqueue(ctx, 2, post(here, 0)); err != nil {
		t.Errorf("the newest epoch was refused: %v", err)
	}
}
