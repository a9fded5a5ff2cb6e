package discordtest

import (
	"maps"
	"strings"
)

// IntentsOff refuses the MESSAGE CONTENT intent from the next IDENTIFY on, and
// withholds content from who goes without it, also in the history.
func (s *Server) IntentsOff() {
	s.gateway.mu.Lock()
	defer s.gateway.mu.Unlock()
	s.gateway.intentsOff = true
}

// withoutContent returns an event as a bot without the MESSAGE CONTENT intent
// gets it: of a message only what the bot said itself, what was said to it
// alone and what mentions it has a content.
func withoutContent(kind string, d Object, b *Bot) Object {
	if !strings.HasPrefix(kind, "MESSAGE_") || d["author"] == nil || d["guild_id"] == nil {
		return d
	}
	return withheld(d, b)
}

func withheld(m Object, b *Bot) Object {
	if author, _ := m["author"].(Object); author["id"] == b.ID || pings(m["mentions"], b.ID) {
		return m
	}
	m = maps.Clone(m)
	m["content"], m["embeds"], m["attachments"], m["components"] = "", []Object{}, []Object{}, []Object{}
	delete(m, "poll")
	return m
}

func pings(mentions any, id string) bool {
	switch list := mentions.(type) {
	case []Object:
		for _, u := range list {
			if u["id"] == id {
				return true
			}
		}
	case []any:
		for _, u := range list {
			if u, _ := u.(Object); u["id"] == id {
				return true
			}
		}
	}
	return false
}
