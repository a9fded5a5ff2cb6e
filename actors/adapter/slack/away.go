package slack

import (
	"context"
	"errors"
	"slices"

	"github.com/slack-go/slack"

	"familiar/actors/adapter"
	"familiar/messages"
)

// lately returns the lines of a channel to look at again after a gap, oldest
// first.
func (l *listener) lately(ctx context.Context, channel messages.ChannelID) []adapter.Said {
	if l.config.Past == nil {
		return nil
	}
	said := l.config.Past.Lately(ctx, channel, adapter.LookedAt)
	said = slices.DeleteFunc(said, func(s adapter.Said) bool { return !isTS(string(s.ID)) })
	slices.SortFunc(said, func(x, y adapter.Said) int { return inTime(string(x.ID), string(y.ID)) })
	return said
}

// wider returns a span that has the lines said, too.
func (s span) wider(said []adapter.Said) span {
	if len(said) == 0 {
		return s
	}
	s.most += len(said)
	if oldest := string(said[0].ID); !after(oldest, s.oldest) {
		s.oldest, s.inclusive = oldest, true
	}
	return s
}

// away hands over which of the lines said were edited or deleted in a gap. read
// is what the span gave, and more whether there was more. Of a chat those are the
// newest messages: where they don't reach back to the lines said, the messages
// between these are read. A history that can't be read says nothing.
func (l *listener) away(ctx context.Context, channel messages.ChannelID, wanted span, said []adapter.Said, read []slack.Message, more bool) error {
	if len(said) == 0 {
		return nil
	}
	oldest, newest := string(said[0].ID), string(said[len(said)-1].ID)
	if wanted.thread == "" && more && (len(read) == 0 || after(read[0].Timestamp, oldest)) {
		var err error
		wanted.oldest, wanted.latest, wanted.inclusive, wanted.most = oldest, newest, true, pageSize
		if read, more, err = l.missed(ctx, wanted); errors.Is(err, errStopped) {
			return err
		} else if err != nil {
			l.log.Warn("edits and deletions of the slack gap unknown", "channel", string(channel), "err", err)
			return nil
		}
	}
	s := l.stretch(ctx, channel, read)
	s.From, s.Upto = said[0].ID, said[len(said)-1].ID
	switch {
	case !more || len(read) == 0:
	case wanted.thread == "":
		s.From = messages.LineID(read[0].Timestamp)
	default:
		s.Upto = messages.LineID(read[len(read)-1].Timestamp)
	}
	for _, e := range s.Changes(said) {
		if err := l.hear(ctx, channel, e); err != nil {
			return err
		}
	}
	return nil
}

// stretch returns messages of a channel's history. Of a root that was deleted
// while its thread stays, Slack lists a tombstone.
func (l *listener) stretch(ctx context.Context, channel messages.ChannelID, read []slack.Message) adapter.Stretch {
	at, _ := placeIn(channel)
	s := adapter.Stretch{Older: func(a, b messages.LineID) bool { return after(string(b), string(a)) }}
	for i := range read {
		m := messageOf(&read[i], at.chat)
		m.Type = "message"
		listed := adapter.Listed{ID: messages.LineID(m.TS), Gone: m.Subtype == "tombstone"}
		if noticeOf(m, l.me).kind == heard && read[i].Edited != nil {
			listed.Edited = func() *messages.Line { return l.line(ctx, channel, m, l.me) }
		}
		s.Listed = append(s.Listed, listed)
	}
	return s
}
