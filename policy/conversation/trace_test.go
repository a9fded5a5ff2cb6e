package conversation

import (
	"testing"
	"time"

	"familiar/messages"
)

// placed is a line that an adapter has given a place in a trace.
func placed(l *messages.Line) *messages.Line {
	l.Meta = messages.Meta{TraceID: [16]byte{1, 2}, SpanID: [8]byte{3}, At: l.At, Flags: 0}
	return l
}

// TestTurnIsInTheLinesTrace: order, post and notes of an answer stand in the
// trace of the line it answers, under one id, also when the state was saved in
// between, and whoever plays the same events again gets the same.
func TestTurnIsInTheLinesTrace(t *testing.T) {
	play := func(save bool) (order messages.Compose, post messages.Post, spoke messages.Meta) {
		c := testConfig(t, "ladder")
		s := New("test:room", c)
		now := messages.InstantOf(time.Unix(1_700_000_000, 0))
		l := placed(&messages.Line{ID: "1", Channel: "test:room", Account: c.Seats[0].Account, Author: messages.Author{ID: "ana", Name: "ana"}, Text: "hi", At: now, Mentions: []messages.PersonID{c.Seats[0].Self}})
		out := s.Step(now, messages.Heard{Line: l}, nil)
		for range 10 {
			if save {
				b, err := s.Encode()
				if err != nil {
					t.Fatal(err)
				}
				if s, err = Decode(b, c); err != nil {
					t.Fatal(err)
				}
			}
			var next messages.Event
			for _, effect := range out {
				switch e := effect.(type) {
				case messages.Compose:
					order, next = e, messages.Composed{N: e.N, Parts: []string{"hello"}, Final: true}
				case messages.Post:
					post, next = e, messages.Delivered{Post: e.ID, Line: "posted"}
				case *messages.Note:
					if e.Rung == messages.BySpoke {
						spoke = e.Meta
					}
				}
			}
			if due, ok := s.Due(); next == nil && ok && s.Turn == nil {
				now, next = max(now, due.At), messages.TimerFired{N: due.N}
			}
			if next == nil {
				break
			}
			out = s.Step(now, next, nil)
		}
		return order, post, spoke
	}
	order, post, spoke := play(false)
	if order.Meta.TraceID != [16]byte{1, 2} || order.Meta.SpanID == [8]byte{} || !order.Meta.Sampled() {
		t.Errorf("the order stands at %v, want a span of its own in the line's trace", order.Meta)
	}
	if post.Meta.TraceID != order.Meta.TraceID || post.Meta.SpanID != order.Meta.SpanID {
		t.Errorf("the post stands at %v, want the turn's %v", post.Meta, order.Meta)
	}
	if spoke != order.Meta {
		t.Errorf("the note stands at %v, want the turn's %v", spoke, order.Meta)
	}
	if again, _, _ := play(true); again.Meta != order.Meta {
		t.Errorf("after saving the order stands at %v, want %v", again.Meta, order.Meta)
	}
}
