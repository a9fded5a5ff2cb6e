package app

import (
	"context"
	"slices"
	"time"

	"familiar/actors/agent"
	"familiar/llm"
	"familiar/messages"
	"familiar/policy/memory"
)

// This file asks other channels for what a turn may be shown of what its familiar has
// learned there: docs/adr/0050. Which of it that is says policy/memory.

// lendWithin bounds how long a turn waits for other channels.
const lendWithin = 2 * time.Second

// audible reports whether the lines of a channel are to say who reads them: where some
// familiar has what it learns read elsewhere.
func (a *App) audible(id messages.ChannelID) bool {
	return a.keeps(id, (*memory.Config).Lends)
}

// keeps reports whether some familiar of a channel has such a memory.
func (a *App) keeps(id messages.ChannelID, such func(*memory.Config) bool) bool {
	c := a.in(id)
	for i := range c.Seats {
		if such(&c.Seats[i].Policy.Memory) {
			return true
		}
	}
	return false
}

// Audience returns who reads a channel of the web, as the configuration in force says.
func (a *App) Audience(id messages.ChannelID) messages.Audience {
	return a.inForce.Now().Config.Audience(id)
}

// composeWith composes a turn with what other channels lend it. What a model has said is
// thrown away if any of that may not be told any more by then; what its tools have done is
// not done again.
func (a *App) composeWith(ctx context.Context, card agent.Card, o messages.Compose, model llm.Model, options agent.Options, deeds *agent.Deeds) messages.Composed {
	tools := options.Tools
	options.Tools = deeds.Next(tools)
	lent := a.borrow(ctx, o)
	if len(lent) == 0 {
		return agent.Run(ctx, card, o, model, options)
	}
	with := o
	with.Memories = slices.Concat(o.Memories, memory.Veiled(lent))
	composed := agent.Run(ctx, card, with, model, options)
	if ctx.Err() != nil || memory.Still(lent, a.borrow(ctx, o)) {
		return composed
	}
	a.Log.Info("turn composed again, what it knew of another channel may not be told any more", "channel", string(o.Channel), "familiar", string(o.Familiar))
	options.Tools = deeds.Next(tools)
	return agent.Run(ctx, card, o, model, options)
}

// borrow returns what other channels lend a turn now.
func (a *App) borrow(ctx context.Context, o messages.Compose) []messages.Memory {
	if o.Reach == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, lendWithin)
	defer cancel()
	return memory.Together(a.borrowInWorkspace(ctx, o), a.borrowAgreed(ctx, o))
}

// borrowInWorkspace returns what is lent in the turn's own workspace.
func (a *App) borrowInWorkspace(ctx context.Context, o messages.Compose) []messages.Memory {
	if o.Reach.Direct {
		return nil
	}
	to := a.placeOf(ctx, o.Channel, o.Familiar)
	if to.Audience == messages.AudienceUnknown {
		return nil
	}
	return memory.Gather(to, a.lenders(ctx, o, o.Channel.Memories(), messages.Reach{Familiar: o.Reach.Familiar, People: o.Reach.People}))
}

// lenders returns what those channels lend that a directory names.
func (a *App) lenders(ctx context.Context, o messages.Compose, directory messages.ChannelID, r messages.Reach) (lent []memory.Lent) {
	channels, err := askFind.put(ctx, a, recallAsked{directory, r})
	if err != nil {
		a.Log.Info("which channels know more is not known", "channel", string(o.Channel), "err", err)
	}
	for _, id := range channels {
		memories, err := askLend.put(ctx, a, recallAsked{id, r})
		if err != nil {
			a.Log.Info("what another channel knows is not known", "channel", string(o.Channel), "of", string(id), "err", err)
		}
		if len(memories) > 0 {
			lent = append(lent, memory.Lent{Place: a.placeOf(ctx, id, o.Familiar), Memories: memories})
		}
	}
	return lent
}

// placeOf returns who reads a channel now, as the familiar's account there sees it.
func (a *App) placeOf(ctx context.Context, id messages.ChannelID, who messages.FamiliarID) memory.Place {
	p := memory.Place{Channel: id}
	if seat := a.Channel(id).SeatOf(who); seat != nil {
		p.Audience = a.asker.Audience(ctx, id, seat.Account)
	}
	return p
}
