// Package monitor asks a judge, a cheap model, whether a familiar should speak
// now, and always answers inside the question's deadline.
//
// [Ask] is one question. It knows the familiar in a few words, the lines in
// the order and the model. It doesn't know what follows from a yes, a no or
// an error: that is decided where the order came from. [Monitor] is the actor
// round it, one for all channels, which app wires to them: a few workers, and
// a bounded queue in which the urgent go first and channels take turns.
package monitor

import (
	"context"
	"fmt"
	"sync"

	"github.com/sourcegraph/conc"
	"github.com/sourcegraph/conc/panics"

	"familiar/llm"
	"familiar/llm/answer"
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
	opts    Options
	self    Self
	seat    func(messages.Judge) (Card, llm.Model, error)
	answer  func(messages.Judge, messages.Judged)
	ctx     context.Context // ends with Stopped
	stop    context.CancelFunc
	workers conc.WaitGroup
	ready   chan struct{} // at least one token for every job that waits

	mu    sync.Mutex // the workers share what follows with Receive
	queue queue
	open  map[Withdraw]*job // waiting or being judged
}

// New makes a Monitor and starts its workers. seat finds the card and the
// judge of an order. answer is given one Judged for every Judge, from any
// goroutine, and must not block or panic.
func New(self Self, seat func(messages.Judge) (Card, llm.Model, error), answer func(messages.Judge, messages.Judged), opts Options) *Monitor {
	m := &Monitor{opts: opts.filled(), self: self, seat: seat, answer: answer, open: map[Withdraw]*job{}}
	m.ctx, m.stop = context.WithCancel(self.Context())
	m.queue.limit = m.opts.Config.Queue
	m.ready = make(chan struct{}, m.queue.limit)
	for range m.opts.Config.Workers {
		m.workers.Go(m.work)
	}
	return m
}

// Receive takes a messages.Judge or a [Withdraw].
func (m *Monitor) Receive(msg any) {
	switch msg := msg.(type) {
	case messages.Judge:
		m.ask(msg)
	case Withdraw:
		m.mu.Lock()
		j := m.open[msg]
		m.mu.Unlock()
		if j != nil {
			j.cancel()
		}
	}
}

// ask puts the order in the queue. If its time is over before a worker takes
// it, it is answered then.
func (m *Monitor) ask(order messages.Judge) {
	j := &job{order: order, priority: answer.Priority(order.Trigger), release: m.self.Hold()}
	j.ctx, j.cancel = answer.Within(m.ctx, order.Deadline, m.opts.Config.Margin, m.opts.Config.Timeout)
	m.mu.Lock()
	m.open[Withdraw{order.Channel, order.N}] = j
	shed := m.queue.push(j)
	m.mu.Unlock()
	if shed != nil {
		m.settle(shed, failed(shed.order, "too many questions wait for a judge"))
	}
	if shed == j {
		return
	}
	select {
	case m.ready <- struct{}{}:
	default: // there are tokens for all
	}
	context.AfterFunc(j.ctx, func() {
		m.mu.Lock()
		waited := m.queue.remove(j)
		m.mu.Unlock()
		if waited {
			m.settle(j, failed(order, answer.Describe(j.ctx, j.ctx.Err(), late)))
		}
	})
}

// work is a worker's life: take a job, have it judged, answer.
func (m *Monitor) work() {
	for {
		select {
		case <-m.ctx.Done():
			return
		case <-m.ready:
		}
		m.mu.Lock()
		j := m.queue.pop()
		m.mu.Unlock()
		if j != nil {
			m.settle(j, m.judge(j))
		}
	}
}

func (m *Monitor) judge(j *job) (judged messages.Judged) {
	if p := panics.Try(func() {
		card, model, err := m.seat(j.order)
		if err != nil {
			judged = failed(j.order, err.Error())
			return
		}
		judged = Ask(j.ctx, model, card, j.order, m.opts)
	}); p != nil {
		judged = failed(j.order, fmt.Sprintf("judge panicked: %v", p.Value))
	}
	return judged
}

// settle answers a job that is in the queue no more.
func (m *Monitor) settle(j *job, judged messages.Judged) {
	key := Withdraw{j.order.Channel, j.order.N}
	m.mu.Lock()
	if m.open[key] == j { // else it was asked again meanwhile
		delete(m.open, key)
	}
	m.mu.Unlock()
	j.cancel()
	m.answer(j.order, judged)
	j.release()
}

// Save has nothing to keep: a question that dies is asked again.
func (m *Monitor) Save(context.Context) error { return nil }

// Stopped calls off every question; all are answered. It doesn't wait.
func (m *Monitor) Stopped() { m.stop() }

// Wait returns when the workers have ended, after Stopped.
func (m *Monitor) Wait() { m.workers.Wait() }
