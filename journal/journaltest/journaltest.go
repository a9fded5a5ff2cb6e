// Package journaltest is the one suite every journal passes: [Run] it over a
// function that opens an empty journal. It states what the program relies on
// and knows no implementation; it waits on what the journal hands over, at
// most [patience], and never for a fixed time.
package journaltest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"familiar/journal"
	"familiar/messages"
)

// patience is how long something may take that a journal must do.
const patience = time.Minute

// Run runs the suite. open makes an empty journal for every test and closes
// it when the test ends; closing twice must be harmless.
func Run(t *testing.T, open func(*testing.T) journal.Journal) {
	for _, tt := range []struct {
		story string
		test  func(*testing.T, journal.Journal)
	}{
		{"a channel's records come in order, in its own partition", order},
		{"several events of one append follow each other", together},
		{"an append that is refused leaves nothing", allOrNone},
		{"the instants of a channel never go back", monotone},
		{"every kind of event comes back as it went in", everyKind},
		{"who consumes from a sequence gets what came after it", consumeAfter},
		{"who waits gets what is appended", consumeLive},
		{"who follows a channel gets what it had and what is appended", followChannel},
		{"consuming ends with its context", consumeEnds},
		{"replay yields one channel's records after a sequence", replay},
		{"rewind yields a channel's records before a moment, newest first", rewind},
		{"rewind from a record yields those before it, newest first", rewindFrom},
		{"the checkpoint moves forward only", checkpoint},
		{"the last record is the newest", last},
		{"the journal's own epoch may write", epoch},
		{"an unknown channel has an empty snapshot", loadNothing},
		{"a snapshot is kept whole, apart from the caller's bytes", saveAndLoad},
		{"of two who save over the same snapshot one is refused", saveConflict},
		{"the due index follows the newest snapshot", due},
		{"what is due comes without its body", dueSnapshots},
		{"a channel ages from its newest snapshot", aged},
		{"a post is taken once, for ever", enqueueOnce},
		{"posts come in order per channel, to their account only", deliverOrder},
		{"posts come again until they are removed", redeliver},
		{"an older epoch is refused once a newer one has written", fence},
		{"what a former owner writes late has no effect", late},
		{"the ledger yields a channel's notes, newest first", ledger},
		{"the same decision noted again stays one", notedAgain},
		{"the ledger is asked by line, familiar, act, rung and time", find},
		{"it is asked over all channels, by person, too", look},
		{"the archive has every record and the newest snapshots", archive},
		{"letters come oldest first, one about each thing", letters},
		{"an erased line leaves the log in every copy and edit", eraseLine},
		{"what is from before a moment leaves log and ledger", eraseBefore},
		{"an erased person leaves the log, others stay", erasePerson},
		{"what models would have kept is erased by itself", eraseMemories},
		{"what they say later stays, if only what was before is to go", erasePersonUntil},
		{"what they told a familiar to do goes, too", eraseCommands},
		{"an erased channel keeps its snapshot and what came after", eraseAll},
		{"what no snapshot holds yet is not erased", eraseLater},
		{"notes lose what may quote an erased line", eraseNotes},
		{"so does an answer to why, which repeats notes", eraseExplained},
		{"letters lose what they quote", eraseLetters},
		{"a letter is changed by one of several who read it", changeLetters},
		{"many write at once and nothing is lost", concurrency},
		{"a closed journal wakes who waits and refuses the rest", closed},
	} {
		t.Run(tt.story, func(t *testing.T) { tt.test(t, open(t)) })
	}
}

const (
	here  messages.ChannelID = "test/w/here"
	there messages.ChannelID = "test/w/there"
)

// collected gathers what a journal hands over until the test has seen enough.
type collected[T any] struct {
	items chan T
	ended chan error
	stop  context.CancelFunc
}

func collect[T any](t *testing.T, hand func(context.Context, func(T)) error) collected[T] {
	ctx, stop := context.WithCancel(t.Context())
	c := collected[T]{make(chan T, 16), make(chan error, 1), stop}
	go func() {
		c.ended <- hand(ctx, func(item T) {
			select {
			case c.items <- item:
			case <-ctx.Done():
			}
		})
	}()
	t.Cleanup(stop)
	return c
}

func consume(t *testing.T, j journal.Journal, partition int, after uint64) collected[journal.Record] {
	return collect(t, func(ctx context.Context, deliver func(journal.Record)) error {
		return j.Consume(ctx, partition, after, deliver)
	})
}

func deliver(t *testing.T, j journal.Journal, account messages.AccountID) collected[messages.Post] {
	return collect(t, func(ctx context.Context, deliver func(messages.Post)) error {
		return j.Deliver(ctx, account, deliver)
	})
}

func (c collected[T]) next(t *testing.T) T {
	t.Helper()
	select {
	case item := <-c.items:
		return item
	case err := <-c.ended:
		t.Fatalf("ended with %v while more was due", err)
	case <-time.After(patience):
		t.Fatal("nothing came")
	}
	panic("unreachable")
}

func (c collected[T]) end(t *testing.T) error {
	t.Helper()
	c.stop()
	return c.ending(t)
}

// ending waits for the end without asking for it.
func (c collected[T]) ending(t *testing.T) error {
	t.Helper()
	select {
	case err := <-c.ended:
		return err
	case <-time.After(patience):
		t.Fatal("goes on though it should have ended")
	}
	panic("unreachable")
}

// said is a line event that a test can tell from others.
func said(channel messages.ChannelID, n int) messages.Event {
	id := messages.LineID(fmt.Sprint("m", n))
	return messages.Heard{Line: &messages.Line{ID: id, Channel: channel, Text: fmt.Sprint("line ", n)}}
}

// lineOf returns the id of the line r is about.
func lineOf(t *testing.T, r journal.Record) string {
	t.Helper()
	heard, ok := r.Event.(messages.Heard)
	if !ok {
		t.Fatalf("record %d holds %T, want Heard", r.Seq, r.Event)
	}
	return string(heard.Line.ID)
}

func write(t *testing.T, j journal.Journal, channel messages.ChannelID, events ...messages.Event) journal.Record {
	t.Helper()
	record, err := j.Append(t.Context(), 0, channel, events...)
	if err != nil {
		t.Fatal(err)
	}
	return record
}

func wantError(t *testing.T, what string, got, want error) {
	t.Helper()
	if !errors.Is(got, want) {
		t.Errorf("%s: got error %v, want %v", what, got, want)
	}
}
