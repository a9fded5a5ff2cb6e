package conversation

import (
	"fmt"
	"testing"

	"familiar/messages"
)

// TestPassing tells what becomes of a question when its turn is over.
func TestPassing(t *testing.T) {
	without := func(familiar messages.FamiliarID) func(*stepper) {
		return func(p *stepper) {
			c := *p.s.config
			c.Seats = nil
			for _, seat := range p.s.config.Seats {
				if seat.Familiar != familiar {
					c.Seats = append(c.Seats, seat)
				}
			}
			p.s.Use(&c)
			p.step(messages.Reconfigured{Generation: 2})
		}
	}
	tell := func(text string) func(*stepper) {
		return func(p *stepper) { p.step(messages.Commanded{Command: messages.Turns, Text: text}) }
	}
	for _, tt := range []struct {
		story string
		do    func(*stepper)
		want  string // holder, does its clock run, who composes about what
	}{
		{"nothing happens", func(*stepper) {}, "Aria true Aria 1"},
		{"its text keeps the turn", func(p *stepper) { p.says("well"); p.step(messages.Delivered{Post: p.s.Turn.Posts[0].ID, Line: "2"}) }, "Aria true nobody"},
		{"a silence hands it on", func(p *stepper) { p.step(messages.Composed{N: p.s.Turn.N, Skip: true}) }, "Vesper true Vesper 1"},
		{"an agent that fails for good hands it on", func(p *stepper) {
			p.step(messages.Composed{N: p.s.Turn.N, Error: "no such model", Fault: messages.Lasting})
		}, "Vesper true Vesper 1"},
		{"one whose model is away keeps the turn and its clock", func(p *stepper) {
			p.step(messages.Composed{N: p.s.Turn.N, Error: "away"})
		}, "Aria true nobody"},
		{"a stop takes it back", func(p *stepper) { p.step(messages.Commanded{Command: messages.Stop}) }, "Aria false nobody"},
		{"a deletion takes it back", func(p *stepper) { p.step(messages.Deleted{ID: "1"}) }, "Aria false nobody"},
		{"the channel is forgotten and the turn stays", func(p *stepper) { p.step(messages.Forgotten{All: true}) }, "Aria false nobody"},
		{"its familiar leaves", without("Aria"), "Vesper false nobody"},
		{"the other one leaves", without("Vesper"), "Aria true Aria 1"},
		{"it is granted to the other, who waits for the text in flight", tell("grant Vesper"), "Vesper true Aria 1"},
		{"nobody is to answer any more", tell("mode broadcast"), " false Aria 1"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepperOf(t, "assigned", "two", "turn-based")
			p.hear("1", "ana", "a question")
			tt.do(p)
			got := fmt.Sprintf("%s %v ", p.s.Turns.Holder, p.s.Turns.Timer.N != 0)
			if turn := p.s.Turn; turn == nil {
				got += "nobody"
			} else {
				got += fmt.Sprintf("%s %s", p.s.Seats[turn.Seat].Familiar, turn.Asked.NewestID())
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestHandedOnIsNotAskedAbout: a line that a familiar is handed while it thinks
// about it is answered once, also where a turn leaves other lines to the judge.
func TestHandedOnIsNotAskedAbout(t *testing.T) {
	p := newStepperOf(t, "assigned", "two", "turn-based")
	p.hear("1", "ana", "a question")
	e := p.s.Lines.Find("1")
	p.s.config.Seats[1].Policy.JudgeEach = true
	p.s.Lines.Wait(e, 1<<1)
	p.s.Seats[1].Waiting = p.s.Lines.No(e)
	p.step(messages.Composed{N: p.s.Turn.N, Skip: true}) // hands it on
	if order := only[messages.Compose](t, p.out); order.Familiar != "Vesper" || ids(order.Addressed) != "[1]" {
		t.Fatalf("got %+v, want Vesper to answer line 1", order)
	}
	p.says("well")
	p.step(messages.Delivered{Post: p.s.Turn.Posts[0].ID, Line: "2"})
	for _, effect := range p.out {
		if o, ok := effect.(messages.Judge); ok {
			t.Errorf("the judge is asked about %s, which is answered", ids(o.Waiting))
		}
	}
}

// TestHandedOnAsItReads: an edit that only the other's account reports gives the
// line a text that one has heard. It is handed that, and not the text before,
// which only the first one's account knows.
func TestHandedOnAsItReads(t *testing.T) {
	p := newStepperOf(t, "assigned", "two", "turn-based", "accounts")
	said := func(account messages.AccountID, text string) *messages.Line {
		return &messages.Line{ID: "1", Channel: p.s.Channel, Account: account, Author: messages.Author{ID: "ana", Name: "ana"}, Text: text}
	}
	p.step(messages.Heard{Line: said("Aria", "a secret?")})
	p.step(messages.Edited{Line: said("Vesper", "a question?")})
	p.step(messages.Composed{N: p.s.Turn.N, Skip: true}) // hands it on
	if order := only[messages.Compose](t, p.out); order.Familiar != "Vesper" || len(order.Addressed) != 1 || order.Addressed[0].Text != "a question?" {
		t.Fatalf("got %+v, want Vesper to answer %q", order, "a question?")
	}
}

// TestMisassigned: what is wrong with an assignment is noted when the first
// line comes, and with a new configuration.
func TestMisassigned(t *testing.T) {
	c := testConfig(t, "assigned", "direct")
	c.Room.Turns.Members = []messages.FamiliarID{"Zoe"}
	p := &stepper{t: t, s: New(scriptChannel, c)}
	count := func() (n int) {
		for _, note := range notes(p.out) {
			if note.Rung == messages.ByTurn && note.Reason != nil {
				n++
			}
		}
		return n
	}
	for _, tt := range []struct {
		story string
		event Event
		want  int
	}{
		{"the first line", messages.Heard{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "ana"}}}, 1},
		{"the second", messages.Heard{Line: &messages.Line{ID: "2", Author: messages.Author{ID: "ana"}}}, 0},
		{"a new configuration", messages.Reconfigured{Generation: 2}, 1},
	} {
		if p.step(tt.event); count() != tt.want {
			t.Errorf("%s: got %d notes, want %d", tt.story, count(), tt.want)
		}
	}
}

// TestHiddenStays: a line said where only one sees it stays hidden from the
// other, whatever is edited or heard again later.
func TestHiddenStays(t *testing.T) {
	p := newStepperOf(t, "assigned", "two", "single")
	p.hear("1", "ana", "a secret")
	p.step(messages.Composed{N: p.s.Turn.N, Skip: true})
	p.step(messages.Commanded{Command: messages.Turns, Text: "mode direct Vesper"})
	for _, e := range []Event{
		messages.Edited{Line: &messages.Line{ID: "1", Text: "@Vesper a secret", Mentions: []messages.PersonID{"us2"}}},
		messages.Heard{Line: &messages.Line{ID: "2", Author: messages.Author{ID: "ana"}, Text: "well?"}},
	} {
		p.step(e)
	}
	for _, effect := range p.out {
		if o, ok := effect.(messages.Compose); ok {
			if o.Familiar != "Vesper" || len(o.Earlier)+len(o.Recent) > 0 || len(o.Addressed) != 1 {
				t.Errorf("got %+v, want Vesper to see line 2 alone", o)
			}
			return
		}
	}
	t.Error("nobody composes")
}
