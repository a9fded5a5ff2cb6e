package lab

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"iter"
	"sync"
	"time"

	"familiar/actors/monitor"
	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/llm"
	"familiar/llm/cache"
	"familiar/messages"
	"familiar/policy/chattiness"
)

// mostFailures is how many questions in a row a model may leave unanswered
// before the replay ends: a wrong key or a dead server will not get better.
const mostFailures = 5

// A modelJudge is a model that judges in a replay, as it would live: the same
// page, the same reading of its answer. What it answered once is known.
type modelJudge struct {
	called   string // by the configuration
	name     string // kind and the provider's name: answers are kept under it
	settings config.Model
	answers  *cache.Cache
	model    llm.Model // with the cache before it
	card     monitor.Card
	options  monitor.Options

	ctx context.Context // of the run; replay knows none

	mu     sync.Mutex // familiars are replayed at the same time
	asked  int        // questions that reached the model
	usage  llm.Usage
	failed int             // in a row
	spent  []time.Duration // by each question the model answered
}

func (m *modelJudge) begin(ctx context.Context) {
	m.ctx = ctx
	m.asked, m.usage, m.failed, m.spent = 0, llm.Usage{}, 0, nil
}

// ask is a replay's Ask, for a familiar of that chattiness.
func (m *modelJudge) ask(order messages.Judge, chatty *chattiness.Config) (messages.Judged, error) {
	judged := m.put(m.ctx, m.model, order, chatty)
	if err := m.ctx.Err(); err != nil {
		return judged, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if judged.Error == "" {
		m.failed = 0
		return judged, nil
	}
	if m.failed++; m.failed == mostFailures {
		return judged, fmt.Errorf("%d questions in a row were not answered: %s", mostFailures, judged.Error)
	}
	return judged, nil
}

// put asks one question. Its deadline is the recording's and long over, and
// its page's tag depends on nothing but what it shows: asked again, it is the
// same question to the letter.
func (m *modelJudge) put(ctx context.Context, model llm.Model, order messages.Judge, chatty *chattiness.Config) messages.Judged {
	order.Deadline = 0
	card, options := m.card, m.options
	card.Familiar, card.Name = order.Familiar, string(order.Familiar)
	card.Chattiness, card.Personality = string(chatty.Tier), chatty.Personality
	options.Tag = func() string { return tag(order) }
	return monitor.Ask(ctx, model, card, order, options)
}

// tag returns 10 hex digits that the authors of the lines could not foresee.
func tag(order messages.Judge) string {
	order.N, order.Meta = 0, messages.Meta{}
	whole, err := json.Marshal(order)
	if err != nil {
		panic(err) // an order is plain data
	}
	sum := sha256.Sum256(whole)
	return hex.EncodeToString(sum[:5])
}

// pay counts what a question cost.
func (m *modelJudge) pay(u llm.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.asked++
	m.usage.Input += u.Input
	m.usage.Output += u.Output
	m.usage.Cached += u.Cached
	m.usage.Cost += u.Cost
}

// spend keeps how long the model took.
func (m *modelJudge) spend(took time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spent = append(m.spent, took)
}

// A stopwatch is a model whose answers are timed, waiting for its gate and
// further attempts included. What it didn't answer is not.
type stopwatch struct {
	llm.Model
	took func(time.Duration)
}

// Generate implements [llm.Model].
func (s *stopwatch) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		began, failed := time.Now(), false
		for delta, err := range s.Model.Generate(ctx, r) {
			failed = failed || err != nil
			if !yield(delta, err) {
				break
			}
		}
		if !failed {
			s.took(time.Since(began))
		}
	}
}

// cost is what was paid in US dollars; nil when the price isn't known.
func (m *modelJudge) cost() *float64 {
	if m.settings.Price() == (llm.Price{}) {
		return nil
	}
	cost := m.usage.Cost
	if cost == 0 {
		cost = m.settings.Price().Cost(m.usage)
	}
	return &cost
}

// bill says what the model was asked.
func (m *modelJudge) bill() string {
	text := fmt.Sprintf("%s was asked %s, %d tokens in and %d out", m.name, command.Count(m.asked, "question"), m.usage.Input, m.usage.Output)
	if cost := m.cost(); cost != nil {
		text += fmt.Sprintf(": $%.4f", *cost)
	}
	return text
}
