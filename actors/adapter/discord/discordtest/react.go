package discordtest

import "strings"

// React has somebody react to a message; of an emoji of a server's own, name is
// "NAME:ID".
func (s *Server) React(channel, id, who, name string) {
	s.reaction("MESSAGE_REACTION_ADD", channel, id, who, name)
}

// Unreact takes a reaction away: without somebody all of that name, and without
// a name, too, all there are.
func (s *Server) Unreact(channel, id, who, name string) {
	switch {
	case who != "":
		s.reaction("MESSAGE_REACTION_REMOVE", channel, id, who, name)
	case name != "":
		s.reaction("MESSAGE_REACTION_REMOVE_EMOJI", channel, id, who, name)
	default:
		s.reaction("MESSAGE_REACTION_REMOVE_ALL", channel, id, who, name)
	}
}

// reaction tells of one in the documented form: the member only where one was
// added in a guild.
func (s *Server) reaction(event, channel, id, who, name string) {
	s.mu.Lock()
	e := Object{"channel_id": channel, "message_id": id}
	if g := s.channels[channel]["guild_id"]; g != nil {
		e["guild_id"] = g
	}
	if name != "" {
		e["emoji"] = emoji(name)
	}
	if who != "" {
		person := s.person(who)
		e["user_id"], e["burst"], e["type"] = person["id"], false, 0
		if event == "MESSAGE_REACTION_ADD" && e["guild_id"] != nil {
			e["member"] = Object{"user": person, "nick": nil, "roles": []string{}}
		}
	}
	s.mu.Unlock()
	s.Send(event, e)
}

func emoji(name string) Object {
	if own, id, ok := strings.Cut(name, ":"); ok {
		return Object{"id": id, "name": own, "animated": false}
	}
	return Object{"id": nil, "name": name}
}
