package conversation

import (
	"fmt"
	"testing"

	"familiar/messages"
	"familiar/policy/transcript"
)

// TestReactionsAreBounded: however many come, so much is kept and no more.
func TestReactionsAreBounded(t *testing.T) {
	for _, tt := range []struct {
		story string
		do    func(react func(line, who int))
		want  func(*Channel) (got, want int)
	}{
		{"everybody at one line", func(react func(line, who int)) {
			for who := range 1000 {
				react(0, who)
			}
		}, func(s *Channel) (int, int) { return len((*s.Reactions)[0].Kinds[0].More), transcript.CountedMost }},
		{"one person at every line, the oldest last", func(react func(line, who int)) {
			for line := transcript.Resident - 1; line >= 0; line-- {
				react(line, 1)
			}
		}, func(s *Channel) (int, int) {
			return int((*s.Reactions)[0].No), transcript.Resident - transcript.ReactedMost + 1
		}},
		{"one person at every line", func(react func(line, who int)) {
			for line := range transcript.Resident {
				react(line, 1)
			}
		}, func(s *Channel) (int, int) { return len(*s.Reactions), transcript.ReactedMost }},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t)
			for n := range transcript.Resident {
				p.hear(messages.LineID(fmt.Sprint(n)), "ana", "hi")
			}
			tt.do(func(line, who int) {
				p.step(messages.Reacted{
					Line: messages.LineID(fmt.Sprint(line)), Emoji: "👍",
					By: messages.Author{ID: messages.PersonID(fmt.Sprint("p", who)), Name: "somebody"},
				})
			})
			if got, want := tt.want(p.s); got != want {
				t.Errorf("got %d, want %d", got, want)
			}
		})
	}
}

// TestReactionsAreFree: a state without any is encoded as before there were
// reactions.
func TestReactionsAreFree(t *testing.T) {
	p := newStepper(t)
	p.hear("1", "ana", "hi")
	before := string(p.encoded())
	now := p.s.Now
	react := messages.Reacted{Line: "1", By: messages.Author{ID: "ana", Name: "Ana"}, Emoji: "👍"}
	p.s.Step(now, react, nil)
	if string(p.encoded()) == before {
		t.Fatal("the reaction is not kept")
	}
	react.Removed = true
	p.s.Step(now, react, nil)
	if got := string(p.encoded()); got != before {
		t.Errorf("got\n%q\nwant\n%q", got, before)
	}
}
