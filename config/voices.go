package config

import (
	"cmp"
	"slices"

	"familiar/messages"
)

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
