package explain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"familiar/journal/memory"
	"familiar/messages"
)

const asked messages.ChannelID = "web//asked"

// aLedger is a journal with lines and what was decided on them, a note at each
// instant.
type aLedger struct {
	*memory.Journal
	t  *testing.T
	at messages.Instant
}

func newLedger(t *testing.T) *aLedger {
	l := &aLedger{memory.New(memory.Config{MaxNotes: 100_000}), t, 1}
	t.Cleanup(func() { l.Close() })
	return l
}

func (l *aLedger) note(line messages.LineID, act messages.Act, rung messages.Rung) {
	l.t.Helper()
	l.at++
	if err := l.Note(l.t.Context(), &messages.Note{Channel: asked, Familiar: "aria", Line: line, At: l.at, Act: act, Rung: rung}); err != nil {
		l.t.Fatal(err)
	}
}

// said has a line heard and decided on, after its record.
func (l *aLedger) said(line *messages.Line, act messages.Act, rung messages.Rung) {
	l.t.Helper()
	line.Channel = asked
	r, err := l.Append(l.t.Context(), 0, asked, messages.Heard{Line: line})
	if err != nil {
		l.t.Fatal(err)
	}
	l.at = max(l.at, r.At)
	l.note(line.ID, act, rung)
}

func (l *aLedger) why(q Question) string {
	l.t.Helper()
	q.Channel = asked
	answers, err := Why(l.t.Context(), l, nil, q)
	if err != nil {
		l.t.Fatal(err)
	}
	var told []string
	for i := range answers {
		told = append(told, string(answers[i].Line)+" "+answers[i].Sentence())
	}
	return strings.Join(told, "\n")
}

// TestWhyOfALongLedger: what became of a line is found behind any number of
// decisions on others, and no more of these are kept than may tell of it.
func TestWhyOfALongLedger(t *testing.T) {
	l := newLedger(t)
	l.said(&messages.Line{ID: "old", Author: messages.Author{ID: "ana", Name: "Ana"}}, messages.Wait, "rest")
	for n := range 200 {
		l.note(messages.LineID(fmt.Sprint("between", n)), messages.Observe, "aside")
	}
	l.note("", messages.Settled, "overdue")
	l.note("o1d", messages.Engage, "mention")
	for n := range 3 * whySettled {
		line := messages.LineID(fmt.Sprint(n))
		l.note(line, messages.Engage, "mention")
		l.note(line, messages.Settled, "spoke")
	}
	l.note("old", messages.Settled, "deleted")
	for _, tt := range []struct {
		what string
		q    Question
		want string
	}{
		{"an old line", Question{Line: "old"}, "old waits: the line is for nobody in particular. Then quiet: the moment to speak unasked had passed. Then quiet: what it would have answered was deleted or forgotten"},
		{"the only one of a person", Question{By: "ana"}, "old waits: the line is for nobody in particular. Then quiet: the moment to speak unasked had passed. Then quiet: what it would have answered was deleted or forgotten"},
		{"the newest two", Question{Last: 2}, "12287 answered: the line mentions aria. Then answered: the turn was posted\n12286 answered: the line mentions aria. Then answered: the turn was posted"},
		{"the only one that was left", Question{Acts: []messages.Act{messages.Wait}}, "old waits: the line is for nobody in particular. Then quiet: the moment to speak unasked had passed. Then quiet: what it would have answered was deleted or forgotten"},
		{"a line that nobody said", Question{Line: "0ld"}, ""},
		{"a person who said nothing", Question{By: "zed"}, ""},
	} {
		if got := l.why(tt.q); got != tt.want {
			t.Errorf("%s:\n got %s\nwant %s", tt.what, got, tt.want)
		}
	}
	q := Question{Channel: asked, Line: "old"}
	told, err := q.gather(t.Context(), l)
	if err != nil || len(told.notes) > 2*whySettled {
		t.Errorf("%d notes are kept for one line, %v; want at most %d", len(told.notes), err, 2*whySettled)
	}
	given, err := (&Explainer{Options: Options{Journal: l}}).explained(t.Context(), messages.Explain{Channel: asked, Familiar: "aria", Line: "old"})
	if err != nil || len(given) > explainGiven || given[len(given)-1].Line != "old" || given[0].Line != "old" {
		t.Errorf("whoever asks in the channel is given %d notes, %v; want at most %d, the line's first and last among them", len(given), err, explainGiven)
	}
}

// TestWhyNamesPeople: those that a line is for are named, also when the line
// that it answers is not kept, and nobody is whose text was forgotten.
func TestWhyNamesPeople(t *testing.T) {
	l := newLedger(t)
	ana, ben := messages.Author{ID: "1", Name: "Ana"}, messages.Author{ID: "2", Name: "Ben"}
	l.said(&messages.Line{ID: "b", Author: ben}, messages.Observe, "default")
	for _, tt := range []struct {
		what string
		line messages.Line
		want string
	}{
		{"a reply", messages.Line{ID: "1", ReplyTo: messages.Reply{ID: "b", Author: "2"}}, "the line answers Ben"},
		{"a reply of which the network says no author", messages.Line{ID: "2", ReplyTo: messages.Reply{ID: "b"}}, "the line answers Ben"},
		{"a reply to a line nobody has", messages.Line{ID: "3", ReplyTo: messages.Reply{ID: "x", Author: "2"}}, "the line answers Ben"},
		{"a reply to nobody we know", messages.Line{ID: "4", ReplyTo: messages.Reply{ID: "x", Author: "9"}}, "the line answers somebody else"},
		{"a mention, besides one of a stranger", messages.Line{ID: "5", Mentions: []messages.PersonID{"9", "2"}}, "the line mentions Ben"},
	} {
		tt.line.Author = ana
		rung := messages.Facts(messages.RepliesToOther)
		if !tt.line.ReplyTo.Set() {
			rung = messages.MentionsOthers
		}
		l.said(&tt.line, messages.Drop, "self") // has the record
		l.at++
		if err := l.Note(t.Context(), &messages.Note{Channel: asked, Familiar: "aria", Line: tt.line.ID, At: l.at, Act: messages.Observe, Rung: "elsewhere", Facts: rung}); err != nil {
			t.Fatal(err)
		}
		if got := l.why(Question{Line: tt.line.ID}); !strings.Contains(got, tt.want) {
			t.Errorf("%s: got %q, want that %s", tt.what, got, tt.want)
		}
	}
}

// TestQuestionsWait: the ledger is asked few things at once, and one that waits
// for its turn gives up when its time is over.
func TestQuestionsWait(t *testing.T) {
	a := &Explainer{looking: make(chan struct{}, lookups)}
	for range lookups {
		a.looking <- struct{}{}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := a.lookUp(ctx, func() error { t.Error("the ledger was asked"); return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that the time is over", err)
	}
	<-a.looking
	looked := false
	if err := a.lookUp(t.Context(), func() error { looked = true; return nil }); err != nil || !looked || len(a.looking) != lookups-1 {
		t.Errorf("got %v, asked %v, %d places taken; want it to have a place and leave it", err, looked, len(a.looking))
	}
}
