package seating

import (
	"slices"

	"familiar/messages"
)

// Kin returns for each seat which of these familiars have its account, a bit each: by this
// configuration, or as its live siblings do.
func (c *Config) Kin(of []messages.FamiliarID) []uint32 {
	kin := make([]uint32, len(c.Seats))
	for k, who := range of {
		account, known := c.accountOf(who)
		for i := range c.Seats {
			if known && c.Seats[i].Account == account {
				kin[i] |= 1 << k
			}
		}
	}
	return kin
}

func (c *Config) accountOf(who messages.FamiliarID) (messages.AccountID, bool) {
	for _, seats := range [...][]SeatConfig{c.Seats, c.Live()} {
		if k := slices.IndexFunc(seats, func(s SeatConfig) bool { return s.Familiar == who }); k >= 0 {
			return seats[k].Account, true
		}
	}
	return "", false
}

// Moved returns the seats whose familiars had another account by a configuration before, a
// bit each; nil: there was none.
func (c *Config) Moved(was *Config) (seats uint32) {
	for i := range c.Seats {
		if s := was.SeatOf(c.Seats[i].Familiar); s != nil && s.Account != c.Seats[i].Account {
			seats |= 1 << i
		}
	}
	return seats
}
