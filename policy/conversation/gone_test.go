package conversation

import (
	"bytes"
	"fmt"
	"testing"

	"familiar/messages"
	"familiar/policy/transcript"
)

// TestNothingIsLeft looks for a secret in the bytes of the state, wherever it
// was when it had to go.
func TestNothingIsLeft(t *testing.T) {
	const secret = "xyzzy"
	for _, tt := range []struct {
		what string
		do   func(*stepper)
	}{
		{"a line in the transcript is deleted", func(p *stepper) {
			p.hear("1", "ana", secret)
			p.says("NO_REPLY")
			p.step(messages.Deleted{ID: "1"})
		}},
		{"an attachment is deleted with its line", func(p *stepper) {
			p.step(messages.Heard{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "ana"}, Attachments: []messages.Attachment{{ID: secret}}}})
			p.step(messages.Deleted{ID: "1"})
		}},
		{"a line that waits for the turn to end is deleted", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.hear("2", "ana", secret)
			p.step(messages.Deleted{ID: "2"})
		}},
		{"a line is deleted that a posted turn quotes", func(p *stepper) {
			p.hear("1", "ana", secret)
			p.says("one", "two")
			p.step(messages.Deleted{ID: "1"})
		}},
		{"a line of history is deleted", func(p *stepper) {
			p.step(messages.HistoryFetched{Lines: []*messages.Line{{ID: "1", Text: secret}}})
			p.step(messages.Deleted{ID: "1"})
		}},
		{"a line is deleted, and its copy and edit come later", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.step(messages.Deleted{ID: "1"})
			p.step(messages.AlsoHeard{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "ana"}, Text: secret}})
			p.step(messages.Edited{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "ana"}, Text: secret}})
		}},
		{"a part of ours is deleted while another is under way", func(p *stepper) {
			p.hear("1", "ana", "hi")
			posts := p.says(secret, "two")
			p.step(messages.Delivered{Post: posts[0].ID, Line: "9"})
			p.step(messages.Deleted{ID: "9"})
		}},
		{"a part of ours is deleted after its echo and before its delivery", func(p *stepper) {
			p.hear("1", "ana", "hi")
			posts := p.says(secret, "two")
			p.step(messages.Heard{Line: &messages.Line{ID: "9", Author: messages.Author{ID: "us"}, Text: secret, Nonce: string(posts[0].ID)}})
			p.step(messages.Deleted{ID: "9"})
			p.step(messages.Delivered{Post: posts[0].ID, Line: "9"})
		}},
		{"what was taken for a line by hand is deleted, and turns out to be a part of ours", func(p *stepper) {
			p.hear("1", "ana", "hi")
			posts := p.says(secret, "two")
			p.step(messages.Heard{Line: &messages.Line{ID: "9", Author: messages.Author{ID: "us"}, Text: secret + " as the network writes it"}})
			p.step(messages.Deleted{ID: "9"})
			p.step(messages.Delivered{Post: posts[0].ID, Line: "9"})
		}},
		{"a part of ours is deleted while its echo waits for the network", func(p *stepper) {
			p.s = New(scriptChannel, testConfig(t, "social", "quick", "asked"))
			p.step(messages.Commanded{Command: messages.Wake, Text: "say so"})
			posts := p.says(secret)
			p.hear("1", "ana", "hi")
			p.step(messages.Heard{Line: &messages.Line{ID: "9", Author: messages.Author{ID: "us"}, Text: secret, Nonce: string(posts[0].ID)}})
			p.step(messages.Deleted{ID: "9"})
			p.step(messages.Delivered{Post: posts[0].ID, Line: "9"})
		}},
		{"a part nobody knew the fate of is seen and deleted", func(p *stepper) {
			p.hear("1", "ana", "hi")
			posts := p.says(secret)
			p.step(messages.DeliveryFailed{Post: posts[0].ID, Unknown: true})
			p.step(messages.Heard{Line: &messages.Line{ID: "9", Author: messages.Author{ID: "us"}, Text: secret, Nonce: string(posts[0].ID)}})
			p.step(messages.Deleted{ID: "9"})
		}},
		{"its author is forgotten", func(p *stepper) {
			p.hear("1", "bob", "hi")
			p.hear("2", "ana", secret)
			p.step(messages.Forgotten{Person: "ana"})
		}},
		{"somebody's reaction goes with them", func(p *stepper) {
			p.hear("1", "bob", "hi")
			p.step(messages.Reacted{Line: "1", By: messages.Author{ID: secret, Name: secret}, Emoji: "👍"})
			p.step(messages.Forgotten{Person: secret})
			p.s.Erasing = nil // which names them
		}},
		{"a reaction goes with its line", func(p *stepper) {
			p.hear("1", "bob", "hi")
			p.step(messages.Reacted{Line: "1", By: messages.Author{ID: "ana", Name: secret}, Emoji: "👍"})
			p.step(messages.Deleted{ID: "1"})
		}},
		{"a reaction goes when its line is no longer resident", func(p *stepper) {
			p.hear("1", "bob", "hi")
			p.step(messages.Reacted{Line: "1", By: messages.Author{ID: "ana", Name: secret}, Emoji: "👍"})
			for n := range transcript.Resident {
				p.hear(messages.LineID(fmt.Sprint("later ", n)), "bob", "hi")
			}
		}},
		{"it is too old", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.hear("2", "ana", secret)
			p.step(messages.Forgotten{Before: p.s.Now + 1})
		}},
		{"a post that was never seen is too old", func(p *stepper) {
			p.hear("1", "ana", "hi")
			p.step(messages.DeliveryFailed{Post: p.says(secret)[0].ID, Unknown: true})
			p.step(messages.Forgotten{Before: p.s.Now + 1})
		}},
		{"the channel is forgotten", func(p *stepper) {
			p.hear("1", "ana", secret)
			p.says(secret)
			p.hear("2", "ana", secret)
			p.step(messages.Forgotten{All: true})
		}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := newStepper(t, "quick")
			tt.do(p)
			if kept := p.encoded(); bytes.Contains(kept, []byte(secret)) {
				t.Errorf("the state still holds it: %q", kept)
			}
		})
	}
}

