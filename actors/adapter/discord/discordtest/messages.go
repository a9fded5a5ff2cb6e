package discordtest

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// textLimit is how many characters a message may have.
const textLimit = 2000

func (s *Server) getMessages(r *http.Request, b *Bot, _ Object) (int, any) {
	s.gateway.mu.Lock()
	off := s.gateway.intentsOff
	s.gateway.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	channel, query := r.PathValue("channel"), r.URL.Query()
	if s.channels[channel] == nil {
		return failure(404, 10003, "Unknown Channel")
	}
	limit, _ := strconv.Atoi(query.Get("limit"))
	if limit == 0 {
		limit = 50
	}
	all := slices.Clone(s.messages[channel])
	for i, m := range all { // the REST interface says no guild and no nonce
		all[i] = without(m, "guild_id", "member", "nonce")
		if off && m["guild_id"] != nil {
			all[i] = withheld(all[i], b)
		}
	}
	if after := query.Get("after"); after != "" {
		all = slices.DeleteFunc(all, func(m Object) bool { return !older(after, m["id"].(string)) })
		all = all[:min(limit, len(all))]
	} else {
		if before := query.Get("before"); before != "" {
			all = slices.DeleteFunc(all, func(m Object) bool { return !older(m["id"].(string), before) })
		}
		all = all[max(0, len(all)-limit):]
	}
	slices.Reverse(all)
	return 200, all
}

func without(m Object, fields ...string) Object {
	rest := Object{}
	for k, v := range m {
		if !slices.Contains(fields, k) {
			rest[k] = v
		}
	}
	return rest
}

// older compares snowflakes.
func older(a, b string) bool {
	if len(a) != len(b) {
		return len(a) < len(b)
	}
	return a < b
}

func (s *Server) getMessage(r *http.Request, _ *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, m := range s.messages[r.PathValue("channel")] {
		if m["id"] == r.PathValue("id") {
			return 200, without(m, "guild_id", "member", "nonce")
		}
	}
	return failure(404, 10008, "Unknown Message")
}

func (s *Server) postMessage(r *http.Request, b *Bot, body Object) (int, any) {
	channel := r.PathValue("channel")
	text, _ := body["content"].(string)
	nonce, _ := body["nonce"].(string)
	if s.faults.ails() {
		return failure(503, 0, "Service Unavailable")
	}
	s.mu.Lock()
	if status, out := s.unpostable(r, channel, text); status != 0 || len(nonce) > 25 {
		s.mu.Unlock()
		if status == 0 {
			return failure(400, 50035, "Invalid Form Body")
		}
		return status, out
	}
	key := channel + " " + b.ID + " " + nonce
	is := func(m Object) bool { return m["id"] == s.nonces[key] }
	if i := slices.IndexFunc(s.messages[channel], is); i >= 0 && nonce != "" && body["enforce_nonce"] == true {
		first := s.messages[channel][i]
		s.mu.Unlock()
		return 200, without(first, "guild_id", "member")
	}
	m := s.message(channel, b.user(), strings.TrimSpace(text))
	if nonce != "" {
		m["nonce"], s.nonces[key] = nonce, m["id"].(string)
	}
	s.refer(m, body)
	s.ping(m, body)
	s.attachUploads(m, r)
	s.addMessage(m)
	s.mu.Unlock()
	return s.confirm(r, m)
}

// unpostable says why nobody can post a text to a channel; 0: they can. The lock is held.
func (s *Server) unpostable(r *http.Request, channel, text string) (int, any) {
	switch {
	case s.channels[channel] == nil:
		return failure(404, 10003, "Unknown Channel")
	case strings.TrimSpace(text) == "" && r.MultipartForm == nil:
		return failure(400, 50006, "Cannot send an empty message")
	case utf8.RuneCountInString(text) > textLimit:
		return failure(400, 50035, "Invalid Form Body")
	}
	return 0, nil
}

// confirm answers with a message that was posted, if the faults let it.
func (s *Server) confirm(r *http.Request, m Object) (int, any) {
	s.faults.linger(r.Context())
	if s.faults.lose() {
		panic(http.ErrAbortHandler)
	}
	return 200, without(m, "guild_id", "member")
}

// refer makes m a reply if the body says so. The lock is held.
func (s *Server) refer(m, body Object) {
	reference, _ := body["message_reference"].(Object)
	if reference == nil {
		return
	}
	for _, parent := range s.messages[m["channel_id"].(string)] {
		if parent["id"] == reference["message_id"] {
			m["type"], m["message_reference"], m["referenced_message"] = 19, reference, parent
		}
	}
}

// ping fills in whom m pings: those whom allowed_mentions lets through. The
// lock is held.
func (s *Server) ping(m, body Object) {
	allowed, _ := body["allowed_mentions"].(Object)
	users, _ := allowed["users"].([]any)
	parse, _ := allowed["parse"].([]any)
	mentions := []Object{}
	for name, id := range s.people {
		pinged := allowed == nil || slices.Contains(users, any(id)) || slices.Contains(parse, any("users"))
		if pinged && strings.Contains(m["content"].(string), "<@"+id+">") {
			mentions = append(mentions, s.person(name))
		}
	}
	m["mentions"] = mentions
	m["mention_everyone"] = strings.Contains(m["content"].(string), "@everyone") && (allowed == nil || slices.Contains(parse, any("everyone")))
}

func (s *Server) startThread(r *http.Request, _ *Bot, body Object) (int, any) {
	channel, id := r.PathValue("channel"), r.PathValue("id")
	name, _ := body["name"].(string)
	s.mu.Lock()
	switch {
	case s.channels[id] != nil:
		s.mu.Unlock()
		return failure(400, 160004, "A thread has already been created for this message")
	case s.channels[channel]["guild_id"] == nil || s.channels[channel]["parent_id"] != nil:
		s.mu.Unlock()
		return failure(400, 50024, "Cannot execute action on this channel type")
	case name == "" || utf8.RuneCountInString(name) > 100:
		s.mu.Unlock()
		return failure(400, 50035, "Invalid Form Body")
	}
	c := without(s.thread(id, channel, name))
	s.mu.Unlock()
	s.Send("THREAD_CREATE", c)
	return 201, c
}
