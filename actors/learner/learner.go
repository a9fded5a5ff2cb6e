// Package learner asks a model what a familiar is to keep in mind of lines that were
// said in a channel, and always answers inside the question's deadline.
//
// [Ask] is one question; [Learner] is the actor round it, one for all channels, which
// app wires to them. It bounds how many questions are open. What is kept of an answer
// is decided where the question came from, policy/conversation.
//
//	learner.go the actor
//	ask.go     one question, as a page
//	parse.go   its answer
package learner

import (
	"context"
	"fmt"
	"log/slog"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"

	"familiar/llm"
	"familiar/messages"
)

// most is how many questions are open at once.
const most = 64

// Self is what a Learner needs of its place in the host.
type Self interface {
	// Hold keeps the actor from being put away until release is called.
	Hold() (release func())
	// Context ends when the process stops.
	Context() context.Context
	// Tell sends the actor a message; an error says that it is gone.
	Tell(msg any) error
}

// Withdraw calls off a question: a messages.Cancel with its channel, since numbers are
// a channel's own.
type Withdraw struct {
	Channel messages.ChannelID
	N       uint64
}

// A Learner is the actor that has models say what to keep.
type Learner struct {
	self   Self
	log    *slog.Logger
	seat   func(messages.Memorize) (name string, model llm.Model, opts Options, err error)
	answer func(messages.Memorize, messages.Memorized)
	ctx    context.Context // ends with Stopped
	stop   context.CancelFunc
	asking conc.WaitGroup         // a goroutine for each question, since a model takes seconds
	open   map[*question]bool     // not answered yet
	newest map[Withdraw]*question // of those, by what withdraws it
}

// A question is one order with its model.
type question struct {
	order   messages.Memorize
	ctx     context.Context
	cancel  context.CancelFunc
	release func() // of the hold on the actor
}

// settled is what a question has come to.
type settled struct {
	question  *question
	memorized messages.Memorized
}

// New makes a Learner. seat finds the familiar's name, the model of an order and what it
// is asked with. answer is given one Memorized for every Memorize, from any goroutine,
// and must not block or panic.
func New(self Self, log *slog.Logger, seat func(messages.Memorize) (string, llm.Model, Options, error), answer func(messages.Memorize, messages.Memorized)) *Learner {
	l := &Learner{self: self, log: log, seat: seat, answer: answer, open: map[*question]bool{}, newest: map[Withdraw]*question{}}
	l.ctx, l.stop = context.WithCancel(self.Context())
	return l
}

// Receive takes a messages.Memorize, a [Withdraw] or what came of a question. It
// doesn't wait.
func (l *Learner) Receive(msg any) {
	switch msg := msg.(type) {
	case messages.Memorize:
		l.ask(msg)
	case Withdraw:
		if q := l.newest[msg]; q != nil {
			q.cancel()
		}
	case settled:
		delete(l.open, msg.question)
		if key := msg.question.key(); l.newest[key] == msg.question { // else it was asked again meanwhile
			delete(l.newest, key)
		}
		l.pass(msg)
	}
}

// ask opens a question, if there is room for one more.
func (l *Learner) ask(order messages.Memorize) {
	if l.ctx.Err() != nil {
		l.answer(order, failed(order, "cancelled", messages.Passing))
		return
	}
	if len(l.open) >= most {
		l.answer(order, failed(order, "too many questions of what to keep are open", messages.Passing))
		return
	}
	q := &question{order: order, release: l.self.Hold()}
	q.ctx, q.cancel = context.WithCancel(l.ctx)
	l.open[q], l.newest[q.key()] = true, q
	l.asking.Go(func() {
		done := settled{q, l.learn(q)}
		if l.self.Tell(done) != nil { // nobody keeps count any more
			l.pass(done)
		}
	})
}

func (q *question) key() Withdraw { return Withdraw{q.order.Channel, q.order.N} }

func (l *Learner) learn(q *question) (m messages.Memorized) {
	if p := panics.Try(func() {
		name, model, opts, err := l.seat(q.order)
		if err != nil {
			m = failed(q.order, err.Error(), messages.Passing)
			return
		}
		m = Ask(q.ctx, model, name, q.order, opts)
	}); p != nil {
		m = failed(q.order, fmt.Sprintf("it panicked: %v", p.Value), messages.Lasting)
	}
	return m
}

// pass hands the answer on. Nobody waits for it, so what went wrong is for the operator.
func (l *Learner) pass(s settled) {
	order := s.question.order
	if s.memorized.Error != "" && s.question.ctx.Err() == nil {
		l.log.Warn("nothing was learned of a channel", "channel", string(order.Channel), "familiar", string(order.Familiar), "err", s.memorized.Error)
	}
	s.question.cancel()
	l.answer(order, s.memorized)
	s.question.release()
}

// Save has nothing to keep: a question that dies is asked again.
func (l *Learner) Save(context.Context) error { return nil }

// Stopped calls off every question; all are answered. It doesn't wait.
func (l *Learner) Stopped() { l.stop() }

// Wait returns when every question is answered, after Stopped.
func (l *Learner) Wait() { l.asking.Wait() }

func failed(order messages.Memorize, why string, fault messages.Fault) messages.Memorized {
	return messages.Memorized{N: order.N, Error: why, Fault: fault}
}