// TestGoneIsNotShown: neither the agent nor the judge sees that a line was.
func TestGoneIsNotShown(t *testing.T) {
	line := func(id messages.LineID) *messages.Line {
		return &messages.Line{ID: id, Channel: scriptChannel, Author: messages.Author{ID: "ana"}, Text: "said " + string(id)}
	}
	crowd := func(p *stepper) { p.step(messages.MembersKnown{Humans: 3, FetchedAt: 1000}) } // nobody is alone with us
	for _, tt := range []struct {
		what string
		p    *stepper
		do   func(*stepper) // "gone" goes, "stays" stays
		show func(Effect) []messages.Quoted
	}{
		{"a line that was observed, to the agent", newStepper(t, "quick"), func(p *stepper) {
			crowd(p)
			p.step(messages.Heard{Line: line("stays")})
			p.step(messages.Heard{Line: line("gone")})
			p.step(messages.Deleted{ID: "gone"})
			p.hear("1", "bob", "hi")
		}, recentOf},
		{"a line that was answered, to the agent", newStepper(t, "quick"), func(p *stepper) {
			p.hear("stays", "ana", "hi")
			p.says("NO_REPLY")
			p.hear("gone", "ana", "ho")
			p.says("NO_REPLY")
			p.step(messages.Deleted{ID: "gone"})
			p.hear("1", "bob", "hi")
		}, earlierOf},
		{"a line before those in question, to the judge", newStepperOf(t, "social", "noodds"), func(p *stepper) {
			crowd(p)
			p.step(messages.HistoryFetched{Lines: []*messages.Line{line("stays"), line("gone")}})
			p.step(messages.Deleted{ID: "gone"})
			p.step(messages.Heard{Line: line("1")})
			p.step(messages.TimerFired{N: p.s.Seats[0].Think.N})
		}, contextOf},
	} {
		t.Run(tt.what, func(t *testing.T) {
			tt.do(tt.p)
			var shown []messages.Quoted
			for _, effect := range tt.p.out {
				shown = append(shown, tt.show(effect)...)
			}
			if got := ids(shown); got != "[stays]" {
				t.Errorf("shown are %s of %+v, want [stays]", got, tt.p.out)
			}
		})
	}
}

