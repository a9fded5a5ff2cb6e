package conversation_test

import (
	"fmt"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

// Somebody mentions Moth. The caller keeps the time, carries out the effects
// and gives their outcome back as events.
func ExampleChannel_Step() {
	policy := conversation.Default()
	config := &conversation.Config{
		Room: conversation.DefaultRoom(),
		Seats: []conversation.SeatConfig{{
			Familiar: "moth", Account: "moth-web", Self: "moth", Name: "Moth",
			Names: ladder.CompileNames(policy.Ladder.Alias, "Moth"), Policy: policy,
		}},
	}
	channel := messages.Channel{Network: "web", Chat: "garden"}.ID()
	state := conversation.New(channel, config)

	now := messages.Instant(1_000_000) // any clock's
	step := func(e messages.Event) {
		for _, effect := range state.Step(now, e, nil) {
			switch effect := effect.(type) {
			case *messages.Note:
				fmt.Println("note:", effect.Act, effect.Rung)
			case messages.Compose:
				fmt.Printf("compose: answer %q\n", effect.Addressed[0].Text)
			case messages.Post:
				fmt.Printf("post: %q\n", effect.Text)
			}
		}
	}
	step(messages.Heard{Line: &messages.Line{
		ID: "1", Channel: channel, Account: "moth-web", Author: messages.Author{ID: "ana", Name: "Ana"},
		Text: "@Moth what is a moth?", Mentions: []messages.PersonID{"moth"},
	}})
	due, _ := state.Due() // the debounce: Ana may go on
	now = due.At
	step(messages.TimerFired{N: due.N})
	step(messages.Composed{N: state.Turn.N, Parts: []string{"A night butterfly."}, Final: true})
	// Output:
	// note: engage mention
	// compose: answer "@Moth what is a moth?"
	// post: "A night butterfly."
}
