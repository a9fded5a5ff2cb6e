package telegram

import (
	"context"
	"maps"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// sort puts what an update says into its channel's lane, or acknowledges what says
// nothing to us.
func (l *listener) sort(u wire.Update) {
	switch {
	case u.Message != nil:
		l.heard(u.ID, u.Message)
	case u.ChannelPost != nil:
		l.heard(u.ID, u.ChannelPost)
	case u.EditedMessage != nil:
		l.edited(u.ID, u.EditedMessage)
	case u.EditedChannelPost != nil:
		l.edited(u.ID, u.EditedChannelPost)
	case u.Reaction != nil:
		l.reacted(u.ID, u.Reaction)
	case u.Membership != nil:
		m := u.Membership
		l.log.Info("telegram membership changed", "chat", m.Chat.ID, "title", adapter.CleanName(m.Chat.Name(), adapter.NameMost), "status", adapter.CleanName(m.Now.Status, adapter.NameMost))
		l.taken(u.ID)
	default:
		l.taken(u.ID)
	}
}

// topicOf returns the topic that a message stands in, of a forum or of what people write
// to a channel; 0: none.
func topicOf(m *wire.Message) int64 {
	switch {
	case m.Chat.Desk:
		return m.Aside.ID
	case m.Topic:
		return m.Thread
	}
	return 0
}

// isPlaced reports whether it is known where something stands that is said in a chat. Of
// what people write to a channel each one's is apart.
func isPlaced(chat *wire.Chat, topic int64) bool { return chat.ID != 0 && (topic != 0 || !chat.Desk) }

// heard takes a new message. Telegram's own notices are read and not handed over.
func (l *listener) heard(update int64, m *wire.Message) {
	channel := l.me.channel(&m.Chat, topicOf(m))
	l.meet(channel, m)
	if !m.Says() || !isPlaced(&m.Chat, topicOf(m)) || m.ID == 0 {
		l.notice(m)
		l.taken(update)
		return
	}
	at := stand{m.Chat.ID, m.ID}
	l.past.topics.Put(at, topicOf(m))
	open := l.albums[channel]
	if m.Album != "" {
		if open != nil && open.add(m, update) {
			l.past.albums.Put(at, open)
			return
		}
		set := series{channel, m.Album}
		if of, known := l.past.series.Get(set); known && of.hasRoom() && l.past.prints.Has(stand{m.Chat.ID, of.first()}) {
			l.past.albums.Put(at, of)
			l.queues.Add(channel, func(ctx context.Context) { l.changed(ctx, channel, update, of.with(m)) })
			return
		}
		maps.DeleteFunc(l.albums, func(_ messages.ChannelID, b *album) bool { return b.isComplete() })
		begun := newAlbum(m, update, l.wait)
		l.albums[channel] = begun
		l.past.albums.Put(at, begun)
		l.past.series.Put(set, begun)
		l.queues.Add(channel, func(ctx context.Context) {
			if !begun.complete(ctx) {
				return
			}
			parts, updates := begun.all()
			if l.say(ctx, channel, parts) {
				l.taken(updates...)
			}
		})
		return
	}
	if open != nil { // nobody posts anything between the parts of an album
		open.close()
		delete(l.albums, channel)
	}
	l.queues.Add(channel, func(ctx context.Context) {
		if l.say(ctx, channel, []*wire.Message{m}) {
			l.taken(update)
		}
	})
}

// say hands a line over that somebody has posted, and reports whether it was
// taken.
func (l *listener) say(ctx context.Context, channel messages.ChannelID, parts []*wire.Message) bool {
	line := l.line(channel, parts, l.me)
	if !l.handOver(ctx, channel, messages.Heard{Line: line}) {
		return false
	}
	l.past.prints.Put(stand{parts[0].Chat.ID, parts[0].ID}, adapter.PrintOf(line.Text, line.Attachments))
	return true
}

// edited takes a message that was changed. Telegram also tells of changes that
// nobody made in what is said, such as a live location's.
func (l *listener) edited(update int64, m *wire.Message) {
	channel := l.me.channel(&m.Chat, topicOf(m))
	l.meet(channel, m)
	if !m.Says() || m.Location != nil || m.Poll != nil || !isPlaced(&m.Chat, topicOf(m)) || m.ID == 0 {
		l.taken(update)
		return
	}
	l.queues.Add(channel, func(ctx context.Context) {
		parts := []*wire.Message{m}
		if of, known := l.past.albums.Get(stand{m.Chat.ID, m.ID}); known {
			parts = of.with(m)
		}
		l.changed(ctx, channel, update, parts)
	})
}

// changed hands over what a line says now, unless it said so before.
func (l *listener) changed(ctx context.Context, channel messages.ChannelID, update int64, parts []*wire.Message) {
	line := l.line(channel, parts, l.me)
	at := stand{parts[0].Chat.ID, parts[0].ID}
	now := adapter.PrintOf(line.Text, line.Attachments)
	if was, known := l.past.prints.Get(at); known && was == now {
		l.taken(update)
		return
	}
	if l.handOver(ctx, channel, messages.Edited{Line: line}) {
		l.past.prints.Put(at, now)
		l.taken(update)
	}
}

// notice reads what Telegram itself says in a chat.
func (l *listener) notice(m *wire.Message) {
	if m.MigrateTo == 0 {
		return
	}
	was, is := l.me.channel(&m.Chat, 0), l.me.channel(&wire.Chat{ID: m.MigrateTo, Type: wire.Supergroup}, 0)
	l.log.Warn("telegram group is a supergroup now", "was", string(was), "is", string(is), "help", "where the configuration names the old channel, write the new one")
}

// meet remembers who and what a message names.
func (l *listener) meet(channel messages.ChannelID, m *wire.Message) {
	l.people.meet(m.From)
	for _, e := range m.AllEntities() {
		l.people.meet(e.User)
	}
	if m.ReplyTo != nil {
		l.people.meet(m.ReplyTo.From)
	}
	switch root := m.ReplyTo; {
	case m.TopicEdited != nil:
		l.past.call(channel, m.TopicEdited)
	case m.TopicCreated != nil:
		l.past.call(channel, m.TopicCreated)
	case root != nil && m.Topic && root.ID == m.Thread && root.TopicCreated != nil && !l.past.names.Has(channel): // it may be called otherwise by now
		l.past.call(channel, root.TopicCreated)
	}
}
