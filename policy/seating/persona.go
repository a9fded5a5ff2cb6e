package seating

import (
	"strings"

	"familiar/messages"

	"familiar/policy/split"
)

// Familiars may share an account. The network then knows one person where the
// channel has several, so in here each of them is a person of its own.

// Meet tells a seat who its account is on the network.
func (c *SeatConfig) Meet(me messages.Author) {
	c.us, c.Self = me, me.ID
	if c.Persona {
		c.Self = me.ID + messages.PersonaMark + messages.PersonID(c.Familiar)
	}
}

// Person returns the id of the seat's account on its network: Self, unless the
// account has several familiars.
func (c *SeatConfig) Person() messages.PersonID { return AccountOf(c.Self) }

// SharesAccount reports whether the seat is one of several of that account.
func (c *SeatConfig) SharesAccount(id messages.PersonID) bool {
	return c.Persona && id != "" && c.us.ID == id
}

// ShownAs returns the name a post is to be shown under; "": the account's own.
func (c *SeatConfig) ShownAs() string {
	if c.Persona {
		return c.Name
	}
	return ""
}

// TextLimit returns how long a text of the seat's may be, with room for the name
// it may have before it.
func (c *SeatConfig) TextLimit() split.Limit {
	limit := c.Limit
	if limit.Max > 0 && c.Persona {
		limit.Max -= limit.Unit.Len("<" + c.Name + "> ")
	}
	return limit
}

// AccountOf returns the id on the network of whoever that is in here.
func AccountOf(id messages.PersonID) messages.PersonID {
	account, _, _ := strings.Cut(string(id), messages.PersonaMark)
	return messages.PersonID(account)
}

// Front returns who a line to that account is for that names nobody: of its
// familiars in the channel the one listed first; nil when they don't share it.
// A seat in shadow counts those that are live, too.
func (c *Config) Front(account messages.PersonID) (first *SeatConfig) {
	for _, seats := range [...][]SeatConfig{c.Seats, c.live} {
		for i := range seats {
			if seat := &seats[i]; seat.SharesAccount(account) && (first == nil || seat.Rank < first.Rank) {
				first = seat
			}
		}
	}
	return first
}

// SaidBy returns the seat that a line of a shared account names as its own: by
// the post's id, which the network may hand back, by the name its text begins
// with, or by the name it is shown under. A line that names nobody was written
// by hand, and counts as what the account's first familiar said; then it isn't
// sure. It is -1 for any other line.
func (c *Config) SaidBy(l *messages.Line) (i int, sure bool) {
	first, named, poster := -1, -1, messages.PostID(l.Nonce).Familiar()
	for k := range c.Seats {
		seat := &c.Seats[k]
		if !seat.SharesAccount(l.Author.ID) {
			continue
		}
		if poster != "" && seat.Familiar == poster || poster == "" && seat.Unsigned(l.Text) != l.Text {
			return k, true
		}
		if l.Author.Name == seat.Name {
			named = k
		}
		if first < 0 || seat.Rank < c.Seats[first].Rank {
			first = k
		}
	}
	if named >= 0 {
		return named, false
	}
	return first, false
}

// Sayer returns the familiar that said a line of an account which several share,
// as far as the line tells, and its words without its name before them; false
// for any other line.
func (c *Config) Sayer(l *messages.Line) (seat *SeatConfig, text string, is bool) {
	i, _ := c.SaidBy(l)
	if i < 0 {
		return nil, "", false
	}
	return &c.Seats[i], c.Seats[i].Unsigned(l.Text), true
}

// Unsigned returns a text without the name a network that shows none has before
// it.
func (c *SeatConfig) Unsigned(text string) string {
	for _, sign := range [...][2]string{{"", ": "}, {"<", "> "}} {
		if rest, is := strings.CutPrefix(text, sign[0]); is {
			if rest, is = strings.CutPrefix(rest, c.Name); is {
				if rest, is = strings.CutPrefix(rest, sign[1]); is {
					return rest
				}
			}
		}
	}
	return text
}
