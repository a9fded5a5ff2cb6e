package app

import (
	"context"
	"slices"
	"strings"
	"time"

	"familiar/actors/channel"
	"familiar/actors/host"
	"familiar/journal"
	"familiar/messages"
)

// statusWithin bounds how long channels are waited for: one that is busy with
// its journal is left out.
const statusWithin = 2 * time.Second

// Statuses says how channels in memory stand, by id and at most so many of
// those that wanted gives true for. Asking wakes none.
func (a *App) Statuses(ctx context.Context, wanted func(messages.ChannelID) bool, most int) ([]messages.Status, error) {
	var ids []messages.ChannelID
	a.host.Each(channel.Kind, func(id string) {
		if wanted(messages.ChannelID(id)) {
			ids = append(ids, messages.ChannelID(id))
		}
	})
	slices.Sort(ids)
	ids = ids[:min(len(ids), most)]
	ctx, cancel := context.WithTimeout(ctx, statusWithin)
	defer cancel()
	told := make(chan messages.Status, len(ids))
	for _, id := range ids {
		a.send(channel.Key(id), channel.Stand{Reply: told})
	}
	var all []messages.Status
	for range ids {
		select {
		case st := <-told:
			all = append(all, st)
		case <-ctx.Done():
			return sorted(all), nil
		}
	}
	return sorted(all), nil
}

// Actors says how the actors in memory stand, see [host.Host.Actors].
func (a *App) Actors(most int) ([]host.Standing, map[string]int) { return a.host.Actors(most) }

// eventOf returns what a message to a channel is about.
func eventOf(msg any) any {
	if r, is := msg.(journal.Record); is {
		return r.Event
	}
	return msg
}

func sorted(all []messages.Status) []messages.Status {
	slices.SortFunc(all, func(a, b messages.Status) int { return strings.Compare(string(a.Channel), string(b.Channel)) })
	return all
}
