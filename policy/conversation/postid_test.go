package conversation

import (
	"testing"

	"familiar/messages"
)

// answering gives a state whose turn is ordered, and the order.
func answering(t *testing.T, at messages.Instant) (*Channel, messages.Compose) {
	t.Helper()
	s := New(scriptChannel, testConfig(t, "ladder"))
	l := &messages.Line{ID: "1", Channel: scriptChannel, Text: "@Aria hi", Mentions: []messages.PersonID{"us"}, Author: messages.Author{ID: "ana", Name: "ana"}}
	out := s.Step(at, messages.Heard{Line: l}, nil)
	for range 3 {
		for _, effect := range out {
			if o, is := effect.(messages.Compose); is {
				return s, o
			}
		}
		due, _ := s.Due()
		out = s.Step(due.At, messages.TimerFired{N: due.N}, nil)
	}
	t.Fatal("no turn is ordered")
	return nil, messages.Compose{}
}

// posted1 has the turn composed at a moment, and gives the id of its post.
func posted1(t *testing.T, s *Channel, o messages.Compose, at messages.Instant, text string) messages.PostID {
	t.Helper()
	for _, effect := range s.Step(at, messages.Composed{N: o.N, Parts: []string{text}, Final: true}, nil) {
		if p, is := effect.(messages.Post); is {
			return p.ID
		}
	}
	t.Fatal("nothing is posted")
	return ""
}

// TestPostID: the same events name a post the same, and a history that is lived
// anew names another, though it counts the same.
func TestPostID(t *testing.T) {
	id := func(at messages.Instant, text string) messages.PostID {
		s, o := answering(t, 1_000_000)
		return posted1(t, s, o, at, text)
	}
	first := id(1_010_000, "hello")
	if again := id(1_010_000, "hello"); again != first {
		t.Errorf("the same events name it %s and %s", first, again)
	}
	for _, c := range []struct {
		what string
		id   messages.PostID
	}{
		{"another text", id(1_010_000, "hello!")},
		{"another moment", id(1_010_001, "hello")},
	} {
		n, _ := first.Number()
		if other, ok := c.id.Number(); c.id == first || !ok || other != n || c.id.Familiar() != "Aria" {
			t.Errorf("%s: it is named %s, want another name than %s of the same number", c.what, c.id, first)
		}
	}
	for old, want := range map[messages.PostID]uint64{"test//room~Aria~7~0.1": 7, "test//room~Aria~9~notice": 9, "a~b~c~d": 0, "hello": 0} {
		if n, ok := old.Number(); n != want || ok != (want != 0) {
			t.Errorf("%s has number %d, %t, want %d", old, n, ok, want)
		}
	}
}

// TestLostPost: word of a post that the outbox has found concerns a channel
// that never ordered it, and no other.
func TestLostPost(t *testing.T) {
	for _, c := range []struct {
		what string
		id   func(s *Channel, o messages.Compose) messages.PostID
		told bool
	}{
		{"its number is still to come", func(s *Channel, _ messages.Compose) messages.PostID { return s.postID(0, uint64(s.Number)+1, "0", "x") }, true},
		{"a notice whose number is still to come", func(s *Channel, _ messages.Compose) messages.PostID {
			return s.postID(0, uint64(s.Number)+1, "notice", "x")
		}, true},
		{"its turn is to be composed", func(s *Channel, o messages.Compose) messages.PostID { return s.postID(0, o.N, "0", "x") }, true},
		{"it was ordered long ago", func(s *Channel, o messages.Compose) messages.PostID { return s.postID(0, o.N-1, "0", "x") }, false},
		{"it is on its way", func(s *Channel, o messages.Compose) messages.PostID { return posted1(t, s, o, 1_010_000, "x") }, false},
		{"it is none of this program's", func(*Channel, messages.Compose) messages.PostID { return "hello" }, false},
	} {
		t.Run(c.what, func(t *testing.T) {
			s, o := answering(t, 1_000_000)
			id := c.id(s, o)
			awaited := s.Awaits(id)
			notes, letters := 0, 0
			for _, effect := range s.Step(1_020_000, messages.DeliveryFailed{Post: id, Reason: "a power cut", Unknown: true, Lost: true}, nil) {
				switch e := effect.(type) {
				case *messages.Note:
					if notes++; e.Rung != messages.ByUnknown || e.Familiar != "Aria" {
						t.Errorf("it is noted as %+v", e)
					}
				case messages.Bury:
					if letters++; e.Post.ID != id || !e.Unknown {
						t.Errorf("the letter is %+v", e)
					}
				}
			}
			if told := notes == 1 && letters == 1; told != c.told || !c.told && notes+letters > 0 {
				t.Errorf("%d notes and %d letters, want told: %t", notes, letters, c.told)
			}
			if s.Awaits(id) != awaited || s.Turn == nil {
				t.Error("what the channel waits for has changed")
			}
		})
	}
}
