package conversation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/inquiry"
)

// answers has the network say who is here, "members 2", "members 2 cut" or
// "members unknown", or what was said before, "history WHO: TEXT | WHO: TEXT".
func (p *player) answers(word, rest string) {
	if word == "history" {
		var e messages.HistoryFetched
		var by messages.AccountID
		if len(p.fetches) > 0 {
			if p.fetched && len(p.fetches) > 1 {
				p.fetches = p.fetches[1:]
			}
			e.N, by, p.fetched = p.fetches[0].N, p.fetches[0].Account, true
		}
		for k, said := range strings.Split(rest, " | ") {
			if who, text, ok := strings.Cut(said, ": "); ok {
				id, _, _ := strings.Cut(who, "#")
				l := p.line(fmt.Sprint("old", k), id, text)
				if _, line, known := strings.Cut(who, "#"); known {
					l.ID = messages.LineID(line)
				}
				l.Backfilled, l.At, l.Account = true, p.now.Add(-time.Hour), by
				e.Lines = append(e.Lines, l)
			}
		}
		if a := p.s.Asking.Inquiry; a != nil && !strings.Contains(rest, "#") { // it goes up to now
			for _, h := range a.Held {
				e.Lines = append(e.Lines, h.Line)
			}
		}
		p.step(e)
		return
	}
	e := messages.MembersKnown{N: p.members}
	humans, cut, _ := strings.Cut(rest, " ")
	if n, err := strconv.Atoi(humans); err == nil {
		e.Humans, e.FetchedAt, e.Truncated = n, p.now, cut == "cut"
	}
	p.step(e)
}

// held gives how many lines wait for the network.
func held(s *Channel) int {
	if s.Asking.IsZero() {
		return 0
	}
	return len(s.Asking.Held)
}

// A waitAccount is what a world knows of the lines that waited before a step.
type waitAccount struct{ waited []*messages.Line }

func (a *waitAccount) before(w *world) {
	a.waited = a.waited[:0]
	if held(w.s) > 0 {
		for _, l := range w.s.Asking.Held {
			a.waited = append(a.waited, l.Line)
		}
	}
}

// reached gives the lines that got to the familiars in this step: its own,
// unless that waits, and those that wait no more.
func (w *world) reached(e Event) []*messages.Line {
	lines := slices.Clone(w.waited)
	switch e := e.(type) {
	case messages.Heard:
		lines = append(lines, e.Line)
	case messages.AlsoHeard:
		lines = append(lines, e.Line)
	}
	return slices.DeleteFunc(lines, func(l *messages.Line) bool { return w.s.Asking.Holds(l.ID) })
}

// waitIsShort: no line waits longer for the network than it may, and none is
// heard before its time.
func (w *world) waitIsShort() {
	w.t.Helper()
	if held(w.s) == 0 {
		return
	}
	a := w.s.Asking
	if a.Until.N == 0 || a.Until.At > w.s.Now.Add(inquiry.ColdWait) || len(a.Held) > inquiry.HeldMost {
		w.t.Fatalf("%d lines wait until %v", len(a.Held), a.Until)
	}
	for _, l := range a.Held {
		if e := w.s.Lines.Find(l.ID); e != nil && w.s.Lines.By(e) == 0 && w.s.Lines.Text(e) == l.Text {
			w.t.Fatalf("line %s waits and is heard", l.ID)
		}
	}
}

