package matrix

import (
	"context"

	"familiar/actors/adapter/matrix/wire"
	"familiar/messages"
)

// threadsMost is how many channels are looked through for threads of a room.
const threadsMost = 1000

// sort hands over what an event says. An error says that it was not taken.
func (l *listener) sort(ctx context.Context, id string, known *room, e *wire.Event) error {
	known.see(e)
	switch e.Type {
	case wire.TypeEncrypted, wire.TypeEncryption:
		if known.tellOnce() {
			l.log.Warn("matrix room is encrypted", "room", id, "help", "what is said there can't be read, and nothing is posted: end-to-end encryption is not held; use a room without it")
		}
	case wire.TypeTombstone:
		l.follow(ctx, id, e)
	case wire.TypeRedaction:
		return l.erased(ctx, id, e)
	case wire.TypeReaction:
		return l.reacted(ctx, id, known, e)
	case wire.TypeMessage:
		if e.IsRedacted() || e.StateKey != nil {
			return nil
		}
		m, err := wire.DecodeMessage(e.Content)
		if err != nil {
			l.log.Warn("matrix message refused", "room", id, "err", err)
			return nil
		}
		if m.Replaces() != "" {
			return l.edited(ctx, id, known, e, &m)
		}
		return l.said(ctx, id, known, e, &m)
	}
	return nil
}

// said hands a line over.
func (l *listener) said(ctx context.Context, id string, known *room, e *wire.Event, m *wire.Message) error {
	at := place{id, m.Thread()}
	l.past.lines.Put(e.ID, stand{at, e.Sender})
	line := l.line(at, known, e, m)
	if answers := m.Answers(); answers != "" {
		to, found, err := l.standPatiently(ctx, id, answers)
		if err != nil {
			return err
		}
		line.ReplyTo = messages.Reply{ID: messages.LineID(answers)}
		if found {
			line.ReplyTo.Author = messages.PersonID(to.author)
		}
	}
	return l.handOver(ctx, line.Channel, messages.Heard{Line: line})
}

// edited hands over what a line says now. Nobody edits what somebody else said.
func (l *listener) edited(ctx context.Context, id string, known *room, e *wire.Event, m *wire.Message) error {
	of, found, err := l.standPatiently(ctx, id, m.Replaces())
	if err != nil || !found || of.author != e.Sender {
		return err
	}
	l.past.edits.Put(e.ID, m.Replaces())
	line := l.line(of.place, known, e, m.New)
	line.ID = messages.LineID(m.Replaces())
	return l.handOver(ctx, line.Channel, messages.Edited{Line: line})
}

// reacted hands over a reaction.
func (l *listener) reacted(ctx context.Context, id string, known *room, e *wire.Event) error {
	m, err := wire.DecodeMessage(e.Content)
	if err != nil || m.Annotates() == "" || e.IsRedacted() || e.Sender == string(l.me.ID) {
		return nil //nolint:nilerr // one that can't be read is none
	}
	of, found, err := l.standPatiently(ctx, id, m.Annotates())
	if err != nil || !found {
		return err
	}
	r := reaction{of.place, m.Annotates(), m.Relation.Key, messages.Author{ID: messages.PersonID(e.Sender), Name: known.name(e.Sender)}}
	l.past.reactions.Put(e.ID, r)
	return l.handOver(ctx, r.channel(), r.event(false))
}

// event returns a reaction that was put there or taken away.
func (r reaction) event(removed bool) messages.Reacted {
	return messages.Reacted{Line: messages.LineID(r.line), By: r.by, Emoji: r.emoji, Removed: removed}
}

// erased hands over that a line is deleted, or a reaction taken away. With an edit its line
// is: nobody could tell the texts that it had apart.
func (l *listener) erased(ctx context.Context, id string, e *wire.Event) error {
	event := e.Erases()
	if event == "" {
		return nil
	}
	if r, known := l.past.reactions.Get(event); known {
		if r.room != id {
			return nil
		}
		return l.handOver(ctx, r.channel(), r.event(true))
	}
	if line, known := l.past.edits.Get(event); known {
		event = line
	}
	for _, channel := range l.placesOf(ctx, id, event) {
		if err := l.handOver(ctx, channel, messages.Deleted{ID: messages.LineID(event)}); err != nil {
			return err
		}
	}
	return nil
}

// placesOf returns where a line may stand that is erased: the homeserver doesn't
// know its thread any more, so if we don't, all threads of the room are told.
func (l *listener) placesOf(ctx context.Context, id, event string) []messages.ChannelID {
	if of, known := l.past.lines.Get(event); known {
		if of.room != id {
			return nil
		}
		return []messages.ChannelID{of.channel()}
	}
	room := place{room: id}.channel()
	all := []messages.ChannelID{room}
	if l.config.Past == nil {
		return all
	}
	for _, channel := range l.config.Past.Known(ctx, network, threadsMost) {
		if channel != room && channel.Room() == room {
			all = append(all, channel)
		}
	}
	return all
}

// standPatiently is standOf that tries again while that may help.
func (l *listener) standPatiently(ctx context.Context, id, event string) (of stand, found bool, err error) {
	err = l.patiently(ctx, "look at an event", func() error {
		of, found, err = l.standOf(ctx, id, event)
		return err
	})
	if isOfRoom(err) {
		return stand{}, false, nil
	}
	return of, found, err
}
