package slacktest

// React has a user put a reaction to a message.
func (s *Server) React(chat, ts, user, name string) {
	s.reaction("reaction_added", chat, ts, user, name)
}

// Unreact has a user take it away.
func (s *Server) Unreact(chat, ts, user, name string) {
	s.reaction("reaction_removed", chat, ts, user, name)
}

// reaction tells of one in the documented form, which names no thread.
func (s *Server) reaction(event, chat, ts, user, name string) {
	s.mu.Lock()
	e := Message{
		"type": event, "user": user, "reaction": name, "event_ts": s.ts(),
		"item": Message{"type": "message", "channel": chat, "ts": ts},
	}
	if m := s.chats[chat].find(ts); m != nil {
		e["item_user"] = m["user"]
	}
	s.mu.Unlock()
	s.Event(e)
}
