package replay

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/lab/corpus"
	"familiar/messages"
)

var began = time.Date(2024, 5, 4, 10, 0, 0, 0, time.UTC)

// told makes a recording of lines "SECOND AUTHOR TEXT" in which mira is the
// participant. Half an hour before them ana and bo have been there, and no
// credit is left of that.
func told(t *testing.T, lines string) (*corpus.Corpus, []corpus.Gold) {
	t.Helper()
	var b strings.Builder
	b.WriteString(`{"ch":"g","kind":"channel"}` + "\n")
	n := 0
	for line := range strings.Lines("-1802 ana hello\n-1801 bo hi ana\n" + lines) {
		parts := strings.SplitN(strings.TrimSpace(line), " ", 3)
		if len(parts) < 3 {
			continue
		}
		var second int
		if _, err := fmt.Sscan(parts[0], &second); err != nil {
			t.Fatal(err)
		}
		n++
		fmt.Fprintf(&b, `{"ch":"g","id":"%d","ts":%q,"kind":"message","author":%q,"uid":%q,"text":%q,"reply_to":null}`+"\n",
			n, began.Add(time.Duration(second)*time.Second).Format(time.RFC3339), parts[1], parts[1], parts[2])
	}
	c, err := corpus.Read(strings.NewReader(b.String()), "told", corpus.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return c, []corpus.Gold{c.Slices[0].Gold("mira")}
}

func TestClosedLoop(t *testing.T) {
	for _, test := range []struct {
		says  string
		lines string
		judge Judge
		said  string   // "SECOND TEXT; …"
		notes []string // act and rung by line, each of which must be there
		never []string
	}{
		{
			says: "what it would say stands in the transcript a while after the call, and gives credit",
			lines: `100 ana mira: are you there
				110 ana so how do I prune a rose`,
			judge: None, said: "103.6 (a reply); 113.6 (a reply)",
			notes: []string{"3 engage alias", "4 engage sticky"},
		}, {
			says: "the recorded words lend it theirs when they are near",
			lines: `100 ana mira: are you there
				130 mira yes I am`,
			judge: None, said: "103.6 yes I am",
			notes: []string{"3 engage alias"}, never: []string{"drop self"},
		}, {
			says: "what the participant said unasked gives no credit, since it isn't said",
			lines: `10 mira ana: good morning
				20 ana thanks, and you`,
			judge: None, said: "",
			notes: []string{"4 observe default"}, never: []string{"engage sticky", "drop self"},
		}, {
			says: "a line that comes while it writes is taken into the same call",
			lines: `100 ana mira: are you there
				102 ana mira: I need help with my roses`,
			judge: None, said: "105 (a reply)",
			notes: []string{"3 engage alias", "4 engage alias", "4 settled steer"},
		}, {
			says:  "a reply that is being written at the recording's end is said",
			lines: `2 ana mira: help`,
			judge: None, said: "5.6 (a reply)",
			notes: []string{"3 settled spoke"},
		},
	} {
		c, golds := told(t, test.lines)
		o := with(t, "ladder", test.judge)
		o.Policy.Busy = "steer"
		o.Loop, o.KeepNotes = Closed, true
		var said, notes []string
		scene := messages.InstantOf(began)
		calls := 0
		o.Took = func(w Walk) error {
			for _, s := range w.Said {
				if s.At > scene {
					said = append(said, fmt.Sprintf("%g %s", s.At.Sub(scene).Seconds(), s.Text))
				}
			}
			for _, n := range w.Notes {
				notes = append(notes, fmt.Sprintf("%s %s %s", n.Line, n.Act, n.Rung))
			}
			for _, d := range w.Decisions {
				if d.At > scene {
					calls++
				}
			}
			return nil
		}
		sum, err := Run(t.Context(), c, golds, o)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(said, "; "); got != test.said {
			t.Errorf("%s: said %q, want %q", test.says, got, test.said)
		}
		all := strings.Join(notes, "\n")
		for _, want := range test.notes {
			if !strings.Contains(all, want) {
				t.Errorf("%s: no note %q in\n%s", test.says, want, all)
			}
		}
		for _, bad := range test.never {
			if strings.Contains(all, bad) {
				t.Errorf("%s: a note %q in\n%s", test.says, bad, all)
			}
		}
		if sum.Said != len(said)+1 || calls != len(said) {
			t.Errorf("%s: %d lines counted and %d calls for %d said, and one before", test.says, sum.Said, calls, len(said))
		}
	}
}

func TestClosedLoopTwiceIsTheSame(t *testing.T) {
	c, golds := sample(t)
	for _, preset := range []string{"ladder", "chatty", "social", "window"} {
		var first string
		for try, workers := range []int{1, 1, 3} {
			var decisions, notes bytes.Buffer
			o := with(t, preset, Noisy)
			o.Loop, o.Workers, o.Decisions, o.Notes = Closed, workers, &decisions, &notes
			if _, err := Run(context.Background(), c, golds, o); err != nil {
				t.Fatal(err)
			}
			got := decisions.String() + notes.String()
			if try == 0 {
				first = got
			}
			if got != first || strings.Contains(got, `"rung":"self"`) || !strings.Contains(got, `"rung":"spoke"`) {
				t.Errorf("%s, %d workers: got\n%s\nwant, with its own replies and nobody else's,\n%s", preset, workers, got, first)
			}
		}
	}
}
