package budget

import (
	"context"
	"iter"
	"sync/atomic"

	"familiar/llm"
	"familiar/messages"
	"familiar/policy/budget"
)

// What a Meter tells a [Purse].
type (
	// began reserves an estimate for a call that starts.
	began struct {
		n        uint64
		call     budget.Call
		estimate budget.Usage
	}
	// ended says what became of it.
	ended struct {
		n    uint64
		call budget.Call
		used budget.Usage
		paid bool // false: it cost nothing, as far as anybody knows
	}
)

// A Meter is put round every model somebody is to pay for. It is the only place
// where usage passes on its way to the ledger. Tell gives a message to the
// [Purse]; it must not block and may be called from any goroutine.
type Meter struct {
	Tell func(msg any)
	// Arm gives the arm of the experiment that a familiar is in in a channel. nil:
	// there is none.
	Arm  func(messages.ChannelID, messages.FamiliarID) messages.Arm
	last atomic.Uint64 // number of the newest call
}

// On returns a model whose calls are booked: on the familiar that asks, on the
// request's channel, at the price of the configuration's model of that name.
func (m *Meter) On(model llm.Model, name string, familiar messages.FamiliarID) llm.Model {
	return metered{model, m, name, familiar}
}

type metered struct {
	llm.Model
	meter    *Meter
	name     string
	familiar messages.FamiliarID
}

// Generate implements llm.Model. A call that says what it used costs that. One
// that answered something and broke off, or whose server doesn't count, is booked
// as its estimate with what was answered; one that didn't is free.
func (m metered) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		n, call := m.meter.reserved(ctx, m.name, m.familiar)
		guess := Estimate(r)
		if n == 0 {
			n, call = m.meter.begin(r, m.name, m.familiar, guess)
		}
		end := ended{n: n, call: call, used: budget.Usage{Input: guess.Input}}
		defer func() {
			end.call.Opens = end.call.Opens && (!end.paid || opens(ctx))
			m.meter.Tell(end)
		}()
		told, answered := false, 0
		for delta, err := range m.Model.Generate(ctx, r) {
			switch {
			case delta.Usage != nil && delta.Usage.Input+delta.Usage.Output > 0:
				end.used, end.paid, told = Used(*delta.Usage), true, true
			case !told && (delta.Text != "" || delta.Call != nil || delta.Vectors != nil):
				answered += len(delta.Text)
				end.used.Output, end.paid = Tokens(answered), true
			}
			if !yield(delta, err) {
				return
			}
		}
	}
}

type answerKey struct{}

// OneAnswer returns a context whose calls are of one answer, however often that is begun:
// for whoever it is, the first beginning that is paid for counts.
func OneAnswer(ctx context.Context) context.Context {
	return context.WithValue(ctx, answerKey{}, new(atomic.Bool))
}

// opens reports whether a beginning that was paid for is the first of its answer.
func opens(ctx context.Context) bool {
	begun, _ := ctx.Value(answerKey{}).(*atomic.Bool)
	return begun == nil || begun.CompareAndSwap(false, true)
}

// begin reserves the estimate of a call, and returns its number.
func (m *Meter) begin(r llm.Request, name string, familiar messages.FamiliarID, guess budget.Usage) (uint64, budget.Call) {
	call := budget.Call{Channel: messages.ChannelID(r.Channel), Familiar: familiar, Model: name}
	call.Person, call.Opens = budget.PersonOf(call.Channel.Network(), messages.PersonID(r.Person)), r.Opens
	if m.Arm != nil {
		call.Arm = m.Arm(call.Channel, call.Familiar)
	}
	n := m.last.Add(1)
	m.Tell(began{n, call, guess})
	return n, call
}

// A reservation is of a call that waits to be made.
type reservation struct {
	n     uint64
	call  budget.Call
	taken atomic.Bool // by that call, or given up
}

type reservationKey struct{}

// Reserve reserves what a call is expected to use before it waits to be made: r is as it
// would be sent now. The familiar's first call of that model under the context it returns
// takes the reservation over; release gives it up if there was none.
func (m *Meter) Reserve(ctx context.Context, r llm.Request, name string, familiar messages.FamiliarID) (reserved context.Context, release func()) {
	of := &reservation{}
	of.n, of.call = m.begin(r, name, familiar, Estimate(r))
	release = func() {
		if of.taken.CompareAndSwap(false, true) {
			m.Tell(ended{n: of.n, call: of.call})
		}
	}
	return context.WithValue(ctx, reservationKey{}, of), release
}

// reserved returns the reservation of a call under ctx, once; 0: there is none.
func (m *Meter) reserved(ctx context.Context, name string, familiar messages.FamiliarID) (n uint64, call budget.Call) {
	of, _ := ctx.Value(reservationKey{}).(*reservation)
	if of == nil || of.call.Model != name || of.call.Familiar != familiar || !of.taken.CompareAndSwap(false, true) {
		return 0, budget.Call{}
	}
	return of.n, of.call
}

// Used returns what a model said that a call used, as it is booked.
func Used(u llm.Usage) budget.Usage {
	return budget.Usage{Input: u.Input, Output: u.Output, Cached: u.Cached, Cost: u.Cost}
}

// A call's estimate: four bytes a token, as in English, and an answer of
// usualAnswer tokens unless the request bounds it lower.
const (
	bytesPerToken = 4
	usualAnswer   = 500
)

// Tokens returns how many tokens so many bytes of text are taken for.
func Tokens(bytes int) int { return bytes / bytesPerToken }

// Estimate returns what a request is expected to use. Pictures count nothing.
func Estimate(r llm.Request) budget.Usage {
	bytes := len(r.System)
	for i := range r.Messages {
		bytes += len(r.Messages[i].Text)
	}
	for i := range r.Tools {
		bytes += len(r.Tools[i].Description) + len(r.Tools[i].Schema)
	}
	for _, text := range r.Embed {
		bytes += len(text)
	}
	output := usualAnswer
	switch {
	case len(r.Embed) > 0:
		output = 0
	case r.MaxTokens > 0:
		output = min(output, r.MaxTokens)
	}
	return budget.Usage{Input: Tokens(bytes), Output: output}
}
