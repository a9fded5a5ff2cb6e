package app

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/agent"
	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/actors/learner"
	"familiar/actors/monitor"
	"familiar/app/models"
	"familiar/config"
	"familiar/llm"
	"familiar/messages"
	"familiar/telemetry"
)

// A mind is the place of an actor that asks models: it stops when the grace period
// for turns in progress is over.
type mind struct {
	*host.Self
	thinking context.Context
}

// Context ends when models are no longer asked.
func (m mind) Context() context.Context { return m.thinking }

// makeAgent makes the agent of one channel; its turns have their orders' numbers.
func (a *App) makeAgent(self *host.Self) host.Handler {
	id := messages.ChannelID(self.Key().ID)
	return agent.New(mind{self, a.thinking}, a.plan, func(c messages.Composed) { a.answer(self, id, c) })
}

// turnOptions returns what a turn that answers the order is composed with.
func (a *App) turnOptions(ctx context.Context, now *models.Models, o messages.Compose) agent.Options {
	options := now.Turns
	options.Tag = func() string { return a.tags.In(string(o.Familiar)+" "+string(o.Channel), time.Now()) }
	tools := agent.Offer(a.ports(o)).Only(now.Config.Familiars[o.Familiar].Tools)
	a.offer(ctx, now, o, tools)
	options.Tools = models.TracedTools(a.Telemetry, tools)
	return options
}

// makeMonitor makes the monitor of all channels.
func (a *App) makeMonitor(self *host.Self) host.Handler {
	seat := func(o messages.Judge) (monitor.Card, llm.Model, error) {
		now := a.inForce.Now().Clients
		card, links, err := now.Judge(o)
		if err != nil {
			return card, nil, err
		}
		model, _ := a.asked(now.Config, links, payer{familiar: o.Familiar, channel: o.Channel, parent: o.Meta})
		return card, model, nil
	}
	return monitor.New(mind{self, a.thinking}, seat, func(o messages.Judge, j messages.Judged) { a.answer(self, o.Channel, j) }, func() monitor.Options { return a.inForce.Now().Clients.Questions })
}

// makeLearner makes the learner of all channels.
func (a *App) makeLearner(self *host.Self) host.Handler {
	seat := func(o messages.Memorize) (string, llm.Model, learner.Options, error) {
		now := a.inForce.Now().Clients
		name, links, err := now.Learner(o.Familiar)
		if err != nil {
			return "", nil, learner.Options{}, err
		}
		model, _ := a.asked(now.Config, links, payer{familiar: o.Familiar, channel: o.Channel})
		return name, model, learner.Options{Collect: now.Turns.Collect}, nil
	}
	return learner.New(mind{self, a.thinking}, a.Log, seat, func(o messages.Memorize, m messages.Memorized) { a.answer(self, o.Channel, m) })
}

// answer hands a channel the answer to its order, unless the grace period is over:
// an order that was cut short has not failed, and the next start gives it again.
func (a *App) answer(from *host.Self, id messages.ChannelID, e messages.Event) {
	if a.thinking.Err() != nil {
		return
	}
	if _, err := from.Host().Send(channel.Key(id), e); err != nil {
		a.Log.Warn("answer not delivered, the order will be given again", "channel", string(id), "answer", fmt.Sprintf("%T", e), "err", err)
	}
}

// composing begins the span of one run of an agent.
func (a *App) composing(ctx context.Context, o messages.Compose, name string) (context.Context, *telemetry.Span) {
	return a.Telemetry.Begin(ctx, telemetry.SpanAgent+" "+name, telemetry.Place{Meta: telemetry.Below(o.Meta, telemetry.SpanAgent, o.N), Parent: o.Meta},
		telemetry.GenAIOperation.String(telemetry.SpanAgent), telemetry.AgentName.String(name), telemetry.Conversation.String(string(o.Channel)),
		telemetry.Channel.String(string(o.Channel)), telemetry.Seat.String(string(o.Familiar)), telemetry.Order.Int64(int64(o.N)),
		telemetry.Trigger.String(string(o.Trigger)), telemetry.Unsolicited.Bool(o.Trigger.Unsolicited()))
}

// composed ends that span, unless the process is stopping: then the next process
// begins it again.
func (a *App) composed(span *telemetry.Span, c messages.Composed) messages.Composed {
	if a.thinking.Err() != nil {
		return c
	}
	span.Set(telemetry.Parts.Int(len(c.Parts)))
	if len(c.Lore) > 0 {
		span.Set(telemetry.Lore.StringSlice(c.Lore))
	}
	if len(c.Memories) > 0 {
		recalled := make([]string, len(c.Memories))
		for k, m := range c.Memories {
			recalled[k] = m.String()
		}
		span.Set(telemetry.Recalled.StringSlice(recalled))
	}
	if c.Error != "" {
		span.Set(telemetry.ErrorType.String(cmp.Or(string(c.Fault), "passing")))
		span.Fail(models.Failure(a.Telemetry, c.Error))
	}
	span.End()
	return c
}

// offer adds the tools of outside servers to a turn's; where their lists are not
// known yet, asking for them is a span.
func (a *App) offer(ctx context.Context, lent *models.Models, o messages.Compose, tools agent.Toolbox) {
	asked := time.Now()
	lent.Lend(ctx, o, tools)
	if time.Since(asked) >= time.Millisecond {
		_, span := a.Telemetry.Begin(ctx, telemetry.SpanOffer, telemetry.Place{Begun: asked}, telemetry.Seat.String(string(o.Familiar)))
		span.End()
	}
}

// shown returns the place of a turn as its model sees it: the configuration's words
// for it take precedence over the network's.
func (a *App) shown(ctx context.Context, c *config.Config, id messages.ChannelID, o messages.Compose) agent.Place {
	there := a.place(ctx, id, o.Familiar)
	if channel, is := id.Fixes(); is {
		id = channel
	}
	name, description := c.Called(id)
	return agent.Place{
		Name: cmp.Or(name, there.Name, string(id)), Description: cmp.Or(description, there.About), Kind: there.Kind,
		Surface: o.Surface, Limit: o.Limit,
	}
}

// place returns what people call a channel, as a familiar's account sees it.
func (a *App) place(ctx context.Context, id messages.ChannelID, who messages.FamiliarID) adapter.Place {
	var as messages.AccountID
	if seat := a.Channel(id).SeatOf(who); seat != nil {
		as = seat.Account
	}
	return a.asker.Place(ctx, id, as)
}
