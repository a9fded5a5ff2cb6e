// Package chain asks the models of a familiar in their order until one answers.
//
// A [Chain] is the models of one turn or one question. Which is asked, and why
// one is passed over, is decided here and nowhere else: before it is asked, by
// how its gate stands; after it failed, by the error. Once one has answered, the
// rest of the turn is its affair, since a tool may have run or something may be
// said: another one does not go on with what it began.
//
// The package knows no familiars, prompts or providers. app/models makes a
// Chain for each turn and question; the agent and the monitor ask it as they
// would one model.
package chain

import (
	"context"
	"errors"
	"iter"
	"time"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/gate"
	"familiar/messages"
)

// A Link is one model of a chain.
type Link struct {
	Name  string               // as the configuration calls it
	Model llm.Model            // behind its gate
	Ready func() gate.Standing // how its gate stands; nil: it is always asked
	Spent func() bool          // whether it has cost what it may cost a day; nil: it may cost anything
	Spare time.Duration        // how long it is waited for while another can answer; 0: a third of its time
}

// A Chain is the models of one turn or question. It belongs to one goroutine.
type Chain struct {
	links []Link
	held  int                   // the one that has answered, from 1; 0: none has
	over  []messages.PassedOver // by the question that was put last

	// Try is called with a model that is left alone and is to be tried again, when
	// another one is there to answer: whoever waits for an answer doesn't try it. It
	// must not wait. nil: it is tried when no other is there.
	Try func(Link)

	// Told is called with the models that were passed over for one question, if
	// any. nil: nobody is told.
	Told func([]messages.PassedOver)
}

// New returns a chain of these models, of which there has to be one, the first
// to be asked first.
func New(links ...Link) *Chain { return &Chain{links: links} }

// Passed returns the name of the model that has answered, "" when none has, and
// which were passed over, in their order.
func (c *Chain) Passed() (by string, over []messages.PassedOver) {
	if c.held > 0 {
		by = c.links[c.held-1].Name
	}
	return by, c.over
}

// Anew has the next question be put to all models, as the first one was: what the one that
// answered wrote is thrown away.
func (c *Chain) Anew() { c.held, c.over = 0, nil }

// Name implements llm.Model: the model that has answered, else the first that
// would be asked now.
func (c *Chain) Name() string {
	if c.held > 0 {
		return c.links[c.held-1].Model.Name()
	}
	return c.links[c.round().order[0]].Model.Name()
}

// Generate implements llm.Model. An answer comes whole, since what was yielded
// could not be taken back when its model breaks off.
func (c *Chain) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		whole, err := c.CollectBy(ctx, &answer.Collector{}, r)
		if whole.Text != "" && !yield(llm.Delta{Text: whole.Text}, nil) {
			return
		}
		for i := range whole.Calls {
			if !yield(llm.Delta{Call: &whole.Calls[i]}, nil) {
				return
			}
		}
		if whole.Usage != (llm.Usage{}) && !yield(llm.Delta{Usage: &whole.Usage}, nil) {
			return
		}
		if err != nil {
			yield(llm.Delta{}, err)
		}
	}
}

// CollectBy implements [answer.Several]. Its error, when all models were passed
// over, is an [Error] with what each of them came to; else it is that of the model
// the question ended with. The usage is that of all that were asked.
func (c *Chain) CollectBy(ctx context.Context, by *answer.Collector, r llm.Request) (answer.Whole, error) {
	if c.held > 0 {
		return by.Collect(ctx, c.links[c.held-1].Model, r)
	}
	round := c.round()
	c.tryAgain(&round)
	var spent llm.Usage
	for n, i := range round.order {
		link := &c.links[i]
		asks := r
		if n < len(round.order)-1 {
			asks.Spare = patience(ctx, link.Spare)
		}
		whole, err := by.Collect(ctx, link.Model, asks)
		spent = plus(spent, whole.Usage)
		whole.Usage = spent
		why := passes(err, r)
		if why == "" || ctx.Err() != nil {
			if err == nil || !errors.Is(err, llm.ErrInvalid) {
				c.held = i + 1
			}
			c.tell(round.before(i, c.links))
			return whole, err
		}
		round.fail(i, why, err)
	}
	c.tell(round.before(len(c.links), c.links))
	return answer.Whole{Usage: spent}, round.failure(c.links)
}

func (c *Chain) tell(over []messages.PassedOver) {
	if c.over = over; len(over) > 0 && c.Told != nil {
		c.Told(over)
	}
}

// tryAgain has those tried that are to be, while another can answer.
func (c *Chain) tryAgain(r *round) {
	if c.Try == nil || r.ready == 0 {
		return
	}
	for i := range c.links {
		if r.due[i] {
			c.Try(c.links[i])
		}
	}
}

// patience is how long a model is waited for while another can answer, for its
// slot and again for its first word: no longer than a third of the time each, so
// that the other has as much.
func patience(ctx context.Context, most time.Duration) time.Duration {
	end, bounded := ctx.Deadline()
	if !bounded {
		return most
	}
	third := max(time.Until(end)/3, 1)
	if most == 0 {
		return third
	}
	return min(most, third)
}

func plus(a, b llm.Usage) llm.Usage {
	b.Input, b.Output, b.Cached, b.Cost = a.Input+b.Input, a.Output+b.Output, a.Cached+b.Cached, a.Cost+b.Cost
	return b
}
