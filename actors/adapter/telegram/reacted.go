package telegram

import (
	"context"
	"slices"

	"familiar/actors/adapter/telegram/entities"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// reacted takes what somebody's reactions to a message are now. Telegram doesn't
// say in which topic the message stands: where that is not known, the reaction is
// the chat's.
func (l *listener) reacted(update int64, r *wire.Reaction) {
	l.people.meet(r.User)
	at := stand{r.Chat.ID, r.Message}
	topic, _ := l.past.topics.Get(at)
	channel := l.me.channel(&r.Chat, topic)
	events := reactionsOf(r)
	if len(events) == 0 || !isPlaced(&r.Chat, topic) || r.Message == 0 {
		l.taken(update)
		return
	}
	l.queues.Add(channel, func(ctx context.Context) {
		for _, e := range events {
			e.Line = l.past.line(at)
			if !l.handOver(ctx, channel, e) {
				return
			}
		}
		l.taken(update)
	})
}

// reactionsOf returns what somebody has taken away and put there.
func reactionsOf(r *wire.Reaction) (events []messages.Reacted) {
	by := messages.Author{}
	switch {
	case r.User != nil:
		by = messages.Author{ID: entities.PersonID(r.User.ID), Name: r.User.Name(), Bot: r.User.Bot}
	case r.Actor != nil:
		by = messages.Author{ID: entities.PersonID(r.Actor.ID), Name: r.Actor.Name()}
	default:
		return nil
	}
	told := func(marks, others []wire.Mark, removed bool) {
		for _, m := range marks[:min(len(marks), marksMost)] {
			if emoji := shown(m); emoji != "" && !slices.Contains(others, m) {
				events = append(events, messages.Reacted{By: by, Emoji: emoji, Removed: removed})
			}
		}
	}
	told(r.Old, r.New, true)
	told(r.New, r.Old, false)
	return events
}

// marksMost is how many reactions of one person to a message are read.
const marksMost = 20

// shown returns a reaction as the program knows it. A custom emoji has a number
// only; its picture is Telegram's.
func shown(m wire.Mark) string {
	switch {
	case m.Type == "emoji":
		return m.Emoji
	case m.Type == "custom_emoji" && m.Custom != "":
		return ":" + m.Custom + ":"
	case m.Type == "paid":
		return "⭐"
	}
	return ""
}
