// Package agent composes one turn: it shows the model what was said, carries
// out the tools it asks for and answers the order with everything the
// familiar wants said.
//
// [Run] is the turn. It knows the familiar's card, the lines in the order and
// the model. It doesn't know whether it was right to speak, what becomes of
// NO_REPLY, or how a part is posted: that is decided where the order came
// from. [Agent] is the actor round it, which app wires to a channel.
package agent

import (
	"context"
	"fmt"

	"familiar/messages"
)

// Self is what an Agent needs of its place in the host.
type Self interface {
	// Hold keeps the actor from being put away until release is called.
	Hold() (release func())
	// Context ends when the process stops.
	Context() context.Context
}

// An Agent is the actor that runs turns, usually one in its life.
type Agent struct {
	self   Self
	run    func(context.Context, messages.Compose, *Inbox) messages.Composed
	answer func(messages.Composed)
	turns  map[uint64]turn // in flight, by order number; touched by Receive only
}

type turn struct {
	ctx    context.Context // ends with the turn
	cancel context.CancelFunc
	inbox  *Inbox
}

// New makes an Agent. run is [Run] with the familiar's card and model filled
// in; answer is given one Composed for every Compose, also a cancelled one,
// and is called from a goroutine of the turn.
func New(self Self, run func(context.Context, messages.Compose, *Inbox) messages.Composed, answer func(messages.Composed)) *Agent {
	return &Agent{self: self, run: run, answer: answer, turns: map[uint64]turn{}}
}

// Receive takes a messages.Compose, a messages.Recompose, a messages.Inject or a
// messages.Cancel.
func (a *Agent) Receive(msg any) {
	for n, t := range a.turns {
		if t.ctx.Err() != nil { // it is over
			delete(a.turns, n)
		}
	}
	switch m := msg.(type) {
	case messages.Compose:
		if _, running := a.turns[m.N]; !running { // asked again after a reload: its answer is on the way
			a.start(m)
		}
	case messages.Recompose:
		if t, ok := a.turns[m.N]; ok {
			t.inbox.Renew(m.Compose)
		}
	case messages.Inject:
		if t, ok := a.turns[m.N]; ok {
			t.inbox.Give(m.Lines)
		}
	case messages.Cancel:
		if t, ok := a.turns[m.N]; ok {
			t.cancel()
		}
	}
}

// start runs the turn in a goroutine of its own: it waits for the model for
// seconds, and the actor must hear a Cancel meanwhile.
func (a *Agent) start(order messages.Compose) {
	ctx, cancel := context.WithCancel(a.self.Context())
	inbox := &Inbox{}
	a.turns[order.N] = turn{ctx, cancel, inbox}
	release := a.self.Hold()
	go func() {
		defer release()
		defer cancel()
		a.answer(a.fenced(ctx, order, inbox))
	}()
}

func (a *Agent) fenced(ctx context.Context, order messages.Compose, inbox *Inbox) (composed messages.Composed) {
	defer func() {
		if p := recover(); p != nil {
			composed = messages.Composed{N: order.N, Error: fmt.Sprintf("turn panicked: %v", p), Fault: messages.Lasting}
		}
	}()
	return a.run(ctx, order, inbox)
}

// Save has nothing to keep: a turn that dies is ordered again.
func (a *Agent) Save(context.Context) error { return nil }

// Stopped cancels what is in flight.
func (a *Agent) Stopped() {
	for _, t := range a.turns {
		t.cancel()
	}
}
