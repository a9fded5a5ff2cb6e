package explain

import (
	"context"
	"fmt"
	"iter"
	"testing"

	"familiar/journal"
	"familiar/journal/memory"
	"familiar/messages"

	"pgregory.net/rapid"
)

// A seeking ledger knows where its notes are.
type seeking struct{ *memory.Journal }

func (l seeking) Seeks(context.Context) bool { return true }

func (l seeking) Seek(ctx context.Context, channel messages.ChannelID, _ journal.Query) iter.Seq2[*messages.Note, error] {
	return l.Notes(ctx, channel, 0)
}

// TestSoughtIsTheSame: a line whose notes alone are read has the answers that it
// has when all of the channel's are gone through.
func TestSoughtIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := memory.New(memory.Config{MaxNotes: 100_000})
		defer j.Close()
		at := messages.Instant(1)
		lines := []messages.LineID{"", "l1", "l2", "l3"}
		for range rapid.IntRange(1, 60).Draw(t, "notes") {
			at += messages.Instant(rapid.SampledFrom([]int{0, 1, 1000, 3_000_000, 90_000_000}).Draw(t, "later"))
			n := &messages.Note{
				Channel: asked, At: at,
				Familiar: rapid.SampledFrom([]messages.FamiliarID{"", "aria", "ben"}).Draw(t, "familiar"),
				Line:     rapid.SampledFrom(lines).Draw(t, "line"),
				Act:      rapid.SampledFrom(messages.Acts()).Draw(t, "act"),
				Rung:     rapid.SampledFrom([]messages.Rung{"rest", "mention", messages.BySpoke, messages.ByJudge, messages.ByFailed, messages.ByCut, messages.BySteer}).Draw(t, "rung"),
				Trigger:  rapid.SampledFrom([]messages.Trigger{"", messages.Address, messages.Woken}).Draw(t, "trigger"),
				N:        rapid.Uint64Range(0, 3).Draw(t, "n"),
			}
			if err := j.Note(context.Background(), n); err != nil {
				t.Fatal(err)
			}
		}
		q := Question{Channel: asked, Line: rapid.SampledFrom(lines).Draw(t, "asked")}
		if rapid.Bool().Draw(t, "since") {
			q.Since = at / 2
		}
		want, err := Why(context.Background(), j, nil, q)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Why(context.Background(), seeking{j}, nil, q)
		if err != nil {
			t.Fatal(err)
		}
		if fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Fatalf("of %s:\ngot  %+v\nwant %+v", q.Line, got, want)
		}
	})
}
