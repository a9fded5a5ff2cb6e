package config

import (
	"cmp"
	"fmt"
	"slices"
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
		if rule.Match.isOn(network) && len(rule.Familiars) > 0 {
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
		if p.names(network) && p.workspace == "*" && !strings.ContainsAny(p.chat, `*?[\`) {
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

// Silent says why nobody is in a channel, as a clause; "" where somebody is, and
// where a rule says that nobody is to be. So what nobody has thought of is told
// from what somebody wants.
func (c *Config) Silent(id messages.ChannelID) string {
	if c.Channel(id) != nil {
		return ""
	}
	who, rules, named := c.who(id)
	_, mirrored := c.mirrorOf(id)
	switch {
	case mirrored:
		return ""
	case len(who) > 0:
		return fmt.Sprintf("none of the familiars meant to be there has an account on %s", id.Network())
	case len(rules) == 0:
		return "no rule matches it"
	case !named:
		return "no rule that matches it names a familiar"
	}
	return ""
}

// implicit are the networks where a familiar has an account without anybody
// giving it one: they are this program's own.
var implicit = []messages.Network{"terminal", "web"}

// A Voice is an account on a network, and what people there know it as.
type Voice struct {
	Account messages.AccountID
	Name    string // its familiar's, as its lines are signed; of one with persona the account's own
}

// Voices returns every account that speaks on a network, in their order; who is
// in which channels, [Config.Channel] says.
func (c *Config) Voices(network messages.Network) []Voice {
	var all []Voice
	for at, account := range c.seats.accounts {
		name := c.Familiars[at.familiar].Name
		if c.Accounts[account].Persona {
			name = string(account)
		}
		if at.network == network {
			all = append(all, Voice{account, name})
		}
	}
	slices.SortFunc(all, func(a, b Voice) int { return cmp.Compare(a.Account, b.Account) })
	return slices.Compact(all) // several familiars may share one
}
