package explain

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/conversation"
)

// heard appends a line of ana's, and what aria decided on it.
func (l *aLedger) heard(id messages.LineID, text string, act messages.Act) {
	l.said(&messages.Line{ID: id, Author: messages.Author{ID: "ana", Name: "Ana"}, Text: text}, act, "rest")
}

// record appends an event.
func (l *aLedger) record(e messages.Event) {
	l.t.Helper()
	r, err := l.Append(l.t.Context(), 0, asked, e)
	if err != nil {
		l.t.Fatal(err)
	}
	l.at = max(l.at, r.At)
}

// verdict notes a judge's no, which is about those familiars.
func (l *aLedger) verdict(n uint64, line messages.LineID, who ...messages.FamiliarID) *messages.Note {
	l.t.Helper()
	l.at++
	var last *messages.Note
	for _, id := range who {
		last = &messages.Note{Channel: asked, Familiar: id, Line: line, At: l.at, Act: messages.Settled, Rung: messages.ByJudge, Trigger: messages.Lull, N: n, Reason: because.JudgeSaid{}}
		if err := l.Note(l.t.Context(), last); err != nil {
			l.t.Fatal(err)
		}
	}
	return last
}

func room(familiars ...messages.FamiliarID) *conversation.Config {
	c := &conversation.Config{Room: conversation.DefaultRoom()}
	for _, id := range familiars {
		c.Seats = append(c.Seats, conversation.SeatConfig{Familiar: id, Self: messages.PersonID("us " + id), Name: string(id), Policy: conversation.Default()})
	}
	return c
}

// asWritten tells a rebuilt question: lines before, then those in question.
func asWritten(o messages.Judge) string {
	var all []string
	for _, q := range o.Context {
		all = append(all, "| "+q.Text)
	}
	for _, q := range o.Waiting {
		all = append(all, "> "+q.Text)
	}
	for _, other := range o.Others {
		all = append(all, "or "+string(other.Familiar))
	}
	return strings.Join(all, "\n")
}

