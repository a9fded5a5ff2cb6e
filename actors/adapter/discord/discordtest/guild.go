package discordtest

import (
	"net/http"
)

// getGuild describes a guild as the REST interface does: without its channels and
// members.
func (s *Server) getGuild(r *http.Request, b *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[r.PathValue("guild")]
	if g == nil {
		return failure(404, 10004, "Unknown Guild")
	}
	said := s.describe(g, b)
	if r.URL.Query().Get("with_counts") == "true" {
		said["approximate_member_count"] = said["member_count"]
	}
	for _, only := range []string{"member_count", "channels", "threads", "members"} { // the gateway's
		delete(said, only)
	}
	return 200, said
}

// getGuildChannels lists a guild's channels without its threads.
func (s *Server) getGuildChannels(r *http.Request, b *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[r.PathValue("guild")]
	if g == nil {
		return failure(404, 10004, "Unknown Guild")
	}
	return 200, s.describe(g, b)["channels"]
}

// getMember describes a bot as a member of a guild.
func (s *Server) getMember(r *http.Request, _ *Bot, _ Object) (int, any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := s.guilds[r.PathValue("guild")]
	if g == nil {
		return failure(404, 10004, "Unknown Guild")
	}
	for _, bot := range s.bots {
		if bot.ID == r.PathValue("user") {
			return 200, Object{"user": bot.user(), "roles": append([]string{}, g.own[bot.ID]...), "nick": nil}
		}
	}
	return failure(404, 10007, "Unknown Member")
}
