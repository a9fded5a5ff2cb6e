package budget

import (
	"slices"

	"familiar/internal/compact"
	"familiar/messages"
)

// toldMost is how many persons a channel remembers to have told: beyond it whoever
// was told first may be told again.
const toldMost = 64

// Told is who in a channel was told today that they have had what they may. In the
// zero Told nobody was.
type Told struct {
	Ends    messages.Instant `json:"e,omitempty"` // of the day
	Persons []Person         `json:"p,omitempty"`
}

// Tell reports whether somebody is to be told now, and remembers it: it is said once
// a day.
func (t *Told) Tell(now messages.Instant, who Person, c *Config) bool {
	if now >= t.Ends {
		_, ends := c.day(now)
		*t = Told{Ends: ends}
	}
	if slices.Contains(t.Persons, who) {
		return false
	}
	if len(t.Persons) == toldMost {
		t.Persons = slices.Delete(t.Persons, 0, 1)
	}
	t.Persons = append(t.Persons, who)
	return true
}

// Fields implements [compact.Value].
func (t *Told) Fields(c *compact.Codec) {
	compact.At(c, 1, &t.Ends)
	for i := range compact.Items(c, 2, &t.Persons) {
		compact.Uint(c, 1, &t.Persons[i])
		c.End()
	}
}
