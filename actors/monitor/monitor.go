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
	"sync"

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
	asking conc.WaitGroup // a goroutine for each question, since a model takes seconds

	mu   sync.Mutex // they share what follows with Receive
	size int        // questions not answered yet
	open map[Withdraw]*question
}

// A question is one order before its judge.
type question struct {
	order   messages.Judge
	ctx     context.Context
	cancel  context.CancelFunc
	release func() // of the hold on the actor
}

// New makes a Monitor. seat finds the card and the judge of an order. answer
// is given one Judged for every Judge, from any goroutine, and must not block
// or panic. opts gives the options in force and is asked for each question.
func New(self Self, seat func(messages.Judge) (Card, llm.Model, error), answer func(messages.Judge, messages.Judged), opts func() Options) *Monitor {
	m := &Monitor{opts: opts, self: self, seat: seat, answer: answer, open: map[Withdraw]*question{}}
	m.ctx, m.stop = context.WithCancel(self.Context())
	return m
}

// Receive takes a messages.Judge or a [Withdraw]. It doesn't wait.
func (m *Monitor) Receive(msg any) {
	switch msg := msg.(type) {
	case messages.Judge:
		m.ask(msg)
	case Withdraw:
		m.mu.Lock()
		q := m.open[msg]
		m.mu.Unlock()
		if q != nil {
			q.cancel()
		}
	}
}

// ask opens a question, if there is room for one more.
func (m *Monitor) ask(order messages.Judge) {
	if m.ctx.Err() != nil {
		m.answer(order, failed(order, "cancelled", messages.Passing))
		return
	}
	limit := m.opts().filled().Config.Queue
	m.mu.Lock()
	if m.size >= limit {
		m.mu.Unlock()
		m.answer(order, messages.Judged{N: order.N, Error: "too many questions wait for a judge", Shed: true})
		return
	}
	q := &question{order: order, release: m.self.Hold()}
	q.ctx, q.cancel = context.WithCancel(m.ctx)
	m.size++
	m.open[q.key()] = q
	m.mu.Unlock()
	m.asking.Go(func() { m.settle(q, m.judge(q)) })
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

// settle answers a question.
func (m *Monitor) settle(q *question, judged messages.Judged) {
	m.mu.Lock()
	m.size--
	if m.open[q.key()] == q { // else it was asked again meanwhile
		delete(m.open, q.key())
	}
	m.mu.Unlock()
	q.cancel()
	m.answer(q.order, judged)
	q.release()
}

// Save has nothing to keep: a question that dies is asked again.
func (m *Monitor) Save(context.Context) error { return nil }

// Stopped calls off every question; all are answered. It doesn't wait.
func (m *Monitor) Stopped() { m.stop() }

// Wait returns when every question is answered, after Stopped.
func (m *Monitor) Wait() { m.asking.Wait() }
