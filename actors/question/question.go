// Package question is the actor round questions to models that take seconds: each is
// answered once, whatever happens, may be withdrawn, and only so many are open.
//
// It knows neither what is asked nor of whom. actors/monitor and actors/learner are made
// of it.
package question

import (
	"context"
	"fmt"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"

	"familiar/messages"
)

// Self is what a Desk needs of its place in the host.
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

// Options is what a Desk asks and answers with. All but Ended are needed.
type Options[Order, Answer any] struct {
	Who  string               // is asked, as the error of one that panicked says it
	Key  func(Order) Withdraw // what withdraws it
	Most func() int           // how many questions may be open
	Full func(Order) Answer   // the answer to one too many
	// Failed is the answer to one that was called off before it began, or that panicked.
	Failed func(o Order, why string, fault messages.Fault) Answer
	Ask    func(ctx context.Context, o Order) Answer // waits for the model, at most until ctx ends
	// Answer is given one answer for every order, from any goroutine, and must not block
	// or panic.
	Answer func(Order, Answer)
	Ended  func(Order, Answer) // is told of one that nobody withdrew, before Answer; nil: nobody is
}

// A Desk is the actor that has questions answered.
type Desk[Order, Answer any] struct {
	Options[Order, Answer]
	self   Self
	ctx    context.Context // ends with Stopped
	stop   context.CancelFunc
	asking conc.WaitGroup             // a goroutine for each question
	open   map[*asked[Order]]bool     // not answered yet
	newest map[Withdraw]*asked[Order] // of those, by what withdraws it
}

// An asked is one order before its model.
type asked[Order any] struct {
	order   Order
	ctx     context.Context
	cancel  context.CancelFunc
	release func() // of the hold on the actor
}

// settled is what a question has come to.
type settled[Order, Answer any] struct {
	question *asked[Order]
	answer   Answer
}

// New makes a Desk.
func New[Order, Answer any](self Self, o Options[Order, Answer]) *Desk[Order, Answer] {
	d := &Desk[Order, Answer]{Options: o, self: self, open: map[*asked[Order]]bool{}, newest: map[Withdraw]*asked[Order]{}}
	d.ctx, d.stop = context.WithCancel(self.Context())
	return d
}

// Receive takes an order, a [Withdraw] or what came of a question. It doesn't wait.
func (d *Desk[Order, Answer]) Receive(msg any) {
	switch msg := msg.(type) {
	case Order:
		d.take(msg)
	case Withdraw:
		if q := d.newest[msg]; q != nil {
			q.cancel()
		}
	case settled[Order, Answer]:
		d.settle(msg)
	}
}

// take opens a question, if there is room for one more.
func (d *Desk[Order, Answer]) take(order Order) {
	if d.ctx.Err() != nil {
		d.Answer(order, d.Failed(order, "cancelled", messages.Passing))
		return
	}
	if len(d.open) >= d.Most() {
		d.Answer(order, d.Full(order))
		return
	}
	q := &asked[Order]{order: order, release: d.self.Hold()}
	q.ctx, q.cancel = context.WithCancel(d.ctx)
	d.open[q], d.newest[d.Key(order)] = true, q
	d.asking.Go(func() {
		done := settled[Order, Answer]{q, d.ask(q)}
		if d.self.Tell(done) != nil { // nobody keeps count any more
			d.pass(done)
		}
	})
}

func (d *Desk[Order, Answer]) ask(q *asked[Order]) (answer Answer) {
	if p := panics.Try(func() { answer = d.Ask(q.ctx, q.order) }); p != nil {
		answer = d.Failed(q.order, fmt.Sprintf("%s panicked: %v", d.Who, p.Value), messages.Lasting)
	}
	return answer
}

// settle answers a question, which may be one of a handler before this.
func (d *Desk[Order, Answer]) settle(s settled[Order, Answer]) {
	delete(d.open, s.question)
	if key := d.Key(s.question.order); d.newest[key] == s.question { // else it was asked again meanwhile
		delete(d.newest, key)
	}
	d.pass(s)
}

// pass hands the answer on.
func (d *Desk[Order, Answer]) pass(s settled[Order, Answer]) {
	if d.Ended != nil && s.question.ctx.Err() == nil {
		d.Ended(s.question.order, s.answer)
	}
	s.question.cancel()
	d.Answer(s.question.order, s.answer)
	s.question.release()
}

// Save has nothing to keep: a question that dies is asked again.
func (d *Desk[Order, Answer]) Save(context.Context) error { return nil }

// Stopped calls off every question; all are answered. It doesn't wait.
func (d *Desk[Order, Answer]) Stopped() { d.stop() }

// Wait returns when every question is answered, after Stopped.
func (d *Desk[Order, Answer]) Wait() { d.asking.Wait() }