// TestNothingOfAHeldLineIsLeft: what is deleted or forgotten while it waits is
// never heard, and an edit is heard as it is then.
func TestNothingOfAHeldLineIsLeft(t *testing.T) {
	for _, tt := range []struct {
		story   string
		between Event
		want    string // what the turn is asked; "": there is none
	}{
		{"it is heard as it was said", messages.TimerFired{N: 1 << 40}, "secret"},
		{"it is heard as it was edited", messages.Edited{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "ana"}, Text: "open", Mentions: []messages.PersonID{"us"}}}, "open"},
		{"a deleted one is not heard", messages.Deleted{ID: "1"}, ""},
		{"nor one whose author is forgotten", messages.Forgotten{Person: "ana"}, ""},
		{"nor one of a channel that is forgotten", messages.Forgotten{All: true}, ""},
		{"nor one that is too old to be kept, and its copy", messages.Forgotten{Before: 2000}, ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick", "asked")
			p.hear("1", "ana", "secret")
			p.hear("1", "ana", "secret")
			if p.s.Turn != nil || len(p.s.Asking.Held) != 2 {
				t.Fatal("the first line and its copy don't wait for what came before them")
			}
			p.step(tt.between)
			if tt.want == "" {
				p.step(messages.Erased{N: uint64(p.s.Number)})
				p.hear("1", "ana", "secret")
				if strings.Contains(string(p.encoded()), "secret") {
					t.Error("the state still holds the text")
				}
				if len(p.s.Erasing) != 1 || p.s.Erasing[0].Line != "1" {
					t.Errorf("%+v are to be erased, want the copy that came after", p.s.Erasing)
				}
			}
			for !p.s.Asking.IsZero() && p.s.Asking.Until.N != 0 {
				p.step(messages.TimerFired{N: p.s.Asking.Until.N})
			}
			got := ""
			if asked := composes(p.out); len(asked) > 0 {
				got = asked[0].Addressed[0].Text
			}
			if got != tt.want {
				t.Errorf("the turn is asked %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHistoryLeavesWhatWaits: lines from the past, ordered or not, don't take a
// line that waits, nor keep it from being answered.
func TestHistoryLeavesWhatWaits(t *testing.T) {
	for _, tt := range []struct {
		story string
		n     func(*Channel) uint64
	}{
		{"history that was ordered", func(s *Channel) uint64 { return s.Asking.History }},
		{"history that nobody ordered", func(*Channel) uint64 { return 0 }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick", "asked")
			p.hear("1", "ana", "hello")
			p.step(messages.HistoryFetched{N: tt.n(p.s), Lines: []*messages.Line{{ID: "1", Author: messages.Author{ID: "ana"}, Text: "hello"}}})
			if held(p.s) > 0 && p.s.Lines.Find("1") != nil {
				t.Error("line 1 is in the transcript before its wait is over")
			}
			for len(p.s.Asking.Held) > 0 {
				p.step(messages.TimerFired{N: p.s.Asking.Until.N})
			}
			if p.s.Turn == nil || p.s.Turn.Asked.NewestID() != "1" {
				t.Errorf("got %+v, want line 1 answered", p.s.Turn)
			}
		})
	}
}

// TestDeletedWhileHistoryComes: what is deleted while the network looks up what was said
// before stays gone, though it was read there first; also from the journal, where that
// answer has its text.
func TestDeletedWhileHistoryComes(t *testing.T) {
	const secret = "my number is 555"
	for _, tt := range []struct {
		story string
		gone  messages.LineID
	}{
		{"a line from before", "old"},
		{"the line that waits for it", "1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick", "asked")
			p.hear("1", "ana", secret)
			n := p.s.Asking.History
			p.step(messages.Deleted{ID: tt.gone})
			p.step(messages.Erased{N: p.s.Erasing[0].N})
			lines := []*messages.Line{{ID: "old", Author: messages.Author{ID: "ana"}, Text: secret}, {ID: "1", Author: messages.Author{ID: "ana"}, Text: secret}}
			p.step(messages.HistoryFetched{N: n, Lines: lines})
			if order, _ := p.s.Erasing.Open(scriptChannel); order.Line != tt.gone {
				t.Errorf("erased is line %q, want %q: the answer is in the journal", order.Line, tt.gone)
			}
			for e := range p.s.Lines.All() {
				if e.ID == tt.gone && e.Text != "" {
					t.Errorf("the transcript has %+v", e)
				}
			}
		})
	}
}

// TestHistoryErasesNothingElse: what left the transcript, or was never deleted, is not
// erased for being read again.
func TestHistoryErasesNothingElse(t *testing.T) {
	p := newStepper(t, "quick", "asked")
	p.hear("1", "ana", "hello")
	lines := []*messages.Line{{ID: "old", Author: messages.Author{ID: "ana"}, Text: "hi"}, {ID: "1", Author: messages.Author{ID: "ana"}, Text: "hello"}}
	p.step(messages.HistoryFetched{N: p.s.Asking.History, Lines: lines})
	p.step(messages.HistoryFetched{Lines: lines})
	if len(p.s.Erasing) > 0 {
		t.Errorf("to be erased is %+v", p.s.Erasing)
	}
}