func recentOf(e Effect) []messages.Quoted {
	o, _ := e.(messages.Compose)
	return o.Recent
}

func earlierOf(e Effect) []messages.Quoted {
	o, _ := e.(messages.Compose)
	return o.Earlier
}

func contextOf(e Effect) []messages.Quoted {
	o, _ := e.(messages.Judge)
	return o.Context
}

// TestGoneIsStillABots: the guard looks at whether the newest line was one.
func TestGoneIsStillABots(t *testing.T) {
	for _, tt := range []struct {
		what string
		goes Event
	}{
		{"it is deleted", messages.Deleted{ID: "1"}},
		{"its author is forgotten", messages.Forgotten{Person: "zed"}},
		{"it is too old", messages.Forgotten{Before: 1 << 50}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			for _, bot := range []bool{true, false} {
				p := newStepper(t, "quick")
				p.step(messages.Heard{Line: &messages.Line{ID: "1", Author: messages.Author{ID: "zed", Name: "Zed", Bot: bot}}})
				p.step(tt.goes)
				if got, want := *p.s.Lines.Author(p.s.Lines.Find("1")), (messages.Author{Bot: bot}); got != want {
					t.Errorf("its author is %+v, want %+v", got, want)
				}
			}
		})
	}
}

// TestDeletedBeforeItComes: a network that delivers again what was not taken may tell that
// a line was deleted before it brings the line. Nobody is answered by it then, and nothing
// of it stays, here or in the journal.
func TestDeletedBeforeItComes(t *testing.T) {
	const secret = "xyzzy"
	line := func(who messages.PersonID) *messages.Line {
		return &messages.Line{ID: "9", Channel: scriptChannel, Author: messages.Author{ID: who}, Text: secret, Mentions: []messages.PersonID{"us"}}
	}
	for _, tt := range []struct {
		story string
		comes func(*stepper)
	}{
		{"a line", func(p *stepper) { p.step(messages.Heard{Line: line("ana")}) }},
		{"its edit", func(p *stepper) { p.step(messages.Edited{Line: line("ana")}) }},
		{"a line, and another account's copy", func(p *stepper) {
			p.step(messages.Heard{Line: line("ana")})
			p.step(messages.Erased{N: p.s.Erasing[0].N})
			p.step(messages.AlsoHeard{Line: line("ana")})
		}},
		{"a line from the past", func(p *stepper) { p.step(messages.HistoryFetched{Lines: []*messages.Line{line("ana")}}) }},
		{"a line of ours by hand", func(p *stepper) { p.step(messages.Heard{Line: line("us")}) }},
		{"the echo of a post", func(p *stepper) {
			p.hear("2", "ana", "hi")
			own := line("us")
			own.Nonce = string(p.says(secret)[0].ID)
			p.step(messages.Heard{Line: own})
		}},
		{"a post", func(p *stepper) {
			p.hear("2", "ana", "hi")
			p.step(messages.Delivered{Post: p.says(secret)[0].ID, Line: "9"})
		}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := newStepper(t, "quick")
			p.hear("1", "ana", "hello")
			p.says("NO_REPLY")
			p.step(messages.Deleted{ID: "9"})
			p.step(messages.Erased{N: p.s.Erasing[0].N})
			var err error
			if p.s, err = Decode(p.encoded(), p.s.config); err != nil {
				t.Fatal(err)
			}
			tt.comes(p)
			if order, _ := p.s.Erasing.Open(scriptChannel); order.Line != "9" {
				t.Errorf("erased is line %q, want it: the journal has it", order.Line)
			}
			if bytes.Contains(p.encoded(), []byte(secret)) || p.s.Turn != nil {
				t.Errorf("the turn is %+v, the state %q", p.s.Turn, p.encoded())
			}
		})
	}
}
