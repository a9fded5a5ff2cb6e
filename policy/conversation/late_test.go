package conversation

import (
	"testing"

	"familiar/messages"
)

// TestDecidedLate: a seat decides on a line that its own account heard only
// after it has settled newer ones. The old line must not hide a newer one that
// waits, and has nothing to wait for itself.
func TestDecidedLate(t *testing.T) {
	c := testConfig(t, "chatty", "two")
	c.Seats[0].Account, c.Seats[1].Account = "first", "second"
	s := New(scriptChannel, c)
	hear := func(id messages.LineID, account messages.AccountID, mentions ...messages.PersonID) []Effect {
		l := &messages.Line{ID: id, Channel: scriptChannel, Account: account, Text: "text", Mentions: mentions}
		l.Author = messages.Author{ID: "ana", Name: "ana"}
		return s.Step(1_000_000, messages.Heard{Line: l}, nil)
	}
	hear("1", "first")
	var asked messages.Judge
	for _, effect := range hear("2", "second", "us2") {
		if o, ok := effect.(messages.Judge); ok {
			asked = o
		}
	}
	s.Step(1_000_001, messages.Judged{N: asked.N}, nil)
	hear("3", "second")
	out := hear("1", "second")
	n, ok := out[0].(*messages.Note)
	if !ok || n.Line != "1" || n.Act != messages.Observe {
		t.Errorf("the line decided late gives %+v, want it observed", out[0])
	}
	if s.Seats[1].Think.N == 0 {
		t.Error("the newer line that waits is thought about no more")
	}
}

func TestDeletedLineStaysBlank(t *testing.T) {
	for _, tt := range []struct {
		what  string
		event func(*messages.Line) Event
	}{
		{"heard once more", func(l *messages.Line) Event { return messages.Heard{Line: l} }},
		{"heard by another account", func(l *messages.Line) Event { return messages.AlsoHeard{Line: l} }},
		{"edited", func(l *messages.Line) Event { return messages.Edited{Line: l} }},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(scriptChannel, testConfig(t, "social"))
			l := &messages.Line{ID: "1", Channel: scriptChannel, Text: "forget this", Author: messages.Author{ID: "ana"}}
			s.Step(1_000_000, messages.Heard{Line: l}, nil)
			s.Step(1_000_001, messages.Deleted{ID: "1"}, nil)
			s.Step(1_000_002, tt.event(l), nil)
			if e := s.Lines.Entry(s.Lines.Find("1")); e.Text != "" {
				t.Errorf("the deleted line says %q again", e.Text)
			}
		})
	}
}
