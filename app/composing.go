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

// A composing is one turn that is about to be composed. It has little of its own while it
// waits, as thousands may.
type composing struct {
	app   *App
	now   *models.Models // its models, whatever is in force by the time it is composed
	order messages.Compose
	inbox *agent.Inbox
	span  *telemetry.Span

	ctx   context.Context // that it is composed under: the span's, with what was got by waiting
	leave func()          // gives that back, where no call has used it

	refused error // why the model can't be asked, as waiting showed; nil: it can
}

// plan prepares the turn that answers an order.
func (a *App) plan(ctx context.Context, o messages.Compose, in *agent.Inbox) agent.Course {
	now := a.inForce.Now().Clients
	card, links, err := now.Composer(o.Familiar)
	if err != nil {
		return agent.Course{Compose: func() messages.Composed { return messages.Composed{N: o.N, Error: err.Error()} }}
	}
	c := &composing{app: a, now: now, inbox: in, leave: func() {}}
	c.ctx, c.span = a.composing(budget.OneAnswer(ctx), o, card.Name)
	c.order = a.alike(c.ctx, now, o)
	course, name := agent.Course{Compose: c.compose}, links[0].Name
	if len(links) == 1 && now.Gates[name].Crowded() {
		course.Wait = func(compose func()) { c.wait(name, compose) }
	}
	return course
}

// wait waits until the only model that writes it can be asked, which others wait for, too.
// What the call is expected to cost is reserved meanwhile.
func (c *composing) wait(name string, compose func()) {
	began := time.Now()
	with := c.prepare()
	order := before(c.order, with.hook)
	request := agent.Open(with.card, order, with.options.Tag(), with.options).Request
	reserved, release := c.app.meter.Reserve(c.ctx, request, name, c.order.Familiar)
	until := answer.Until(order.Deadline, with.options.Config.Margin, with.options.Config.Timeout)
	c.now.Gates[name].Enter(c.ctx, until, llm.Request{Priority: answer.Priority(c.order.Trigger), Channel: string(c.order.Channel)}, func(slot *gate.Slot, err error) {
		if took := time.Since(began); took >= time.Millisecond {
			c.span.Waited(llm.WaitSlot, took, time.Now())
		}
		c.ctx, c.leave, c.refused = slot.Under(reserved), func() { slot.Leave(); release() }, err
		compose()
	})
}

func (c *composing) compose() messages.Composed {
	defer c.leave()
	if c.refused != nil { // maybe with thousands, for none of which a prompt is to be written
		return c.app.composed(c.span, agent.Unasked(c.order, c.refused))
	}
	return c.app.composed(c.span, c.untilItHolds())
}

// A composer is what a turn is composed with.
type composer struct {
	card    agent.Card
	model   llm.Model
	several *chain.Chain // nil: the model is the only one
	options agent.Options
	hook    *safety.Hook // nil: nothing looks at the reply
	deeds   agent.Deeds  // of its tries
}

// prepare returns what the turn is composed with now. Its familiar has a model, or there
// would be no such turn.
func (c *composing) prepare() *composer {
	a, now := c.app, c.now
	card, links, _ := now.Composer(c.order.Familiar)
	card.Place = a.shown(c.ctx, now.Config, c.order.Channel, c.order)
	with := &composer{card: card, options: a.turnOptions(c.ctx, now, c.order), hook: a.safety(now, c.order)}
	with.options.Inbox = c.inbox
	with.model, with.several = a.asked(now.Config, links, payer{familiar: c.order.Familiar, channel: c.order.Channel})
	return with
}

// mostTries is how often a turn is composed at most, where what it shows goes meanwhile
// again and again.
const mostTries = 4

// untilItHolds composes the turn: once, and once more for each form of its order that
// comes while it is, as something that the one before shows was deleted or forgotten.
func (c *composing) untilItHolds() messages.Composed {
	with := c.prepare()
	for range mostTries {
		ctx, renewed, end := c.inbox.Try(c.ctx)
		if renewed != nil {
			c.order = c.app.alike(ctx, c.now, *renewed)
		}
		composed := c.try(ctx, with)
		if again := end(); !again || c.ctx.Err() != nil {
			return composed
		}
		c.app.Log.Info("turn composed again, something that it was shown is gone", "channel", string(c.order.Channel), "familiar", string(c.order.Familiar))
	}
	return messages.Composed{N: c.order.N, Error: "what it was shown went again and again while it was composed"}
}

func (c *composing) try(ctx context.Context, with *composer) messages.Composed {
	if with.several != nil {
		with.several.Anew()
	}
	composed := c.app.composeWith(ctx, with.card, before(c.order, with.hook), with.model, with.options, &with.deeds)
	return c.app.looked(ctx, with.hook, c.order, spared(c.span, with.several, composed))
}
