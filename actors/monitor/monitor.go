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
	"fmt"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"

	"familiar/llm"
	"familiar/messages"
)

// Self is what a Monitor needs of its place in the host.
type Self interface {
	// Hold keeps the actor from being put away until release is called.
	Hold() (release func())
	// Context ends when the process stops.
	Context() context.Context
	// Tell sends the actor a message; an error says that it is gone.
	Tell(msg any) error
}

// Withdraw calls off a question: a messages.Cancel with its channel, since
// numbers are a channel's own.
type Withdraw struct {
	Channel messages.ChannelID
	N       uint64
}

// A Monitor is the actor that has questions judged.
type Monitor struct {
	opts   func() Options // in force; asked for each question
	self   Self
	seat   func(messages.Judge) (Card, llm.Model, error)
	answer func(messages.Judge, messages.Judged)
	ctx    context.Context // ends with Stopped
	stop   context.CancelFunc
	asking conc.WaitGroup         // a goroutine for each question, since a model takes seconds
	open   map[*question]bool     // not answered yet
	newest map[Withdraw]*question // of those, by what withdraws it
}

// A question is one order before its judge.
type question struct {
	order   messages.Judge
	ctx     context.Context
	cancel  context.CancelFunc
	release func() // of the hold on the actor
}

// settled is what a question has come to.
type settled struct {
	question *question
	judged   messages.Judged
}

// New makes a Monitor. seat finds the card and the judge of an order. answer
// is given one Judged for every Judge, from any goroutine, and must not block
// or panic. opts gives the options in force and is asked for each question.
func New(self Self, seat func(messages.Judge) (Card, llm.Model, error), answer func(messages.Judge, messages.Judged), opts func() Options) *Monitor {
	m := &Monitor{opts: opts, self: self, seat: seat, answer: answer, open: map[*question]bool{}, newest: map[Withdraw]*question{}}
	m.ctx, m.stop = context.WithCancel(self.Context())
	return m
}

// Receive takes a messages.Judge, a [Withdraw] or what came of a question. It
// doesn't wait.
func (m *Monitor) Receive(msg any) {
	switch msg := msg.(type) {
	case messages.Judge:
		m.ask(msg)
	case Withdraw:
		if q := m.newest[msg]; q != nil {
			q.cancel()
		}
	case settled:
		m.settle(msg)
	}
}

// ask opens a question, if there is room for one more.
func (m *Monitor) ask(order messages.Judge) {
	if m.ctx.Err() != nil {
		m.answer(order, failed(order, "cancelled", messages.Passing))
		return
	}
	if len(m.open) >= m.opts().filled().Config.Queue {
		m.answer(order, messages.Judged{N: order.N, Error: "too many questions wait for a judge", Shed: true})
		return
	}
	q := &question{order: order, release: m.self.Hold()}
	q.ctx, q.cancel = context.WithCancel(m.ctx)
	m.open[q], m.newest[q.key()] = true, q
	m.asking.Go(func() {
		done := settled{q, m.judge(q)}
		if m.self.Tell(done) != nil { // nobody keeps count any more
			done.pass(m.answer)
		}
	})
}

func (q *question) key() Withdraw { return Withdraw{q.order.Channel, q.order.N} }

func (m *Monitor) judge(q *question) (judged messages.Judged) {
	if p := panics.Try(func() {
		card, model, err := m.seat(q.order)
		if err != nil {
			judged = failed(q.order, err.Error(), messages.Passing)
			return
		}
		judged = Ask(q.ctx, model, card, q.order, m.opts())
	}); p != nil {
		judged = failed(q.order, fmt.Sprintf("judge panicked: %v", p.Value), messages.Lasting)
	}
	return judged
}

// settle answers a question, which may be one of a handler before this.
func (m *Monitor) settle(s settled) {
	delete(m.open, s.question)
	if key := s.question.key(); m.newest[key] == s.question { // else it was asked again meanwhile
		delete(m.newest, key)
	}
	s.pass(m.answer)
}

// pass hands the answer on.
func (s settled) pass(answer func(messages.Judge, messages.Judged)) {
	s.question.cancel()
	answer(s.question.order, s.judged)
	s.question.release()
}

// Save has nothing to keep: a question that dies is asked again.
func (m *Monitor) Save(context.Context) error { return nil }

// Stopped calls off every question; all are answered. It doesn't wait.
func (m *Monitor) Stopped() { m.stop() }

// Wait returns when every question is answered, after Stopped.
func (m *Monitor) Wait() { m.asking.Wait() }
