package lab

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"sync"

	"familiar/cmd/familiar/command"
	"familiar/config"
	"familiar/lab/replay"
	"familiar/llm"
	"familiar/llm/cache"
	"familiar/messages"
)

// afford finds out by dry passes what the judge may cost, says so and asks
// whether to go on. Nothing is asked of anybody when nothing is to be spent.
func (s *session) afford(ctx context.Context) error {
	var least, most bracket
	for i := range s.trials {
		no, err := s.dry(ctx, &s.trials[i], false)
		if err != nil {
			return err
		}
		yes, err := s.dry(ctx, &s.trials[i], true)
		if err != nil {
			return err
		}
		if no.questions > yes.questions {
			no, yes = yes, no
		}
		least.add(no)
		most.add(yes)
	}
	if most.questions == 0 || s.judge.settings.Kind == config.Offline {
		return nil
	}
	return confirm(ctx, s.std, s.judge.estimate(least, most), s.command.Yes)
}

// confirm says what is about to be spent, and asks whether to go on unless that
// was said already.
func confirm(ctx context.Context, std command.Streams, text string, yes bool) error {
	if yes {
		fmt.Fprintln(std.Err, text)
		return nil
	}
	agreed, err := command.Agrees(ctx, std.Err, text+". Ask it? [no] ")
	switch {
	case err != nil:
		return fmt.Errorf("%s; there is no terminal to confirm on: give --yes to go ahead", text)
	case !agreed:
		return errors.New("nothing was asked and nothing was spent")
	}
	return nil
}

// estimate puts the bracket into one sentence.
func (m *modelJudge) estimate(least, most bracket) string {
	questions := fmt.Sprintf("%d to %d new questions", least.questions, most.questions)
	if least.questions == most.questions {
		questions = command.Count(most.questions, "new question")
	}
	out := most.questions * max(1, m.options.Config.MaxTokens)
	text := fmt.Sprintf("%s would be asked %s, about %d tokens in and at most %d out", m.name, questions, most.tokens, out)
	price := m.settings.Price()
	if m.settings.Kind == config.Offline {
		return text + ", which costs nothing"
	}
	if price == (llm.Price{}) {
		return text + fmt.Sprintf(", at an unknown price (set models.%s.price_input)", m.called)
	}
	return text + fmt.Sprintf(", at most about $%.4f", price.Cost(llm.Usage{Input: most.tokens, Output: out}))
}

// A bracket is what a dry pass would have asked.
type bracket struct{ questions, tokens int }

func (b *bracket) add(o bracket) {
	b.questions += o.questions
	b.tokens += o.tokens
}

// dry replays a setting with a judge that knows what is kept and else answers
// always the same.
func (s *session) dry(ctx context.Context, t *trial, yes bool) (bracket, error) {
	counter := &counter{name: s.judge.name, answers: s.judge.answers, yes: yes}
	o := s.options(t)
	o.Ask = func(order messages.Judge) (messages.Judged, error) {
		return s.judge.put(ctx, counter, order, &t.knobs.Chattiness), ctx.Err()
	}
	_, err := replay.Run(ctx, s.recording, s.golds, o)
	return counter.bracket, err
}

// A counter stands in for a model and counts what it is asked anew. A token is
// taken for four bytes.
type counter struct {
	name    string
	answers *cache.Cache
	yes     bool

	mu sync.Mutex // familiars are replayed at the same time
	bracket
}

// Name implements llm.Model.
func (c *counter) Name() string { return c.name }

// Generate implements llm.Model.
func (c *counter) Generate(_ context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	text, known := c.answers.Answer(c.name, r)
	if !known {
		n := len(r.System)
		for _, m := range r.Messages {
			n += len(m.Text)
		}
		c.mu.Lock()
		c.add(bracket{1, tokens(n)})
		c.mu.Unlock()
		text = fmt.Sprintf(`{"speak":%v}`, c.yes)
	}
	return func(yield func(llm.Delta, error) bool) { yield(llm.Delta{Text: text}, nil) }
}
