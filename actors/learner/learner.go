// Package learner asks a model what a familiar is to keep in mind of lines that were
// said in a channel, and always answers inside the question's deadline.
//
// [Ask] is one question; [Learner] is the actor round it, one for all channels, which
// app wires to them. It bounds how many questions are open. What is kept of an answer
// is decided where the question came from, policy/conversation.
//
// The model that writes notes is shown lines and no note. So a note has words of no
// line but those, and can go with them. Which older notes the new ones take the place of
// is a second question, whose answer is numbers.
//
//	learner.go the actor
//	ask.go     the two questions
//	notes.go   what is to be kept of lines, as a page, and the answer
//	compare.go what that makes untrue, as a page, and the answer
//	objects.go the form of both answers
package learner

import (
	"context"
	"log/slog"

	"familiar/actors/question"
	"familiar/llm"
	"familiar/messages"
)

// most is how many questions are open at once.
const most = 64

type (
	// Self is what a Learner needs of its place in the host.
	Self = question.Self
	// A Learner is the actor that has models say what to keep. It takes a
	// messages.Memorize or a [Withdraw].
	Learner = question.Desk[messages.Memorize, messages.Memorized]
	// Withdraw calls off a question.
	Withdraw = question.Withdraw
)

// New makes a Learner. seat finds the familiar's name, the model of an order and what it
// is asked with. answer is given one Memorized for every Memorize, from any goroutine,
// and must not block or panic.
func New(self Self, log *slog.Logger, seat func(messages.Memorize) (string, llm.Model, Options, error), answer func(messages.Memorize, messages.Memorized)) *Learner {
	return question.New(self, question.Options[messages.Memorize, messages.Memorized]{
		Who:  "it",
		Key:  func(o messages.Memorize) Withdraw { return Withdraw{Channel: o.Channel, N: o.N} },
		Most: func() int { return most },
		Full: func(o messages.Memorize) messages.Memorized {
			return failed(o, "too many questions of what to keep are open", messages.Passing)
		},
		Failed: failed,
		Ask: func(ctx context.Context, o messages.Memorize) messages.Memorized {
			name, model, opts, err := seat(o)
			if err != nil {
				return failed(o, err.Error(), messages.Passing)
			}
			return Ask(ctx, model, name, o, opts)
		},
		Answer: answer,
		Ended: func(o messages.Memorize, m messages.Memorized) { // nobody waits for it, so what went wrong is for the operator
			if m.Error != "" {
				log.Warn("nothing was learned of a channel", "channel", string(o.Channel), "familiar", string(o.Familiar), "err", m.Error)
			}
		},
	})
}

func failed(order messages.Memorize, why string, fault messages.Fault) messages.Memorized {
	return messages.Memorized{N: order.N, Error: why, Fault: fault}
}
