// Package settings holds the configuration in force with what was made of it:
// the models, who our accounts are on their networks, and the roles that claims
// have given. Nobody changes what is in force; another is put in its place.
//
//	settings.go    what is in force
//	in_force.go    and its replacement
//	identities.go  who the accounts are
//	ours.go        by which names a relay calls them
//	strangers.go   those who say so later
//	roles.go       roles that claims have given
//	day.go         what experiments draw each day
//	holds.go       what may not be erased
package settings

import (
	"familiar/app/models"
	"familiar/config"
	"familiar/messages"
	"familiar/policy/conversation"
)

// Settings is a configuration and what was made of it.
type Settings struct {
	*config.Config
	Clients *models.Models
	who     *identities
}

// Seats returns a channel's settings with our accounts' ids; nil when nobody is
// there.
func (s *Settings) Seats(id messages.ChannelID) *conversation.Config {
	if c := s.Channel(id); c != nil {
		return s.who.in(id.Network(), c)
	}
	return nil
}

// In returns the same; with nobody there it is an empty room.
func (s *Settings) In(id messages.ChannelID) *conversation.Config {
	if c := s.Seats(id); c != nil {
		return c
	}
	keep, expires := s.Keeps(id)
	return &conversation.Config{Generation: s.Generation, Room: s.Room, Keep: keep, Expires: expires, Held: s.Held(id)}
}

// next returns the same as another generation, to be changed before anybody
// uses it.
func (s *Settings) next() *Settings {
	return &Settings{Config: s.Next(), Clients: s.Clients, who: s.who.copy()}
}
