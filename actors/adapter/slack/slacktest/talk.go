package slacktest

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// postMessage keeps a message and sends its event before it answers.
func (s *Server) postMessage(form url.Values) answer {
	chat, text := form.Get("channel"), form.Get("text")
	s.mu.Lock()
	in := s.chats[chat]
	if in == nil {
		s.mu.Unlock()
		return refuse("channel_not_found")
	}
	if !slices.Contains(in.Members, Bot) {
		s.mu.Unlock()
		return refuse("not_in_channel")
	}
	if text == "" {
		s.mu.Unlock()
		return refuse("no_text")
	}
	s.posted = append(s.posted, text)
	s.mu.Unlock()
	m := Message{
		"user": Bot, "bot_id": BotID, "app_id": "A1", "text": text,
		"bot_profile": Message{"id": BotID, "name": "Moth", "app_id": "A1", "team_id": Team},
	}
	if name := form.Get("username"); name != "" { // a message under another name has no user
		delete(m, "user")
		m["subtype"], m["username"] = "bot_message", name
		if icon := form.Get("icon_url"); icon != "" {
			m["icons"] = Message{"image_48": icon}
		}
	}
	if thread := form.Get("thread_ts"); thread != "" {
		m["thread_ts"] = thread
	}
	var metadata any
	if json.Unmarshal([]byte(form.Get("metadata")), &metadata) == nil {
		m["metadata"] = metadata
	}
	ts := s.Write(chat, m)
	s.mu.Lock()
	s.echoed++
	s.changed.Tell()
	s.mu.Unlock()
	return answer{"channel": chat, "ts": ts}
}

func (s *Server) history(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.chats[form.Get("channel")]
	if in == nil {
		return refuse("channel_not_found")
	}
	var found []Message
	for _, m := range in.messages {
		thread := m.text("thread_ts")
		if (thread == "" || thread == m.text("ts") || m.text("subtype") == "thread_broadcast") && within(m.text("ts"), form) {
			found = append(found, m)
		}
	}
	slices.Reverse(found)
	return page(found, "messages", form)
}

func (s *Server) replies(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	in, root := s.chats[form.Get("channel")], form.Get("ts")
	if in == nil || in.find(root) == nil {
		return refuse("thread_not_found")
	}
	var found []Message
	for _, m := range in.messages {
		if m.text("ts") == root || m.text("thread_ts") == root && within(m.text("ts"), form) {
			found = append(found, m)
		}
	}
	return page(found, "messages", form)
}

// within reports whether a ts is in the time that is asked for.
func within(ts string, form url.Values) bool {
	oldest, latest := form.Get("oldest"), form.Get("latest")
	if form.Get("inclusive") == "1" && (ts == oldest || ts == latest) {
		return true
	}
	return ts > oldest && (latest == "" || ts < latest)
}

// page returns the part of a list that is asked for. A message's metadata is
// shown if that is asked for, too.
func page[T any](all []T, key string, form url.Values) answer {
	from, _ := strconv.Atoi(form.Get("cursor"))
	size, _ := strconv.Atoi(form.Get("limit"))
	if size <= 0 {
		size = 100
	}
	from = min(from, len(all))
	to := min(from+size, len(all))
	a := answer{key: shown(all[from:to], form.Get("include_all_metadata") == "1"), "has_more": to < len(all)}
	if to < len(all) {
		a["response_metadata"] = Message{"next_cursor": strconv.Itoa(to)}
	}
	return a
}

func shown[T any](part []T, metadata bool) []any {
	copies := []any{}
	for _, item := range part {
		m, ok := any(item).(Message)
		if !ok {
			copies = append(copies, item)
			continue
		}
		copied := Message{}
		for key, value := range m {
			if key != "metadata" || metadata {
				copied[key] = value
			}
		}
		copies = append(copies, copied)
	}
	return copies
}

func (s *Server) react(form url.Values) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	in := s.chats[form.Get("channel")]
	if in == nil {
		return refuse("channel_not_found")
	}
	m, name := in.find(form.Get("timestamp")), form.Get("name")
	if m == nil {
		return refuse("message_not_found")
	}
	if strings.Contains(m.text("reactions"), " "+name) {
		return refuse("already_reacted")
	}
	m["reactions"] = m.text("reactions") + " " + name
	return answer{}
}

func (s *Server) status(url.Values) answer { return answer{} }
