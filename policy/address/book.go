package address

import (
	"encoding/json"
	"slices"

	"familiar/messages"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// A Book is which seats of a channel go by which account, and what each said of
// late where several share one. The zero Book has no seats; [Book.Use] gives it
// some. Its JSON is what the seats said.
type Book struct {
	config *seating.Config
	owned  *transcript.Owners // nil: no seat shares its account
}

// Use puts a configuration in force. Where no seat shares its account nothing
// is remembered.
func (b *Book) Use(c *seating.Config) {
	b.config = c
	switch shared := slices.ContainsFunc(c.Seats, func(c seating.SeatConfig) bool { return c.Persona }); {
	case !shared:
		b.owned = nil
	case b.owned == nil:
		b.owned = &transcript.Owners{}
	}
}

// shares reports whether some seat shares its account.
func (b *Book) shares() bool { return b.owned != nil }

// Reseat moves what is remembered along with the seats, see
// [transcript.Marks.Reseat].
func (b *Book) Reseat(to []int) {
	if b.shares() {
		b.owned.Reseat(to)
	}
}

// Remember remembers that seat i said a line, where several share its account.
func (b *Book) Remember(i int, line messages.LineID) {
	if b.config.Seats[i].Persona {
		b.owned.Add(line, i)
	}
}

// Speaker returns the seat whose account that person is, or -1; of several that
// share the account, some.
func (b *Book) Speaker(id messages.PersonID) int {
	if id == "" {
		return -1
	}
	for i := range b.config.Seats {
		if c := &b.config.Seats[i]; c.Self == id || c.SharesAccount(id) {
			return i
		}
	}
	return -1
}

// IsShared reports whether that person is an account which several seats share,
// so that naming it names none of them.
func (b *Book) IsShared(id messages.PersonID) bool { return b.shares() && b.config.Front(id) != nil }

// IsZero reports whether there is nothing to keep.
func (b Book) IsZero() bool { return b.owned == nil || len(*b.owned) == 0 }

// MarshalJSON encodes what the seats said.
func (b Book) MarshalJSON() ([]byte, error) { return json.Marshal(b.owned) }

// UnmarshalJSON decodes what [Book.MarshalJSON] gave.
func (b *Book) UnmarshalJSON(text []byte) error { return json.Unmarshal(text, &b.owned) }
