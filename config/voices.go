package config

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// implicit are the networks where a familiar has an account without anybody
// giving it one: they are this program's own.
var implicit = []messages.Network{"terminal", "web"}

// A Voice is a familiar and the account it speaks through on a network.
type Voice struct {
	Account  messages.AccountID
	Familiar messages.FamiliarID
	Name     string // the familiar's, as its lines are signed
}

// Voices gives everybody who can speak on a network, in the order of their
// accounts; in which channels they are, [Config.Channel] says.
func (c *Config) Voices(network messages.Network) []Voice {
	var all []Voice
	for at, account := range c.seats.accounts {
		if at.network == network {
			all = append(all, Voice{account, at.familiar, c.Familiars[at.familiar].Name})
		}
	}
	slices.SortFunc(all, func(a, b Voice) int { return cmp.Compare(a.Account, b.Account) })
	return all
}