// TestRebuild: the question of a verdict is made of what waited for it, and of
// nothing that anybody has taken back since.
func TestRebuild(t *testing.T) {
	for _, tt := range []struct {
		name   string
		before func(l *aLedger)
		about  []messages.FamiliarID
		after  func(l *aLedger)
		change func(c *conversation.Config)
		want   string
	}{
		{
			name: "what waited, and the lines before it",
			before: func(l *aLedger) {
				for i := range 7 {
					l.heard(messages.LineID(fmt.Sprint("o", i)), fmt.Sprint("old ", i), messages.Observe)
				}
				l.heard("w1", "first", messages.Wait)
				l.heard("w2", "second", messages.Wait)
			},
			after: func(l *aLedger) { l.heard("n", "later", messages.Wait) },
			want:  "| old 2\n| old 3\n| old 4\n| old 5\n| old 6\n> first\n> second",
		},
		{
			name: "what an earlier verdict settled is not in question",
			before: func(l *aLedger) {
				l.heard("w1", "first", messages.Wait)
				l.verdict(6, "", "aria")
				l.heard("w2", "second", messages.Wait)
			},
			want: "| first\n> second",
		},
		{
			name:   "a retry settles nothing",
			before: func(l *aLedger) { l.heard("w1", "first", messages.Wait); l.note("", messages.Wait, messages.ByJudge) },
			want:   "> first",
		},
		{
			name:   "a deleted line is not shown again",
			before: func(l *aLedger) { l.heard("w1", "secret", messages.Wait); l.heard("w2", "second", messages.Wait) },
			after:  func(l *aLedger) { l.record(messages.Deleted{ID: "w1"}) },
			want:   "> second",
		},
		{
			name:   "nor is what an edit took out of one",
			before: func(l *aLedger) { l.heard("w1", "my password is x", messages.Wait) },
			after: func(l *aLedger) {
				l.record(messages.Edited{Line: &messages.Line{ID: "w1", Channel: asked, Author: messages.Author{ID: "ana"}, Text: "my password is y"}})
				l.record(messages.Edited{Line: &messages.Line{ID: "w1", Channel: asked, Author: messages.Author{ID: "ana"}, Text: "(gone)"}})
			},
			want: "> (gone)",
		},
		{
			name: "nor a person who is forgotten",
			before: func(l *aLedger) {
				l.said(&messages.Line{ID: "b", Author: messages.Author{ID: "bob"}, Text: "bob's"}, messages.Wait, "rest")
				l.heard("w1", "first", messages.Wait)
			},
			after: func(l *aLedger) { l.record(messages.Forgotten{Person: "bob"}) },
			want:  "> first",
		},
		{
			name:   "where all is forgotten nothing is left",
			before: func(l *aLedger) { l.heard("w1", "first", messages.Wait) },
			after:  func(l *aLedger) { l.record(messages.Forgotten{All: true}) },
		},
		{
			name: "what another account heard is that one's",
			before: func(l *aLedger) {
				l.said(&messages.Line{ID: "dm", Account: "theirs", Author: messages.Author{ID: "bob"}, Text: "in private"}, messages.Wait, "rest")
				l.said(&messages.Line{ID: "w1", Account: "ours", Author: messages.Author{ID: "bob"}, Text: "in public"}, messages.Wait, "rest")
			},
			change: func(c *conversation.Config) { c.Seats[0].Account = "ours" },
			want:   "> in public",
		},
		{
			name: "a sibling's line by the same account has that one's name, and is shown only if it was decided on",
			before: func(l *aLedger) {
				l.said(&messages.Line{ID: "v", Author: messages.Author{ID: "us aria"}, Text: "VESPER: hello"}, messages.Drop, "self")
				l.record(messages.Heard{Line: &messages.Line{ID: "a", Channel: asked, Author: messages.Author{ID: "us aria"}, Text: "ARIA: hi"}})
				l.record(messages.Heard{Line: &messages.Line{ID: "x", Channel: asked, Author: messages.Author{ID: "us aria"}, Text: "VESPER: unseen"}})
				l.heard("w1", "first", messages.Wait)
			},
			change: func(c *conversation.Config) {
				for i := range c.Seats {
					c.Seats[i].Name, c.Seats[i].Persona = strings.ToUpper(c.Seats[i].Name), true
					c.Seats[i].Meet(messages.Author{ID: "us aria"})
				}
			},
			want: "| hello\n| hi\n> first",
		},
		{
			name: "a thread's start goes with the room's line",
			before: func(l *aLedger) {
				l.said(&messages.Line{ID: "r", Root: "q", Author: messages.Author{ID: "ana"}, Text: "the start"}, messages.Observe, "rest")
				l.heard("w1", "first", messages.Wait)
			},
			after: func(l *aLedger) { l.record(messages.Told{From: "slack/T/room", Fact: messages.RootGone{Line: "q"}}) },
			want:  "> first",
		},
		{
			name: "what it was not to see stays out",
			before: func(l *aLedger) {
				l.heard("w1", "first", messages.Wait)
				l.record(messages.Heard{Line: &messages.Line{ID: "u", Channel: asked, Author: messages.Author{ID: "ana"}, Text: "unseen"}})
				l.at++
				if err := l.Note(l.t.Context(), &messages.Note{Channel: asked, Familiar: "aria", Line: "u", At: l.at, Act: messages.Observe, Rung: messages.ByMode, Facts: messages.Unseen}); err != nil {
					l.t.Fatal(err)
				}
				l.heard("w2", "second", messages.Wait)
			},
			want: "> first\n> second",
		},
		{
			name:   "text that is too old to be shown is not",
			before: func(l *aLedger) { l.heard("w1", "first", messages.Wait) },
			change: func(c *conversation.Config) { c.Keep = time.Second },
		},
		{
			name:   "others that it was about are asked about again",
			before: func(l *aLedger) { l.heard("w1", "first", messages.Wait) },
			about:  []messages.FamiliarID{"gone", "vesper"},
			want:   "> first\nor vesper",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			l := newLedger(t)
			tt.before(l)
			n := l.verdict(7, "", append(tt.about, "aria")...)
			if tt.after != nil {
				tt.after(l)
			}
			c := room("aria", "vesper")
			if tt.change != nil {
				tt.change(c)
			}
			got, err := Rebuild(t.Context(), l, c, n, n.At.Add(time.Minute))
			if (tt.want == "") != errors.Is(err, errGone) || tt.want != "" && err != nil {
				t.Fatalf("got %v", err)
			}
			if asWritten(got) != tt.want {
				t.Errorf("got\n%s\nwant\n%s", asWritten(got), tt.want)
			}
			if tt.want != "" && (got.N != 7 || got.Trigger != messages.Lull || got.Word || got.Deadline != 0) {
				t.Errorf("got %+v, want the verdict's question, with a reason and without deadline", got)
			}
		})
	}
}

// TestRebuildEach: where each line is a question of its own, only that is.
func TestRebuildEach(t *testing.T) {
	l := newLedger(t)
	l.heard("w1", "first", messages.Ask)
	l.heard("w2", "second", messages.Ask)
	n := l.verdict(7, "w1", "aria")
	c := room("aria")
	c.Seats[0].Policy.JudgeEach = true
	got, err := Rebuild(t.Context(), l, c, n, n.At.Add(time.Minute))
	if err != nil || asWritten(got) != "> first" {
		t.Errorf("got %s, %v, want the first line alone", asWritten(got), err)
	}
	if _, err := Rebuild(t.Context(), l, room("vesper"), n, n.At); err == nil || !strings.Contains(err.Error(), "no longer in") {
		t.Errorf("of a familiar that is gone: %v", err)
	}
}

func TestUnexplained(t *testing.T) {
	for _, tt := range []struct {
		name   string
		reason because.Reason
		want   bool
	}{
		{"a word", because.JudgeSaid{}, true},
		{"a name", because.JudgeChose{Who: "bo"}, true},
		{"a reason", because.JudgeSaid{Words: "small talk"}, false},
		{"a name with a reason", because.JudgeChose{Who: "bo", Words: "hers"}, false},
		{"a failure", because.JudgeFailed{Then: because.CountAsNo}, false},
	} {
		n := &messages.Note{Act: messages.Settled, Rung: messages.ByJudge, Reason: tt.reason}
		if got := Unexplained(n); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
