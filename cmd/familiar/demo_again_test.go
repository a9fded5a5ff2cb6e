package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/internal/long"
	"familiar/journal"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
)

// TestDemoDecidesTheSameAgain: every decision of a demo that was kept comes out
// of its journal again, bit for bit: what is recorded is all that was decided
// on, and what is tried on it is what ran.
func TestDemoDecidesTheSameAgain(t *testing.T) {
	long.Test(t)
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "kept")
	ask(t, "demo", "--model", "offline", "--listen", "127.0.0.1:0", "--speed", "60", "--for", "5s", "--keep", folder).wants(0, "Join in:")
	ask(t, "demo", "--model", "offline", "--listen", "127.0.0.1:0", "--for", "1s", "--keep", folder).wants(1, "already exists")
	file := filepath.Join(folder, "familiar.toml")
	ask(t, "journal", "verify", "-c", file).wants(0, "no problems")
	loaded, err := config.Load(file)
	if err != nil {
		t.Fatal(err)
	}
	j, err := jetstream.Visit(t.Context(), command.Stored(loaded, command.Quietly(command.Streams{Out: t.Output(), Err: t.Output()})))
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := j.Close(); err != nil {
			t.Error(err)
		}
	}()
	events, compared := map[messages.ChannelID][]journal.Record{}, 0
	for r, err := range j.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		events[r.Channel] = append(events[r.Channel], r)
	}
	for id, records := range events {
		there := asRun(loaded, id)
		if there == nil {
			continue // the program's own channels
		}
		got, want := sorted(onceMore(id, there, records)), sorted(ledger(t, j, id))
		compared += len(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %s", id, firstDifference(got, want))
		}
	}
	if compared < 50 {
		t.Errorf("only %d decisions were compared", compared)
	}
	t.Logf("%d decisions in %d channels", compared, len(events))
}

// asRun returns a channel's settings as they were in force: an account of the web
// is the person its id ends in.
func asRun(loaded *config.Config, id messages.ChannelID) *conversation.Config {
	c := loaded.Channel(id)
	if c == nil {
		return nil
	}
	with := *c
	with.Seats = slices.Clone(c.Seats)
	for i := range with.Seats {
		with.Seats[i].Self = messages.PersonID(strings.TrimPrefix(string(with.Seats[i].Account), "web/"))
	}
	with.Listen()
	return &with
}

// onceMore steps a channel through its records and gives the notes.
func onceMore(id messages.ChannelID, there *conversation.Config, records []journal.Record) []string {
	s, notes := conversation.New(id, there), []string(nil)
	for _, r := range records {
		for _, effect := range s.Step(r.At, r.Event, nil) {
			if n, is := effect.(*messages.Note); is {
				notes = append(notes, inFull(n))
			}
		}
	}
	return notes
}

// ledger returns the notes that were made live.
func ledger(t *testing.T, j journal.Journal, id messages.ChannelID) (notes []string) {
	for n, err := range j.Notes(t.Context(), id, 0) {
		if err != nil {
			t.Fatal(err)
		}
		notes = append(notes, inFull(n))
	}
	return notes
}

// inFull is every field of a note, its reason as the ledger has it: with the odds
// to two places.
func inFull(n *messages.Note) string {
	written := *n
	written.Reason = because.Words(because.Written(n.Reason))
	return fmt.Sprintf("%s %+v", n.At, written)
}

// sorted puts notes in an order of their own, each once: the ledger keeps those
// of observed lines apart from the others, and of several that are equal, as
// when two accounts hear a line again in the same moment, it tells one.
func sorted(notes []string) []string {
	slices.Sort(notes)
	return slices.Compact(notes)
}

// firstDifference shows where two lists part.
func firstDifference(got, want []string) string {
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			return fmt.Sprintf("decision %d again\n%s\nlive\n%s", i, got[i], want[i])
		}
	}
	return fmt.Sprintf("%d decisions again, %d live", len(got), len(want))
}
