package seating

import (
	"slices"

	"familiar/messages"
)

// Mode says whether anybody is to notice a familiar.
type Mode string

// The modes.
const (
	Live     Mode = "live"   // it posts
	InShadow Mode = "shadow" // it decides as if it did, and posts nothing
)

// Split returns the configuration as live seats have it, and as those in shadow
// do. The network is asked about the channel once, for the live ones.
func (c *Config) Split() (live, shadow *Config) {
	lit, dark := *c, *c
	lit.Seats, lit.Ears, dark.Seats, dark.Ears = nil, nil, nil, nil
	for i := range c.Seats {
		to, familiar := &lit, c.Seats[i].Familiar
		if c.Seats[i].Policy.Mode == InShadow {
			to = &dark
		} else {
			dark.live = append(dark.live, c.Seats[i])
		}
		dark.cast = append(dark.cast, familiar)
		to.Seats = append(to.Seats, c.Seats[i])
	}
	dark.unseen = true
	if len(c.Ears) > 0 {
		lit.Listen()
		dark.Listen()
	}
	for i := range dark.Seats {
		dark.Seats[i].Members = dark.Seats[i].Members && len(lit.Seats) == 0
		dark.Seats[i].History = dark.Seats[i].History && len(lit.Seats) == 0
	}
	return &lit, &dark
}

// NamesLive reports whether a folded text names a familiar that is live where
// these seats are in shadow.
func (c *Config) NamesLive(folded string) bool {
	return slices.ContainsFunc(c.live, func(c SeatConfig) bool { return c.Names.In(folded) })
}

// Unseen reports whether these are the seats in shadow, see [Config.Split].
func (c *Config) Unseen() bool { return c.unseen }

// Live returns the live seats beside those in shadow; none where these are live.
func (c *Config) Live() []SeatConfig { return c.live }

// HasShadow reports whether some seat is in shadow.
func (c *Config) HasShadow() bool {
	return slices.ContainsFunc(c.Seats, func(c SeatConfig) bool { return c.Policy.Mode == InShadow })
}

// SeatOf returns a familiar's seat; nil: it has none in the channel. So it is of a nil
// configuration, of a channel in which nobody is.
func (c *Config) SeatOf(who messages.FamiliarID) *SeatConfig {
	if c == nil {
		return nil
	}
	for i := range c.Seats {
		if c.Seats[i].Familiar == who {
			return &c.Seats[i]
		}
	}
	return nil
}

// Familiars returns those of the channel, live or in shadow, in the order of
// their seats.
func (c *Config) Familiars() []messages.FamiliarID {
	if c.unseen {
		return c.cast
	}
	ids := make([]messages.FamiliarID, len(c.Seats))
	for i := range ids {
		ids[i] = c.Seats[i].Familiar
	}
	return ids
}
