package relay

import (
	"familiar/internal/bounds"
	"familiar/messages"
)

// A Kind is what an author is.
type Kind string

// The kinds.
const (
	People Kind = "people"
	Bots   Kind = "bots"
)

// PuppetsConfig is what an operator says of accounts that a relay makes, one for each
// person elsewhere.
type PuppetsConfig struct {
	Authors []Mask `toml:"authors"` // their ids; always to be given
	Are     Kind   `toml:"are"`     // people or bots, whatever the network says; always to be given
}

// Validate says what is wrong, all of it.
func (c *PuppetsConfig) Validate() error {
	return bounds.Check(append(masks(c.Authors),
		bounds.Must(len(c.Authors) > 0 && len(c.Authors) <= mostListed, "authors: got %d: want ids such as %q, 1 to %d", len(c.Authors), "@_discord_*:example.org", mostListed),
		bounds.Must(c.Are == People || c.Are == Bots, "are = %q: want people or bots", c.Are),
	)...)
}

// Puppets are such accounts in some channels.
type Puppets struct {
	PuppetsConfig
	Match func(messages.ChannelID) bool
}
