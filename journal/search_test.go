package journal_test

import (
	"context"
	"iter"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"
)

// roughly tells of each channel's newest note that it may be later than it is, as a
// ledger does of notes that it holds.
type roughly struct {
	*memory.Journal
	later map[messages.ChannelID]messages.Instant
}

func (r roughly) Noted(ctx context.Context, since messages.Instant) iter.Seq2[journal.Noted, error] {
	return func(yield func(journal.Noted, error) bool) {
		for c, err := range r.Journal.Noted(ctx, since) {
			c.At += r.later[c.Channel]
			if !yield(c, err) {
				return
			}
		}
	}
}

// TestLookOrdersNotesOfOneMoment: in whatever order the channels are searched, the same
// notes are found in the same order, however few are wanted.
func TestLookOrdersNotesOfOneMoment(t *testing.T) {
	channels := []messages.ChannelID{"test/w/a", "test/w/b", "test/w/c"}
	rapid.Check(t, func(t *rapid.T) {
		j := memory.New(memory.Config{})
		at := messages.Instant(0)
		for n := range rapid.IntRange(1, 30).Draw(t, "notes") {
			at += messages.Instant(rapid.IntRange(0, 1).Draw(t, "later by"))
			note := &messages.Note{
				Channel: rapid.SampledFrom(channels).Draw(t, "channel"), At: at,
				Act: messages.Observe, Rung: "default", Meta: messages.Meta{ID: uint32(n)},
			}
			if err := j.Note(t.Context(), note); err != nil {
				t.Fatal(err)
			}
		}
		look := func(l journal.Library, limit int) []*messages.Note {
			found, err := journal.Look(t.Context(), l, journal.Search{Query: journal.Query{Limit: limit}})
			if err != nil {
				t.Fatal(err)
			}
			return found
		}
		all := look(j, 0)
		rough := roughly{j, map[messages.ChannelID]messages.Instant{}}
		for _, c := range channels {
			rough.later[c] = messages.Instant(rapid.IntRange(0, 5).Draw(t, "told later by"))
		}
		limit := rapid.IntRange(1, 30).Draw(t, "limit")
		if got, want := look(rough, limit), all[:min(limit, len(all))]; !slices.Equal(got, want) {
			t.Fatalf("found are %d notes in another order, want the first %d of %d", len(got), len(want), len(all))
		}
	})
}
