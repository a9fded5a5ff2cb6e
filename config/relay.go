package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/relay"
)

// A Relay says in some channels what people said elsewhere.
type Relay struct {
	Match Pattern `toml:"match"` // in which channels; always to be given
	relay.Config
}

// Start implements [document.Starter].
func (r *Relay) Start(map[string]any) { r.Config = relay.Default() }

// Puppets are accounts that a relay makes, one for each person elsewhere.
type Puppets struct {
	Match Pattern `toml:"match"` // in which channels; always to be given
	relay.PuppetsConfig
}

// Relaying returns all relays, in the order of their names, and puppets, in that of the
// file.
func (c *Config) Relaying() *relay.Rules { return &c.relaying }

// IsOurs reports whether somebody whom a relay calls by that name is one of a channel's
// familiars: it is theirs, or that of an account that one has on any network; known
// gives the name by which its network knows an account, "" where it has not said so.
// An alias is no name that a relay shows.
func (c *Config) IsOurs(id messages.ChannelID, name string, known func(messages.AccountID) string) bool {
	there := c.Channel(id)
	if there == nil {
		return false
	}
	for i := range there.Seats {
		who := there.Seats[i].Familiar
		if relay.IsOneOf(name, there.Seats[i].Name) {
			return true
		}
		for at, account := range c.seats.accounts {
			if at.familiar == who && relay.IsOneOf(name, c.Accounts[account].Nick, known(account)) {
				return true
			}
		}
	}
	return false
}

// relays checks relays and puppets and makes their rules.
func (v *validation) relays() {
	for _, name := range slices.Sorted(maps.Keys(v.Relays)) {
		r, path := v.Relays[name], document.Inside("relays", name)
		if !isID(name) {
			v.wrong(path, "%q can't name a relay: %s", name, wantID)
		}
		v.listens(path, r.Match)
		v.values(path, r.Validate())
		v.relaying.Relays = append(v.relaying.Relays, relay.Relay{Config: r.Config, Name: name, Match: r.Match.Match})
	}
	for i, p := range v.Puppets {
		path := document.Item("puppets", i+1)
		v.listens(path, p.Match)
		v.values(path, p.Validate())
		v.relaying.Puppets = append(v.relaying.Puppets, relay.Puppets{PuppetsConfig: p.PuppetsConfig, Match: p.Match.Match})
	}
}

// listens checks that somebody may hear what a rule is for.
func (v *validation) listens(path string, match Pattern) {
	switch at := document.Inside(path, "match"); {
	case match == (Pattern{}):
		v.wrong(at, `is not set: want a pattern such as "discord:9/*"`)
	case !v.seats.hears(match):
		v.odd(at, "no account hears anything on %s: add one, or leave this out", match.network)
	}
}

// hears reports whether anybody has an account where a pattern is for.
func (s *seating) hears(match Pattern) bool {
	for at := range s.accounts {
		if match.isOn(at.network) {
			return true
		}
	}
	return false
}

// relayed says what relays and puppets a channel has, for an operator; "": none.
func (c *Config) relayed(id messages.ChannelID) string {
	var all []string
	for i := range c.relaying.Relays {
		if r := &c.relaying.Relays[i]; r.Match(id) {
			all = append(all, fmt.Sprintf("%s (%s)", r, c.at(document.Inside("relays", r.Name))))
		}
	}
	for i := range c.relaying.Puppets {
		if p := &c.relaying.Puppets[i]; p.Match(id) {
			all = append(all, fmt.Sprintf("%s are %s (%s)", list(p.Authors), p.Are, c.at(document.Item("puppets", i+1))))
		}
	}
	return strings.Join(all, "; ")
}
