package app

import (
	"context"
	"fmt"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/agent"
	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/actors/monitor"
	"familiar/llm"
	"familiar/messages"
)

// Kinds of actors besides channels: an agent for each channel with a turn in
// flight, one monitor for all.
const (
	agentKind   = "agent"
	monitorKind = "monitor"
)

var monitorKey = host.Key{Kind: monitorKind, ID: "judge"}

func agentKey(id messages.ChannelID) host.Key { return host.Key{Kind: agentKind, ID: string(id)} }

// typingWithin bounds a courtesy.
const typingWithin = 5 * time.Second

// Judge implements [channel.Orders].
func (a *App) Judge(o messages.Judge) { a.send(monitorKey, o) }

// Compose implements [channel.Orders].
func (a *App) Compose(o messages.Compose) { a.send(agentKey(o.Channel), o) }

// Inject implements [channel.Orders]. A turn that is over has no agent, and its
// answer doesn't name the lines.
func (a *App) Inject(o messages.Inject) {
	if a.host.Backlog(agentKey(o.Channel)) > 0 {
		a.send(agentKey(o.Channel), o)
	}
}

// Cancel implements [channel.Orders]. The number is a question's or a turn's.
func (a *App) Cancel(id messages.ChannelID, n uint64) {
	a.send(monitorKey, monitor.Withdraw{Channel: id, N: n})
	if a.host.Backlog(agentKey(id)) > 0 {
		a.send(agentKey(id), messages.Cancel{N: n})
	}
}

// Typing implements [channel.Orders]. It is a courtesy: it waits for nobody
// and its failure is no news.
func (a *App) Typing(o messages.ShowTyping) {
	typer := a.accounts.typer(o.Account)
	if typer == nil {
		return
	}
	go func() { // the network may be slow, and a channel must not wait for a courtesy
		ctx, cancel := context.WithTimeout(context.Background(), typingWithin)
		defer cancel()
		if err := adapter.Fenced(a.Log, o.Account, "show typing", func() error { return typer.ShowTyping(ctx, o) }); err != nil {
			a.Log.Debug("typing not shown", "channel", string(o.Channel), "err", err)
		}
	}()
}

func (a *App) send(key host.Key, msg any) {
	if _, err := a.host.Send(key, msg); err != nil {
		a.refused(key, err)
	}
}

// A mind is the place of an actor that asks models: it stops when the grace
// for turns in flight is over.
type mind struct {
	*host.Self
	thinking context.Context
}

// Context ends when models are asked no more.
func (m mind) Context() context.Context { return m.thinking }

// makeAgent makes the agent of one channel; its turns are told apart by their
// orders' numbers.
func (a *App) makeAgent(self *host.Self) host.Handler {
	id := messages.ChannelID(self.Key().ID)
	run := func(ctx context.Context, o messages.Compose, in *agent.Inbox) messages.Composed {
		models := a.now.Load().models
		card, model, err := models.composer(o.Familiar)
		if err != nil {
			return messages.Composed{N: o.N, Error: err.Error()}
		}
		card.Place = a.shown(ctx, models.config, id, o)
		name := models.config.Familiars[o.Familiar].Model
		ctx, span := a.composing(ctx, o, card.Name)
		model = a.meter.On(a.traced(model, models.config.Models[name], o.Familiar, messages.Meta{}), name, o.Familiar)
		options := models.turns
		options.Inbox = in
		tools := agent.Offer(a.ports(o)).Only(models.config.Familiars[o.Familiar].Tools)
		a.offer(ctx, models, o, tools)
		options.Tools = a.tracedTools(tools)
		return a.composed(span, agent.Run(ctx, card, o, model, options))
	}
	return agent.New(mind{self, a.thinking}, run, func(c messages.Composed) { a.answer(self, id, c) })
}

// makeMonitor makes the monitor of all channels.
func (a *App) makeMonitor(self *host.Self) host.Handler {
	seat := func(o messages.Judge) (monitor.Card, llm.Model, error) {
		models := a.now.Load().models
		card, model, err := models.judge(o.Channel, o.Familiar)
		if err == nil {
			name := models.config.Familiars[o.Familiar].Judge
			model = a.meter.On(a.traced(model, models.config.Models[name], o.Familiar, o.Meta), name, o.Familiar)
		}
		return card, model, err
	}
	return monitor.New(mind{self, a.thinking}, seat, func(o messages.Judge, j messages.Judged) { a.answer(self, o.Channel, j) }, func() monitor.Options { return a.now.Load().models.questions })
}

// answer hands a channel what it waits for. Once the grace is over it doesn't:
// an order that was cut short has not failed, the next start gives it again.
func (a *App) answer(from *host.Self, id messages.ChannelID, e messages.Event) {
	if a.thinking.Err() != nil {
		return
	}
	if _, err := from.Host().Send(channel.Key(id), e); err != nil {
		a.Log.Warn("answer not handed over, the order will be given again", "channel", string(id), "answer", fmt.Sprintf("%T", e), "err", err)
	}
}
