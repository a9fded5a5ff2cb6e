package app

import (
	"context"
	"time"

	"familiar/actors/agent"
	"familiar/actors/budget"
	"familiar/actors/safety"
	"familiar/app/models"
	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/chain"
	"familiar/llm/gate"
	"familiar/messages"
	"familiar/telemetry"
)

// A composing is one turn that is about to be composed.
type composing struct {
	app     *App
	now     *models.Models // its models, whatever is in force by the time it is composed
	card    agent.Card
	order   messages.Compose
	model   llm.Model
	several *chain.Chain // nil: the model is the only one
	first   string       // what the configuration calls the model that is asked first
	options agent.Options
	hook    *safety.Hook // nil: nothing looks at the reply
	span    *telemetry.Span
	deeds   agent.Deeds // of its tries

	ctx   context.Context // that it is composed under: the span's, with what was got by waiting
	leave func()          // gives that back, where no call has used it
}

// plan prepares the turn that answers an order.
func (a *App) plan(ctx context.Context, o messages.Compose, in *agent.Inbox) agent.Course {
	now := a.inForce.Now().Clients
	card, links, err := now.Composer(o.Familiar)
	if err != nil {
		return agent.Course{Compose: func() messages.Composed { return messages.Composed{N: o.N, Error: err.Error()} }}
	}
	card.Place = a.shown(ctx, now.Config, o.Channel, o)
	c := &composing{app: a, now: now, card: card, first: links[0].Name}
	ctx, c.span = a.composing(budget.OneAnswer(ctx), o, card.Name)
	c.model, c.several = a.asked(now.Config, links, payer{familiar: o.Familiar, channel: o.Channel})
	c.order = a.alike(ctx, now, o)
	c.options = a.turnOptions(ctx, now, c.order)
	c.options.Inbox = in
	c.hook = a.safety(now, c.order)
	return agent.Course{Wait: func(compose func()) { c.wait(ctx, compose) }, Compose: c.compose}
}

// wait waits until the model can be asked, where there is only one and others wait for it,
// too: until then nothing is written. What the call is expected to cost is reserved all
// the same.
func (c *composing) wait(ctx context.Context, compose func()) {
	c.ctx, c.leave = ctx, func() {}
	g := c.now.Gates[c.first]
	if c.several != nil || !g.Crowded() {
		compose()
		return
	}
	began := time.Now()
	reserved, release := c.reserve(ctx)
	limited, cancel := answer.Within(ctx, c.asked().Deadline, c.options.Config.Margin, c.options.Config.Timeout)
	g.Enter(limited, llm.Request{Priority: answer.Priority(c.order.Trigger), Channel: string(c.order.Channel)}, func(slot *gate.Slot) {
		cancel()
		if took := time.Since(began); took >= time.Millisecond {
			c.span.Waited(llm.WaitSlot, took, time.Now())
		}
		c.ctx, c.leave = slot.Under(reserved), func() { slot.Leave(); release() }
		compose()
	})
}

// reserve reserves what the turn's first call would cost by now.
func (c *composing) reserve(ctx context.Context) (context.Context, func()) {
	request := agent.Open(c.card, c.asked(), c.options.Tag(), c.options).Request
	return c.app.meter.Reserve(ctx, request, c.first, c.order.Familiar)
}

// asked is the order with the deadline of its answer before anybody looks at that.
func (c *composing) asked() messages.Compose { return before(c.order, c.hook) }

func (c *composing) compose() messages.Composed {
	defer c.leave()
	return c.app.composed(c.span, c.untilItHolds())
}

// mostTries is how often a turn is composed at most, where what it shows goes meanwhile
// again and again.
const mostTries = 4

// untilItHolds composes the turn: once, and once more for each form of its order that
// comes while it is, as something that the one before shows was deleted or forgotten.
func (c *composing) untilItHolds() messages.Composed {
	for range mostTries {
		ctx, renewed, end := c.options.Inbox.Try(c.ctx)
		if renewed != nil {
			c.order = c.app.alike(ctx, c.now, *renewed)
		}
		composed := c.try(ctx)
		if again := end(); !again || c.ctx.Err() != nil {
			return composed
		}
		c.app.Log.Info("turn composed again, something that it was shown is gone", "channel", string(c.order.Channel), "familiar", string(c.order.Familiar))
	}
	return messages.Composed{N: c.order.N, Error: "what it was shown went again and again while it was composed"}
}

func (c *composing) try(ctx context.Context) messages.Composed {
	if c.several != nil {
		c.several.Anew()
	}
	composed := c.app.composeWith(ctx, c.card, c.asked(), c.model, c.options, &c.deeds)
	return c.app.looked(ctx, c.hook, c.order, spared(c.span, c.several, composed))
}
