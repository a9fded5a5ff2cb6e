package seating

import (
	"time"

	"familiar/internal/bounds"
	"familiar/policy/reaction"
)

// Late is what stands in place of a reply that would come too late.
type Late struct {
	After time.Duration `toml:"after"` // how long after the newest line it answers; default 0: none comes too late
	Emoji string        `toml:"emoji"` // the reaction to that line, where the network has reactions; default 👀
}

// Validate says what is wrong, all of it.
func (l Late) Validate() error {
	return bounds.Check(
		bounds.Between("after", l.After, 0, 24*time.Hour),
		bounds.Must(l.After == 0 || reaction.Check(l.Emoji) == nil, "emoji = %q: %v", l.Emoji, reaction.ErrEmoji),
	)
}

func defaultLate() Late { return Late{Emoji: "👀"} }
