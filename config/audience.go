package config

import (
	"cmp"

	"familiar/internal/bounds"
	"familiar/messages"
)

// An Audience is who reads channels of the web, as a rule says: the network itself
// doesn't know whom the program's tokens were given to.
type Audience string

// The audiences.
const (
	ReadByAll     Audience = "all"     // everybody who reads any other that a rule says this of
	ReadByUnknown Audience = "unknown" // nobody can say
)

// Audience returns who reads a channel of the web, as the last rule for it that says so
// has it.
func (c *Config) Audience(id messages.ChannelID) messages.Audience {
	var read Audience
	for i := range c.Channels {
		if rule := &c.Channels[i]; rule.Match.Match(id) {
			read = cmp.Or(rule.Audience, read)
		}
	}
	if read == ReadByAll && id.Network() == webNetwork {
		return messages.AudienceAll
	}
	return messages.AudienceUnknown
}

const webNetwork messages.Network = "web"

// audience checks who reads the channels of a rule.
func (v *validation) audience(path string, rule *Rule) {
	if rule.Audience == "" {
		return
	}
	if err := bounds.Got.Check(bounds.OneOf("audience", rule.Audience, ReadByAll, ReadByUnknown)); err != nil {
		v.values(path, err)
	} else if rule.Match.network != webNetwork {
		v.wrong(path+".audience", "only of channels of the web: what other networks tell of who reads a channel, they tell themselves")
	}
}
