package conversation

import (
	"testing"

	"familiar/messages"
	"familiar/policy/deadline"
)

// TestRetryOfAnOlderProgram: what a program from before Outage was to compose
// again, the turn kept aside for that, is composed again at that moment.
func TestRetryOfAnOlderProgram(t *testing.T) {
	for _, tt := range []struct {
		story string
		begin func(*stepper)
		asked int // lines that are composed again
	}{
		{"a line", func(p *stepper) { p.hear("1", "ana", "a question") }, 1},
		{"a wake", func(p *stepper) { p.step(messages.Commanded{Command: messages.Wake}) }, 0},
		{"a clock's", func(p *stepper) {
			p.step(messages.Commanded{Command: messages.Wake, Timed: true, Text: "say good morning"})
		}, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepperOf(t, "social", "quick", "nojudge")
			tt.begin(p)
			retry := p.s.Number.By(p.s.Now.Add(composedAgain))
			p.s.Turn.Deadline, p.s.Turn.Retry, p.s.Turn.Tries = deadline.Deadline{}, retry, 1
			read, err := Decode(inForm1(asJSON(t, &p.s.State)), p.s.config)
			if err != nil {
				t.Fatal(err)
			}
			p.s = read
			if due, _ := p.s.Due(); due != retry || len(p.s.Pending()) > 0 {
				t.Fatalf("due is %+v and pending %v, want %+v and nothing", due, p.s.Pending(), retry)
			}
			p.step(messages.TimerFired{N: retry.N})
			for _, effect := range p.out {
				if o, ok := effect.(messages.Compose); ok && len(o.Addressed) == tt.asked {
					return
				}
			}
			t.Errorf("nothing is composed again: %v", p.out)
		})
	}
}

const composedAgain = 5e9 // as it was then
