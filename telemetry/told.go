package telemetry

import (
	"context"
	"time"

	"go.opentelemetry.io/otel/metric"

	"familiar/messages"
)

// What may be counted is small in number: networks, familiars, accounts, rungs
// and models, never people, channels or lines.

func (t *Telemetry) counts() bool { return t != nil && t.counters != nil }

// Heard counts a line.
func (t *Telemetry) Heard(network messages.Network) {
	if t.counts() {
		t.counters.lines.add(network)
	}
}

// Shed counts a line that its channel had no room for.
func (t *Telemetry) Shed(network messages.Network) {
	if t.counts() {
		t.counters.shed.add(network)
	}
}

// Buried counts what was given up: a post that failed or of which nobody knows
// whether it was posted ([Outcome]'s words), or an event that was skipped.
func (t *Telemetry) Buried(outcome string) {
	if t.counts() {
		t.counters.letters.add(outcome)
	}
}

// PassedOver counts models of a chain in whose place another was asked.
func (t *Telemetry) PassedOver(over []messages.PassedOver) {
	if t.counts() {
		for _, p := range over {
			t.counters.passed.add(p)
		}
	}
}

// Reached counts a line on which its channel has decided just now, and how long
// ago the journal took it.
func (t *Telemetry) Reached(taken messages.Instant) {
	if t.counts() {
		t.counters.decides.add(time.Since(taken.Time()))
	}
}

// Appended counts what the journal took just now, and since when it was asked to.
func (t *Telemetry) Appended(asked time.Time) {
	if t.counts() {
		t.counters.appends.add(time.Since(asked))
	}
}

// Unmatched counts a line of a channel that nobody is in.
func (t *Telemetry) Unmatched(network messages.Network) {
	if t.counts() {
		t.counters.unmatched.add(network)
	}
}

// Decided counts decisions.
func (t *Telemetry) Decided(notes []*messages.Note) {
	if !t.counts() {
		return
	}
	for _, n := range notes {
		t.counters.decisions.add(decided{n.Act, string(n.Rung), n.Familiar})
	}
}

// Turned counts a turn that is over, or a question.
func (t *Telemetry) Turned(turn bool, who messages.FamiliarID, why messages.Trigger, rung string, began time.Time) {
	if !t.counts() {
		return
	}
	attrs := []Attr{Seat.String(string(who)), Trigger.String(string(why)), Unsolicited.Bool(why.Unsolicited())}
	if !turn {
		t.counters.questions.Record(context.Background(), since(began), metric.WithAttributes(attrs...))
		return
	}
	t.counters.turns.Record(context.Background(), since(began), metric.WithAttributes(append(attrs, Rung.String(rung))...))
}

// Posted counts a try to post a part.
func (t *Telemetry) Posted(account messages.AccountID, outcome string) {
	if t.counts() {
		t.counters.posts.Add(context.Background(), 1, metric.WithAttributes(Account.String(string(account)), Outcome.String(outcome)))
	}
}

// Joined counts processes that entered the deployment.
func (t *Telemetry) Joined(processes int) {
	if t.counts() && processes > 0 {
		t.counters.joins.Add(context.Background(), int64(processes))
	}
}

// Asked counts a question to another process, by what is asked and what came of it.
func (t *Telemetry) Asked(what, outcome string, began time.Time) {
	if t.counts() {
		t.counters.asks.Record(context.Background(), since(began), metric.WithAttributes(Question.String(what), Outcome.String(outcome)))
	}
}

// A Call is one call of a model that is over.
type Call struct {
	Operation       string // SpanChat or SpanEmbed
	Model, Provider string
	Server          Server
	Answered        string // which model says it answered; "": nobody said
	Familiar        messages.FamiliarID
	Began           time.Time
	First           time.Duration // from the request to the answer's first piece; 0: unknown
	Input, Output   int           // tokens; 0: unknown
	Cost            float64       // US dollars; 0: unknown
	Error           string        // what kind it failed with; "": it didn't
}

// A Server is where a model is asked. The zero Server is none.
type Server struct {
	Address string
	Port    int
}

// Attrs returns it as the conventions name it.
func (s Server) Attrs() []Attr {
	if s.Address == "" {
		return nil
	}
	return []Attr{ServerAddress.String(s.Address), ServerPort.Int(s.Port)}
}

// Called counts a call of a model.
func (t *Telemetry) Called(c Call) {
	if !t.counts() {
		return
	}
	ctx, attrs := context.Background(), []Attr{GenAIOperation.String(c.Operation), RequestModel.String(c.Model), Provider.String(c.Provider)}
	attrs = append(attrs, c.Server.Attrs()...)
	if c.Answered != "" {
		attrs = append(attrs, ResponseModel.String(c.Answered))
	}
	with := attrs[:len(attrs):len(attrs)]
	if c.Error != "" {
		with = append(with, ErrorType.String(c.Error))
	}
	t.counters.calls.Record(ctx, since(c.Began), metric.WithAttributes(with...))
	if c.First > 0 {
		t.counters.firsts.Record(ctx, c.First.Seconds(), metric.WithAttributes(attrs...))
	}
	for kind, n := range map[string]int{"input": c.Input, "output": c.Output} {
		if n > 0 {
			t.counters.tokens.Record(ctx, int64(n), metric.WithAttributes(append(attrs[:len(attrs):len(attrs)], TokenType.String(kind))...))
		}
	}
	if c.Cost > 0 {
		t.counters.cost.Add(ctx, c.Cost, metric.WithAttributes(Seat.String(string(c.Familiar)), RequestModel.String(c.Model)))
	}
}
