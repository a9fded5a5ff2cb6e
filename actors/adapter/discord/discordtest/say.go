package discordtest

import (
	"maps"
	"slices"
)

// stamp is how Discord writes a time.
const stamp = "2006-01-02T15:04:05.000000-07:00"

// Say has somebody post a text; more fields of the message, such as
// "mentions", replace those it would have. It returns the message's id.
func (s *Server) Say(channel, author, text string, more ...Object) (id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.message(channel, s.person(author), text)
	for _, fields := range more {
		maps.Copy(m, fields)
	}
	s.addMessage(m)
	return m["id"].(string)
}

// message makes one of type 0. The lock is held.
func (s *Server) message(channel string, author Object, text string) Object {
	m := Object{
		"id": s.snowflake(), "channel_id": channel, "type": 0, "content": text, "author": author,
		"timestamp": s.now().UTC().Format(stamp), "edited_timestamp": nil, "mention_everyone": false,
		"mentions": []Object{}, "mention_roles": []string{}, "attachments": []Object{}, "embeds": []Object{}, "pinned": false, "tts": false, "flags": 0,
	}
	if g := s.channels[channel]["guild_id"]; g != nil {
		m["guild_id"], m["member"] = g, Object{"nick": nil, "roles": []string{}}
	}
	return m
}

// addMessage adds m to its channel and tells it: in the order in which they are there
// messages are heard. The lock is held.
func (s *Server) addMessage(m Object) {
	channel := m["channel_id"].(string)
	s.messages[channel] = append(s.messages[channel], m)
	if c := maps.Clone(s.channels[channel]); c != nil { // the other may be on its way to somebody
		c["last_message_id"] = m["id"]
		s.channels[channel] = c
	}
	s.send("MESSAGE_CREATE", m)
}

// Change gives a message other fields and tells it: an edit has "content" and
// "edited_timestamp", an unfurled link only "embeds".
func (s *Server) Change(channel, id string, fields Object) {
	s.mu.Lock()
	var changed Object
	for i, m := range s.messages[channel] {
		if m["id"] == id {
			changed = maps.Clone(m)
			maps.Copy(changed, fields)
			s.messages[channel][i] = changed
		}
	}
	s.mu.Unlock()
	s.Send("MESSAGE_UPDATE", changed)
}

// Edit changes a message's text as its author would.
func (s *Server) Edit(channel, id, text string) {
	s.Change(channel, id, Object{"content": text, "edited_timestamp": s.now().UTC().Format(stamp)})
}

// Delete removes messages and tells it; several at once by one event.
func (s *Server) Delete(channel string, ids ...string) {
	s.mu.Lock()
	s.messages[channel] = slices.DeleteFunc(s.messages[channel], func(m Object) bool { return slices.Contains(ids, m["id"].(string)) })
	guild := s.channels[channel]["guild_id"]
	s.mu.Unlock()
	if len(ids) == 1 {
		s.Send("MESSAGE_DELETE", Object{"id": ids[0], "channel_id": channel, "guild_id": guild})
		return
	}
	s.Send("MESSAGE_DELETE_BULK", Object{"ids": ids, "channel_id": channel, "guild_id": guild})
}

// Command has somebody use a slash command, with what they fill in.
func (s *Server) Command(channel, by, name string, rest ...string) {
	var options []any
	for _, text := range rest {
		options = append(options, Object{"name": "rest", "type": 3, "value": text})
	}
	s.mu.Lock()
	i := Object{
		"id": s.snowflake(), "application_id": "1", "type": 2, "token": "interaction-secret", "version": 1,
		"channel_id": channel, "data": Object{"id": "1", "name": name, "type": 1, "options": options},
	}
	if g := s.channels[channel]["guild_id"]; g != nil {
		i["guild_id"], i["member"] = g, Object{"user": s.person(by), "roles": []string{}}
	} else {
		i["user"] = s.person(by)
	}
	s.mu.Unlock()
	s.Send("INTERACTION_CREATE", i)
}

// Posted lists the texts a bot posted in a channel, in order.
func (s *Server) Posted(channel string, b *Bot) []string {
	var texts []string
	for _, m := range s.Messages(channel) {
		if m["author"].(Object)["id"] == b.ID {
			texts = append(texts, m["content"].(string))
		}
	}
	return texts
}

// Messages lists what a channel holds, oldest first.
func (s *Server) Messages(channel string) []Object {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.messages[channel])
}

// Requests lists what bots asked of the REST interface, by method and the end
// of a path's name: Requests("POST", "/threads").
func (s *Server) Requests(method, suffix string) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found []Request
	for _, r := range s.log {
		if r.Method == method && len(r.Path) >= len(suffix) && r.Path[len(r.Path)-len(suffix):] == suffix {
			found = append(found, r)
		}
	}
	return found
}

// Reactions lists the reactions made, as "MESSAGE EMOJI".
func (s *Server) Reactions() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.reacted)
}
