package discordtest

import (
	"net/http"
	"strconv"
)

func (s *Server) getGateway(*http.Request, *Bot, Object) (int, any) {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	return 200, Object{"url": s.socket(), "shards": s.gateway.shards, "session_start_limit": Object{
		"total": s.gateway.total, "remaining": max(0, s.gateway.budget-len(s.gateway.identifies)), "reset_after": s.gateway.resets.Milliseconds(), "max_concurrency": s.gateway.concurrency,
	}}
}

func (s *Server) getAddress(*http.Request, *Bot, Object) (int, any) {
	return 200, Object{"url": s.socket()}
}

func (s *Server) getMe(_ *http.Request, b *Bot, _ Object) (int, any) { return 200, b.user() }

func (s *Server) getApplication(_ *http.Request, b *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 200, Object{"id": b.ID, "name": b.Name, "flags": b.flags}
}

// SetFlags says which privileged intents are on, as the flags of the bot's
// application.
func (s *Server) SetFlags(b *Bot, flags int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	b.flags = flags
}

func (s *Server) getGuilds(*http.Request, *Bot, Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := []Object{}
	for _, g := range s.guilds {
		said := Object{"id": g.id, "name": g.name, "owner": false}
		if g.perms != "" {
			said["permissions"] = g.perms
		}
		all = append(all, said)
	}
	return 200, all
}

// SetPermissions gives bots those in a guild, as Discord's decimal number; ""
// leaves them unsaid.
func (s *Server) SetPermissions(guildID, permissions string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.guilds[guildID].perms = permissions
}

func (s *Server) getMembers(r *http.Request, b *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.flags&(1<<14|1<<15) == 0 {
		return failure(403, 50001, "Missing Access")
	}
	g := s.guilds[r.PathValue("guild")]
	if g == nil {
		return failure(404, 10004, "Unknown Guild")
	}
	all := append([]Object{}, g.members...)
	for _, bot := range s.bots {
		all = append(all, Object{"user": bot.user()})
	}
	if limit, _ := strconv.Atoi(r.URL.Query().Get("limit")); limit > 0 && len(all) > limit {
		all = all[:limit]
	}
	return 200, all
}

func (s *Server) getThreadMembers(r *http.Request, _ *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen, all := map[string]bool{}, []Object{}
	for _, m := range s.messages[r.PathValue("channel")] {
		author := m["author"].(Object)
		if id := author["id"].(string); !seen[id] {
			seen[id] = true
			all = append(all, Object{"user_id": id, "member": Object{"user": author}})
		}
	}
	return 200, all
}

func (s *Server) getChannel(r *http.Request, _ *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.channels[r.PathValue("channel")]
	if c == nil {
		return failure(404, 10003, "Unknown Channel")
	}
	return 200, without(c)
}

func (s *Server) showTyping(*http.Request, *Bot, Object) (int, any) {
	return 204, nil
}

func (s *Server) react(r *http.Request, _ *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reacted = append(s.reacted, r.PathValue("id")+" "+r.PathValue("e"))
	return 204, nil
}

func (s *Server) getCommands(*http.Request, *Bot, Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return 200, append([]Object{}, s.commands...)
}

func (s *Server) putCommands(_ *http.Request, b *Bot, body Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.commands = nil
	list, _ := body["list"].([]any)
	for i, c := range list {
		command := c.(Object)
		command["id"], command["application_id"], command["version"] = strconv.Itoa(i+1), b.ID, "1"
		s.commands = append(s.commands, command)
	}
	return 200, s.commands
}

func (s *Server) answerInteraction(*http.Request, *Bot, Object) (int, any) {
	return 204, nil
}

// file serves an attachment: its content is its name.
func (s *Server) file(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Authorization") != "" {
		http.Error(w, "a bot's token is not for this host", http.StatusBadRequest)
		return
	}
	_, _ = w.Write([]byte(r.PathValue("name")))
}
