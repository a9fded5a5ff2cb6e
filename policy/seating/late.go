package seating

import (
	"time"

	"familiar/internal/bounds"
	"familiar/messages"
	"familiar/messages/because"
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

// TooLate keeps a line of that age, which a seat hears late, from bringing about what its
// moment has passed for.
func (c *RoomConfig) TooLate(age time.Duration, n *messages.Note) {
	switch n.Act { //nolint:exhaustive // the others bring about nothing
	case messages.Engage, messages.Ask, messages.Wait:
	default:
		return
	}
	switch {
	case age > c.AnswerWithin:
		n.Act, n.Rung, n.Reason, n.Bar = messages.Observe, messages.ByStale, because.TooOld, 0
	case n.Act == messages.Wait && age > c.OverdueAfter:
		n.Act, n.Reason, n.Bar = messages.Observe, because.HeardLate, 0
	}
}
