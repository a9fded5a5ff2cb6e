package replay

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"familiar/lab/corpus"
	"familiar/messages"
	"familiar/policy/conversation"
)

// sample is the invented recording and everybody in it who answered thrice.
func sample(t testing.TB) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	c, err := corpus.Open("testdata/sample.jsonl", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	golds, err := corpus.OpenGold("testdata/sample.gold.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	return c, golds
}

// with returns the options of a preset as it comes.
func with(t testing.TB, preset string, judge Judge) Options {
	t.Helper()
	policy, ok := conversation.Preset(preset)
	room, known := conversation.PresetRoom(preset)
	if !ok || !known {
		t.Fatalf("no preset %q", preset)
	}
	return Options{Policy: policy, Room: room, Judge: judge}
}

func TestReplayingTwiceIsTheSame(t *testing.T) {
	c, golds := sample(t)
	for _, preset := range []string{"ladder", "chatty", "social"} {
		for _, judge := range Judges {
			var first [2]string
			for try, workers := range []int{1, 1, 3} {
				var decisions, notes bytes.Buffer
				o := with(t, preset, judge)
				o.Workers, o.Decisions, o.Notes = workers, &decisions, &notes
				sum, err := Run(context.Background(), c, golds, o)
				if err != nil {
					t.Fatal(err)
				}
				if n := strings.Count(decisions.String(), "\n"); n != sum.Decisions {
					t.Errorf("%s, judge %s: %d decisions written, %d counted", preset, judge, n, sum.Decisions)
				}
				got := [2]string{decisions.String(), notes.String()}
				if try == 0 {
					first = got
				}
				if got != first {
					t.Errorf("%s, judge %s, %d workers: got\n%s\nwant\n%s", preset, judge, workers, got, first)
				}
			}
		}
	}
}

// TestJournalGivesTheSameState takes every event a pass has stepped through
// the form a journal keeps, into a fresh state.
func TestJournalGivesTheSameState(t *testing.T) {
	c, golds := sample(t)
	for n, preset := range []string{"ladder", "chatty", "social", "ladder", "chatty", "social"} {
		for i := range golds {
			o := with(t, preset, Noisy)
			if n >= 3 {
				o.Loop = Closed
			}
			g := &golds[i]
			s := c.Slice(g.Slice)
			fresh := conversation.New(s.Channel, seatOf(s, g, &o))
			var live, again bytes.Buffer
			relog := newNoteLog(&again)
			p := pass{options: &o, log: newNoteLog(&live)}
			p.drive.Journal = func(now messages.Instant, e messages.Event) {
				b, err := messages.EncodeEvent(e)
				if err != nil {
					t.Fatal(err)
				}
				if e, err = messages.DecodeEvent(b); err != nil {
					t.Fatal(err)
				}
				for _, effect := range fresh.Step(now, e, nil) {
					if n, ok := effect.(*messages.Note); ok {
						if err := relog.write(s, n); err != nil {
							t.Fatal(err)
						}
					}
				}
			}
			p.begin(s, g)
			for r := range s.Records {
				if err := p.hear(&s.Records[r]); err != nil {
					t.Fatal(err)
				}
			}
			if err := p.drain(); err != nil {
				t.Fatal(err)
			}
			want, err := p.drive.Channel.Encode()
			if err != nil {
				t.Fatal(err)
			}
			got, err := fresh.Encode()
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(got, want) {
				t.Errorf("%s, %s in %s: got state\n%s\nwant\n%s", preset, g.Familiar, g.Slice, got, want)
			}
			if again.String() != live.String() || live.Len() == 0 {
				t.Errorf("%s, %s in %s: got notes\n%s\nwant\n%s", preset, g.Familiar, g.Slice, again.String(), live.String())
			}
		}
	}
}
