package discordtest

import (
	"net/http"
	"slices"
	"strings"
	"time"
)

// A webhook posts to one channel and its threads, under any name.
type webhook struct {
	id, token, channel string
	of                 *Bot
}

func (h *webhook) object() Object {
	return Object{"id": h.id, "type": 1, "channel_id": h.channel, "name": "hook", "token": h.token, "application_id": h.of.ID}
}

func (s *Server) getWebhooks(r *http.Request, b *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Object{}
	for _, h := range s.webhooks {
		if h.channel != r.PathValue("channel") {
			continue
		}
		seen := h.object()
		if h.of != b { // of others' the secret stays theirs
			seen = without(seen, "token")
		}
		all = append(all, seen)
	}
	return 200, all
}

func (s *Server) makeWebhook(r *http.Request, b *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	channel := r.PathValue("channel")
	if c := s.channels[channel]; c == nil || c["parent_id"] != nil {
		return failure(404, 10003, "Unknown Channel")
	}
	id := s.snowflake()
	h := &webhook{id: id, token: "secret-of-" + id, channel: channel, of: b}
	s.webhooks = append(s.webhooks, h)
	return 200, h.object()
}

// DropWebhooks takes all webhooks away, as people may.
func (s *Server) DropWebhooks() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.webhooks = nil
}

// Webhooks returns how many there are.
func (s *Server) Webhooks() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.webhooks)
}

// webhook returns the one a request names, and where in its channel it means. The lock
// is held.
func (s *Server) webhook(r *http.Request) (h *webhook, where string) {
	i := slices.IndexFunc(s.webhooks, func(h *webhook) bool { return h.id == r.PathValue("id") && h.token == r.PathValue("token") })
	if i < 0 {
		return nil, ""
	}
	h, where = s.webhooks[i], s.webhooks[i].channel
	if thread := r.URL.Query().Get("thread_id"); thread != "" && s.channels[thread]["parent_id"] == h.channel {
		where = thread
	}
	return h, where
}

func (s *Server) executeWebhook(r *http.Request, _ *Bot, body Object) (int, any) {
	text, _ := body["content"].(string)
	name, _ := body["username"].(string)
	picture, _ := body["avatar_url"].(string)
	if s.faults.ails() {
		return failure(503, 0, "Service Unavailable")
	}
	s.mu.Lock()
	h, where := s.webhook(r)
	if h == nil {
		s.mu.Unlock()
		return failure(404, 10015, "Unknown Webhook")
	}
	status, out := s.unpostable(r, where, text)
	if forbidden := strings.ToLower(name); status == 0 && (len(name) > 80 || strings.Contains(forbidden, "discord") || strings.Contains(forbidden, "clyde")) {
		status, out = failure(400, 50035, "Invalid Form Body")
	}
	if status != 0 {
		s.mu.Unlock()
		return status, out
	}
	m := s.message(where, Object{"id": h.id, "username": name, "avatar": picture, "bot": true}, strings.TrimSpace(text))
	m["webhook_id"], m["application_id"] = h.id, h.of.ID
	delete(m, "member")
	s.ping(m, body)
	s.attachUploads(m, r)
	s.addMessage(m)
	s.mu.Unlock()
	return s.confirm(r, m)
}

func (s *Server) editByWebhook(r *http.Request, _ *Bot, body Object) (int, any) {
	text, _ := body["content"].(string)
	id := r.PathValue("message")
	s.mu.Lock()
	h, where := s.webhook(r)
	known := h != nil && slices.ContainsFunc(s.messages[where], func(m Object) bool { return m["id"] == id && m["webhook_id"] == h.id })
	changed := Object{"content": text, "channel_id": where, "edited_timestamp": time.Now().UTC().Format(stamp)}
	if known {
		s.ping(changed, body)
	}
	s.mu.Unlock()
	if !known {
		return failure(404, 10008, "Unknown Message")
	}
	s.Change(where, id, changed)
	return 200, Object{"id": id, "channel_id": where, "content": text}
}
