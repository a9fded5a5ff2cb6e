package app

import (
	"context"

	"familiar/actors/channel"
	"familiar/messages"
	"familiar/policy/memory"
)

// This file asks for what a turn may be shown since whoever it answers agreed to that:
// docs/adr/0054. Which of it that is says policy/memory.

// borrowAgreed returns what is lent by the agreements of those whom a turn answers.
func (a *App) borrowAgreed(ctx context.Context, o messages.Compose) []messages.Memory {
	if !o.Reach.Everywhere {
		return nil
	}
	of := make(agreedAsked, len(o.Reach.People))
	for k, person := range o.Reach.People {
		of[k] = messages.Identity{Network: o.Channel.Network(), Person: person}
	}
	agreed, err := askAgreed.put(ctx, a, of)
	if err != nil {
		a.Log.Info("who agreed to be recalled elsewhere is not known", "channel", string(o.Channel), "err", err)
	}
	if len(agreed) == 0 {
		return nil
	}
	r := messages.Reach{Familiar: o.Familiar, Agreed: agreed, Alone: len(of) == 1 && a.alone(ctx, o)}
	return memory.GatherAgreed(o.Channel, r.Alone, a.lenders(ctx, o, messages.Agreed, r))
}

// alone reports whether nobody but one person and the familiar reads where a turn is: the
// channel and its network, each as far as they know. Who can't be asked doesn't say so.
func (a *App) alone(ctx context.Context, o messages.Compose) bool {
	if !o.Reach.Direct {
		return false
	}
	is, err := askHere(ctx, a, o.Channel, lendWithin, func(reply chan<- bool) any { return channel.Alone{Reply: reply} })
	if err != nil || !is {
		return false
	}
	seat := a.Channel(o.Channel).SeatOf(o.Familiar)
	if seat == nil {
		return false
	}
	known, err := a.asker.Members(ctx, messages.FetchMembers{Channel: o.Channel, Account: seat.Account})
	if err != nil {
		a.Log.Info("who reads a direct message is not known, nothing of elsewhere is recalled there", "channel", string(o.Channel), "err", err)
		return false
	}
	return known.Humans == 1 && !known.Truncated
}
