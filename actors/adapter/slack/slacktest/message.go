package slacktest

import (
	"maps"
	"slices"
	"strings"
)

// A Message is one as Slack shows it.
type Message map[string]any

func (m Message) text(key string) string {
	text, _ := m[key].(string)
	return text
}

// Say has a user write to a chat, and gives the message's ts. The text is
// escaped, as Slack escapes what people write.
func (s *Server) Say(chat, user, text string) string {
	return s.Write(chat, Message{"user": user, "text": escape.Replace(strings.ToValidUTF8(text, "\uFFFD"))})
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")

// Write puts a message into a chat as it is given, with a ts unless it has
// one, and sends its event. A mention of the bot sends app_mention, too.
func (s *Server) Write(chat string, m Message) string {
	s.writing.Lock()
	defer s.writing.Unlock()
	ts := s.Keep(chat, m)
	s.Event(s.event(chat, m))
	if strings.Contains(m.text("text"), "<@"+Bot) {
		mention := Message{"type": "app_mention", "channel": chat, "user": m["user"], "text": m["text"], "ts": ts, "event_ts": ts}
		if thread, ok := m["thread_ts"]; ok {
			mention["thread_ts"] = thread
		}
		s.Event(mention)
	}
	return ts
}

// Keep puts a message into a chat that nobody is told of.
func (s *Server) Keep(chat string, m Message) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	m["type"] = "message"
	if m.text("ts") == "" {
		m["ts"] = s.ts()
	}
	in := s.chats[chat]
	in.messages = append(in.messages, m)
	if root := in.find(m.text("thread_ts")); root != nil && m.text("ts") != m.text("thread_ts") {
		root["thread_ts"], root["latest_reply"] = m["thread_ts"], m["ts"]
		m["parent_user_id"] = root["user"]
	}
	return m.text("ts")
}

// event returns a message's event.
func (s *Server) event(chat string, m Message) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := Message{"type": "message", "channel": chat, "channel_type": s.chats[chat].Kind, "event_ts": m["ts"]}
	for key, value := range m {
		if key != "metadata" || !s.mute {
			e[key] = value
		}
	}
	return e
}

// Change tells of a message that it is another now: before and now are what
// the event shows.
func (s *Server) Change(chat, ts string, change Message) {
	s.mu.Lock()
	m := s.chats[chat].find(ts)
	before := Message{}
	maps.Copy(before, m)
	maps.Copy(m, change)
	now := Message{}
	maps.Copy(now, m)
	event := Message{
		"type": "message", "subtype": "message_changed", "hidden": true, "channel": chat, "channel_type": s.chats[chat].Kind,
		"ts": s.ts(), "event_ts": s.ts(), "message": now, "previous_message": before,
	}
	s.mu.Unlock()
	s.Event(event)
}

// Delete removes a message.
func (s *Server) Delete(chat, ts string) {
	s.mu.Lock()
	in := s.chats[chat]
	was := in.find(ts)
	in.messages = slices.DeleteFunc(in.messages, func(m Message) bool { return m.text("ts") == ts })
	event := Message{
		"type": "message", "subtype": "message_deleted", "hidden": true, "channel": chat, "channel_type": in.Kind,
		"ts": s.ts(), "event_ts": s.ts(), "deleted_ts": ts, "previous_message": was,
	}
	s.mu.Unlock()
	s.Event(event)
}

// ChangeUnheard changes a message while nobody is told, as long as the app is
// away: its text, and that it was edited.
func (s *Server) ChangeUnheard(chat, ts, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.chats[chat].find(ts)
	m["text"], m["edited"] = text, Message{"user": m["user"], "ts": s.ts()}
}

// DeleteUnheard removes a message while nobody is told. One that began a thread
// leaves a tombstone.
func (s *Server) DeleteUnheard(chat, ts string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.chats[chat]
	if m := in.find(ts); m.text("thread_ts") == ts {
		m["subtype"], m["user"], m["text"] = "tombstone", "USLACKBOT", "This message was deleted."
		return
	}
	in.messages = slices.DeleteFunc(in.messages, func(m Message) bool { return m.text("ts") == ts })
}

func (c *Chat) find(ts string) Message {
	for _, m := range c.messages {
		if ts != "" && m.text("ts") == ts {
			return m
		}
	}
	return nil
}
