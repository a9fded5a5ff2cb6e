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
	"slices"
	"sync"

	"familiar/messages"
)

// Self is what an Agent needs of its place in the host.
type Self interface {
	// Hold keeps the actor from being put away until release is called.
	Hold() (release func())
	// Context ends when the process stops.
	Context() context.Context
}

// A Plan prepares a turn. Until its context ends lines may come into the inbox.
type Plan func(context.Context, messages.Compose, *Inbox) Course

// A Course is how a prepared turn goes on.
type Course struct {
	// Wait calls compose once, when the model can be asked, or will not be, or the plan's
	// context has ended, and may do so later from another goroutine. nil: there is nothing to
	// wait for.
	Wait    func(compose func())
	Compose func() messages.Composed
}

// An Agent is the actor that runs turns, usually one in its life.
type Agent struct {
	self   Self
	plan   Plan
	answer func(messages.Composed)
	turns  []turn // in flight, mostly one; touched by Receive only
}

type turn struct {
	n      uint64          // of its order
	ctx    context.Context // ends with the turn
	cancel context.CancelFunc
	inbox  *Inbox
}

// New makes an Agent. plan ends in [Run] with the familiar's card and model filled
// in; answer is given one Composed for every Compose, also a cancelled one,
// and is called from a goroutine of the turn.
func New(self Self, plan Plan, answer func(messages.Composed)) *Agent {
	return &Agent{self: self, plan: plan, answer: answer}
}

// Receive takes a messages.Compose, a messages.Recompose, a messages.Inject or a
// messages.Cancel.
func (a *Agent) Receive(msg any) {
	a.turns = slices.DeleteFunc(a.turns, func(t turn) bool { return t.ctx.Err() != nil }) // it is over
	switch m := msg.(type) {
	case messages.Compose:
		if a.turn(m.N) == nil { // else it is asked again after a reload: its answer is on the way
			a.start(m)
		}
	case messages.Recompose:
		if t := a.turn(m.N); t != nil {
			t.inbox.Renew(m.Compose)
		}
	case messages.Inject:
		if t := a.turn(m.N); t != nil {
			t.inbox.Give(m.Lines)
		}
	case messages.Cancel:
		if t := a.turn(m.N); t != nil {
			t.cancel()
		}
	}
}

// turn returns the turn in flight of an order; nil: there is none.
func (a *Agent) turn(n uint64) *turn {
	if i := slices.IndexFunc(a.turns, func(t turn) bool { return t.n == n }); i >= 0 {
		return &a.turns[i]
	}
	return nil
}

// start runs the turn in goroutines of its own, since it waits for the model for seconds
// and the actor must hear a Cancel meanwhile: one until the turn waits, and one from when
// the model can be asked. Thousands may wait, and a goroutine keeps the stack it has grown.
func (a *Agent) start(order messages.Compose) {
	n, inbox := order.N, &Inbox{} // what waits holds no order that its plan does not
	ctx, cancel := context.WithCancel(a.self.Context())
	a.turns = append(a.turns, turn{n, ctx, cancel, inbox})
	release := a.self.Hold()
	var answered sync.Once
	end := func(c messages.Composed) {
		answered.Do(func() {
			defer release()
			cancel() // first: its channel may order the turn again at once
			a.answer(c)
		})
	}
	go fence(n, end, func() {
		course := a.plan(ctx, order, inbox)
		compose := func() { fence(n, end, func() { end(course.Compose()) }) }
		if course.Wait == nil {
			compose()
		} else {
			course.Wait(compose)
		}
	})
}

// fence does a part of a turn, which ends if that panics.
func fence(n uint64, end func(messages.Composed), part func()) {
	defer func() {
		if p := recover(); p != nil {
			end(messages.Composed{N: n, Error: fmt.Sprintf("turn panicked: %v", p), Fault: messages.Lasting})
		}
	}()
	part()
}

// Save has nothing to keep: a turn that dies is ordered again.
func (a *Agent) Save(context.Context) error { return nil }

// Stopped cancels what is in flight.
func (a *Agent) Stopped() {
	for _, t := range a.turns {
		t.cancel()
	}
}
