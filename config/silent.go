package config

import (
	"fmt"

	"familiar/messages"
)

// Silent says why nobody is in a channel, as a clause; "" where somebody is, and
// where a rule says that nobody is to be. So what nobody has thought of is told
// from what somebody wants.
func (c *Config) Silent(id messages.ChannelID) string {
	if c.Channel(id) != nil {
		return ""
	}
	who, matched, named := c.strangers(), false, false
	for i := range c.Channels {
		rule := &c.Channels[i]
		if !rule.Match.Match(id) {
			continue
		}
		matched = true
		if rule.Familiars != nil {
			who, named = rule.Familiars, true
		}
	}
	switch {
	case len(who) > 0:
		return fmt.Sprintf("none of the familiars meant to be there has an account on %s", id.Network())
	case !matched:
		return "no rule matches it"
	case !named:
		return "no rule that matches it names a familiar"
	}
	return ""
}
