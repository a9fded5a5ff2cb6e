package slack

import (
	"fmt"
	"slices"
	"strings"

	"familiar/actors/adapter"
	"familiar/messages"
)

// A notice is what an envelope says, before names are looked up.
type notice struct {
	kind    kind
	channel messages.ChannelID
	key     string // the same for the same thing said again
	message *message
	line    messages.LineID // which was deleted, or has a reaction
	command command
	came    messages.Instant // when a command was read
}

type kind uint8

const (
	nothing   kind = iota // to acknowledge and forget
	heard                 // a line
	changed               // its text or files are others now
	deleted               // it is gone
	commanded             // a slash command
	opened                // an assistant's pane
	ended                 // the app was removed
	removed               // a whole channel is said to be gone
	reacted               // somebody put a reaction to a line, or took it away
)

// lines are the subtypes of messages that people and bots write. The others
// are Slack's own: joins, topics, pins, reminders.
var lines = []string{"", "bot_message", "thread_broadcast", "me_message", "file_share"}

// decodeEvent reads the payload of an events_api envelope. What can't be read
// at all is [adapter.ErrRefused].
func decodeEvent(payload []byte, me self) (notice, error) {
	var envelope struct {
		Event *message `json:"event"`
	}
	if err := adapter.DecodeLenient(payload, &envelope); err != nil {
		return notice{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	if envelope.Event == nil {
		return notice{}, fmt.Errorf("%w: an envelope without event", adapter.ErrRefused)
	}
	return noticeOf(envelope.Event, me), nil
}

// noticeOf sorts an event.
func noticeOf(m *message, me self) notice {
	switch {
	case m.Type == "app_uninstalled":
		return notice{kind: ended}
	case m.Type == "assistant_thread_started" && m.Assistant != nil:
		return notice{kind: opened, channel: me.channel(m.Assistant.Chat, m.Assistant.Thread)}
	case (m.Type == "channel_deleted" || m.Type == "group_deleted") && m.Channel != "":
		return notice{kind: removed, channel: me.channel(m.Channel, ""), key: m.Channel + " removed", message: m}
	case m.Type == "reaction_added" || m.Type == "reaction_removed":
		return reactionOf(m, me)
	case m.Type != "message" && m.Type != "app_mention" || m.Channel == "":
		return notice{}
	case m.Subtype == "message_changed" && m.Message != nil:
		return changeOf(m, me)
	case m.Subtype == "message_deleted":
		return deletionOf(m, m.Previous, me)
	case slices.Contains(lines, m.Subtype) && isTS(m.TS) && (m.User != "" || m.BotID != ""):
		return notice{kind: heard, channel: me.channel(m.Channel, m.thread()), key: m.Channel + " " + m.TS, message: m}
	}
	return notice{}
}

// changeOf tells an edit from what else changes a message: a link's preview,
// the count of replies, a pin.
func changeOf(m *message, me self) notice {
	now, before := m.Message, m.Previous
	now.Channel, now.ChannelType = m.Channel, m.ChannelType
	switch {
	case !isTS(now.TS):
		return notice{}
	case now.Subtype == "tombstone": // a root that was deleted while its thread stays
		m.DeletedTS = now.TS
		return deletionOf(m, now, me)
	case !slices.Contains(lines, now.Subtype) || now.User == "" && now.BotID == "":
		return notice{}
	case before != nil && before.written() == now.written() && before.shared() == now.shared() && slices.EqualFunc(before.Files, now.Files, sameFile):
		return notice{}
	case before == nil && now.Edited.TS == "":
		return notice{}
	}
	key := strings.Join([]string{m.Channel, now.TS, "changed", now.Edited.TS, m.EventTS}, " ")
	return notice{kind: changed, channel: me.channel(m.Channel, now.thread()), key: key, message: now}
}

// sameFile ignores what Slack finds out about a file after it was shared.
func sameFile(a, b file) bool { return a.ID == b.ID }

func deletionOf(m, was *message, me self) notice {
	ts, thread := m.DeletedTS, ""
	if was != nil {
		if ts == "" {
			ts = was.TS
		}
		if was.ThreadTS != ts {
			thread = was.ThreadTS
		}
	}
	if !isTS(ts) {
		return notice{}
	}
	return notice{kind: deleted, channel: me.channel(m.Channel, thread), key: m.Channel + " " + ts + " deleted", line: messages.LineID(ts)}
}

// decodeCommand reads the payload of a slash_commands envelope.
func decodeCommand(payload []byte, me self) (notice, error) {
	var c command
	if err := adapter.DecodeLenient(payload, &c); err != nil {
		return notice{}, fmt.Errorf("%w: %w", adapter.ErrRefused, err)
	}
	if c.Channel == "" || c.User == "" || c.Trigger == "" {
		return notice{}, fmt.Errorf("%w: a command without channel, user or trigger", adapter.ErrRefused)
	}
	return notice{kind: commanded, channel: me.channel(c.Channel, ""), key: "command " + c.Trigger, command: c}, nil
}
