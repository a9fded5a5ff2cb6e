package conversation

import (
	"testing"

	"familiar/messages"
	"familiar/policy/odds"
)

// TestEachLineSettles: where each line is judged by itself, too, nothing waits
// for ever once the judge is out of it.
func TestEachLineSettles(t *testing.T) {
	rest := func(id messages.LineID) messages.Heard {
		return messages.Heard{Line: &messages.Line{ID: id, Channel: scriptChannel, Author: messages.Author{ID: "bob"}, Text: "moths at last"}}
	}
	for _, tt := range []struct {
		what string
		do   func(*stepper, *SeatConfig)
		want string // what a turn answers; "": there is none
	}{
		{"a call is answered when the judge fails", func(p *stepper, c *SeatConfig) {
			c.Policy.Ladder.Address, c.Policy.OnJudgeError = messages.Ask, Retry
			p.hear("1", "ana", "hi")
			p.step(messages.Judged{N: p.s.Seats[0].Judging.N, Error: "overloaded"})
		}, "[1]"},
		{"and when its judge is taken away, with what waits before it", func(p *stepper, c *SeatConfig) {
			c.Policy.Ladder.Address = messages.Ask
			p.step(rest("1"))
			p.step(rest("2"))
			p.hear("3", "ana", "hi")
			c.Judged = false
			p.step(messages.Judged{N: p.s.Seats[0].Judging.N})
		}, "[2 3]"},
		{"a line that nobody called by is not", func(p *stepper, c *SeatConfig) {
			p.step(rest("1"))
			p.step(rest("2"))
			c.Judged = false
			p.step(messages.Judged{N: p.s.Seats[0].Judging.N})
		}, ""},
		{"what the odds are sure of is, without a judge", func(p *stepper, c *SeatConfig) {
			c.Policy.Ladder.Rest, c.Policy.Chattiness.On, c.Judged = messages.Wait, true, false
			c.Policy.Odds = odds.Config{On: true, Ask: odds.Bar{Hi: 1}, Wait: odds.Bar{Hi: 1}}
			p.s.Use(p.s.config)
			p.step(rest("1"))
		}, "[1]"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := newStepperOf(t, "relevance")
			tt.do(p, &p.s.config.Seats[0])
			got := ""
			for _, effect := range p.out {
				if o, ok := effect.(messages.Compose); ok {
					got = ids(o.Addressed)
				}
			}
			if got != tt.want {
				t.Errorf("a turn answers %q, want %q", got, tt.want)
			}
			if seat := &p.s.Seats[0]; seat.Waiting > seat.Settled {
				t.Errorf("line %d still waits: %+v", seat.Waiting, seat)
			}
		})
	}
}
