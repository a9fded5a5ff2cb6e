// Package monitor asks a judge, a cheap model, whether a familiar should speak
// now, and always answers inside the question's deadline.
//
// [Ask] is one question. It knows the familiar in a few words, the lines in
// the order and the model. It doesn't know what follows from a yes, a no or
// an error: that is decided where the order came from. [Monitor] is the actor
// round it, one for all channels, which app wires to them. It bounds how many
// questions are open; in which order they reach a judge is the affair of the
// gate before the model.
package monitor

import (
	"context"

	"familiar/actors/question"
	"familiar/llm"
	"familiar/messages"
)

type (
	// Self is what a Monitor needs of its place in the host.
	Self = question.Self
	// A Monitor is the actor that has questions judged. It takes a messages.Judge or a
	// [Withdraw].
	Monitor = question.Desk[messages.Judge, messages.Judged]
	// Withdraw calls off a question.
	Withdraw = question.Withdraw
)

// New makes a Monitor. seat finds the card and the judge of an order. answer
// is given one Judged for every Judge, from any goroutine, and must not block
// or panic. opts gives the options in force and is asked for each question.
func New(self Self, seat func(messages.Judge) (Card, llm.Model, error), answer func(messages.Judge, messages.Judged), opts func() Options) *Monitor {
	return question.New(self, question.Options[messages.Judge, messages.Judged]{
		Who:  "judge",
		Key:  func(o messages.Judge) Withdraw { return Withdraw{Channel: o.Channel, N: o.N} },
		Most: func() int { return opts().filled().Config.Queue },
		Full: func(o messages.Judge) messages.Judged {
			return messages.Judged{N: o.N, Error: "too many questions wait for a judge", Shed: true}
		},
		Failed: failed,
		Ask: func(ctx context.Context, o messages.Judge) messages.Judged {
			card, model, err := seat(o)
			if err != nil {
				return failed(o, err.Error(), messages.Passing)
			}
			return Ask(ctx, model, card, o, opts())
		},
		Answer: answer,
	})
}
