package telegramtest

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf16"
)

// Say has somebody write a text in a chat, with the entities that Telegram finds
// in it. It returns the message's id.
func (s *Server) Say(chat, by int64, text string) int64 {
	return s.Write(chat, Message{"from": s.User(by), "text": text})
}

// User returns a person or a bot as the Bot API has it.
func (s *Server) User(id int64) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.users[id])
}

// Write has a message posted. What it lacks is filled in: its id, the time, the
// chat, entities of its text. Every bot in the chat hears it, but those that
// wrote it. It returns its id.
func (s *Server) Write(in int64, m Message) int64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[in]
	m = s.keep(c, m)
	kind := "message"
	if c.Type == "channel" {
		kind = "channel_post"
	}
	s.tell(c, kind, m)
	return m["message_id"].(int64)
}

// Whisper has somebody write to a bot in their private chat.
func (s *Server) Whisper(to, by int64, text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b, user := s.byID(to), s.users[by]
	c := Message{"id": by, "type": "private", "first_name": user["first_name"]}
	s.update(b, Message{"message": Message{
		"message_id": b.number, "from": maps.Clone(user), "chat": c, "date": time.Now().Unix(), "text": text, "entities": Entities(text),
	}})
}

// Edit changes a message.
func (s *Server) Edit(in, id int64, changes Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[in]
	m := maps.Clone(c.messages[id])
	maps.Copy(m, changes)
	if text, changed := changes["text"].(string); changed {
		m["entities"] = Entities(text)
	}
	m["edit_date"] = time.Now().Unix()
	c.messages[id] = m
	kind := "edited_message"
	if c.Type == "channel" {
		kind = "edited_channel_post"
	}
	s.tell(c, kind, m)
}

// React has somebody's reactions to a message be other ones.
func (s *Server) React(in, id, by int64, before, after []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.chats[in]
	marks := func(emoji []string) []Message {
		all := []Message{}
		for _, e := range emoji {
			all = append(all, Message{"type": "emoji", "emoji": e})
		}
		return all
	}
	r := Message{"chat": c.form(), "message_id": id, "user": maps.Clone(s.users[by]), "date": time.Now().Unix(), "old_reaction": marks(before), "new_reaction": marks(after)}
	for _, b := range s.bots {
		if c.has(b.ID) {
			s.update(b, Message{"message_reaction": r})
		}
	}
}

// Update gives a bot an update as it stands, with the next number.
func (s *Server) Update(to int64, u Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.update(s.byID(to), u)
}

// Renumber has a bot's next update have another number.
func (s *Server) Renumber(to, next int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.byID(to).number = next - 1
}

// Text returns the text of a message as it stands.
func (s *Server) Text(in, id int64) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text, _ := s.chats[in].messages[id]["text"].(string)
	return text
}

// Message returns a message as it stands; nil: there is none.
func (s *Server) Message(in, id int64) Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.chats[in].messages[id])
}

// keep puts a message into a chat. The lock is held.
func (s *Server) keep(c *chat, m Message) Message {
	m = maps.Clone(m)
	c.last++
	for key, value := range (Message{"message_id": c.last, "date": time.Now().Unix(), "chat": c.form()}) {
		if _, given := m[key]; !given {
			m[key] = value
		}
	}
	if text, says := m["text"].(string); says && m["entities"] == nil {
		m["entities"] = Entities(text)
	}
	id := m["message_id"].(int64)
	c.last = max(c.last, id)
	c.messages[id] = m
	return m
}

// tell gives the bots in a chat an update with a message. The lock is held.
func (s *Server) tell(c *chat, kind string, m Message) {
	from, _ := m["from"].(Message)
	for _, b := range s.bots {
		if c.has(b.ID) && from["id"] != b.ID && (!b.Private || b.concerned(m)) {
			s.update(b, Message{kind: m})
		}
	}
}

// concerned reports whether a message reaches a bot in privacy mode.
func (b *bot) concerned(m Message) bool {
	text, _ := m["text"].(string)
	if strings.HasPrefix(text, "/") || strings.Contains(strings.ToLower(text), "@"+b.Username) || m["from"] == nil {
		return true
	}
	to, _ := m["reply_to_message"].(Message)
	by, _ := to["from"].(Message)
	return by["id"] == b.ID
}

// update queues an update. The lock is held.
func (s *Server) update(b *bot, u Message) {
	b.number++
	u = maps.Clone(u)
	u["update_id"] = b.number
	b.updates = append(b.updates, u)
	s.changed.Tell()
}

func (c *Chat) has(bot int64) bool { return c.Bots == nil || slices.Contains(c.Bots, bot) }

func (c *Chat) form() Message {
	m := Message{"id": c.ID, "type": c.Type, "title": c.Title}
	if c.Desk {
		m["is_direct_messages"] = true
	}
	return m
}

// found is what Telegram finds in a text by itself.
var found = regexp.MustCompile(`(?:^|[^A-Za-z0-9_@/])(?:(@[A-Za-z0-9_]{3,32})|(/[a-z0-9_]{1,64}(?:@[A-Za-z0-9_]{3,32})?))\b`)

// Entities returns the mentions and commands of a text.
func Entities(text string) []Message {
	entities := []Message{}
	for _, at := range found.FindAllStringSubmatchIndex(text, -1) {
		kind, from, to := "mention", at[2], at[3]
		if from < 0 {
			kind, from, to = "bot_command", at[4], at[5]
		}
		entities = append(entities, Message{"type": kind, "offset": units(text[:from]), "length": units(text[from:to])})
	}
	return entities
}

// units returns the length of a text as Telegram counts it.
func units(text string) int { return len(utf16.Encode([]rune(text))) }
