package config

import (
	"cmp"
	"strings"

	"familiar/messages"
)

// On reports whether anybody may be in a channel of a network: a rule puts
// somebody there, or unknown channels are not ignored.
func (c *Config) On(network messages.Network) bool {
	if c.Unknown != Ignore {
		return true
	}
	for _, rule := range c.Channels {
		if rule.Match.network == network && len(rule.Familiars) > 0 {
			return true
		}
	}
	return false
}

// Named returns the channels of a network without workspaces that rules call by
// their names, in the order of the file.
func (c *Config) Named(network messages.Network) []messages.ChannelID {
	var named []messages.ChannelID
	for _, rule := range c.Channels {
		p := rule.Match
		if p.network == network && p.workspace == "*" && !strings.ContainsAny(p.chat, `*?[\`) {
			named = append(named, messages.ChannelID(string(network)+"//"+p.chat)) // patterns write chats as ids do
		}
	}
	return named
}

// Called returns what the rules call a channel and say it is for; "" for what
// none of them says, so that its network may. A thread is not called as its
// channel is, but is for the same.
func (c *Config) Called(id messages.ChannelID) (name, description string) {
	for i := range c.Channels {
		if rule := &c.Channels[i]; rule.Match.Match(id) {
			name, description = cmp.Or(rule.Name, name), cmp.Or(rule.Description, description)
		}
	}
	if id.IsThread() {
		name = ""
	}
	return name, description
}
