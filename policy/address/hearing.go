package address

import (
	"slices"

	"familiar/messages"
	"familiar/policy/odds"
	"familiar/policy/seating"
	"familiar/policy/transcript"
)

// What an account has no copy of, its seats have not heard: they decide on
// nothing of it, think of nothing because of it, and are not shown it. So a
// direct message, or a channel that only one of our accounts sees, is that
// account's seats' alone, whoever else has a seat by configuration.

// Hears returns the seats that hear what that account hears, a bit each: all,
// where nothing says whose ears it was.
func (b *Book) Hears(account messages.AccountID) uint32 {
	seats := b.all()
	if account == "" {
		return seats
	}
	for i := range b.config.Seats {
		if b.config.Seats[i].Account != account {
			seats &^= 1 << i
		}
	}
	return seats
}

func (b *Book) all() uint32 { return uint32(1)<<len(b.config.Seats) - 1 }

// Deaf returns the seats that do not hear what that account hears.
func (b *Book) Deaf(account messages.AccountID) uint32 { return b.all() &^ b.Hears(account) }

// Away returns the seats whose account is not known to be here now: it has no
// copy of the newest line. Before the first line nobody's is.
func (b *Book) Away(lines *transcript.Log) uint32 {
	if e := lines.At(lines.Last()); e != nil {
		return lines.Unheard(e)
	}
	return b.all()
}

// Unheard returns the seats that do not hear a line as it comes in. To a seat in
// shadow what a live one says is what our accounts say.
func (b *Book) Unheard(l *messages.Line, lines *transcript.Log) uint32 {
	deaf := b.Deaf(l.Account)
	if deaf != 0 && slices.ContainsFunc(b.config.Live(), func(c seating.SeatConfig) bool { return c.Self == l.Author.ID }) {
		deaf &= b.Away(lines)
	}
	return deaf
}

// DeafToOwn returns the seats that do not hear a line of seat i's account, which
// that account heard: what our accounts say to each other, some networks don't
// tell them, so whoever heard the line before it hears it, too.
func (b *Book) DeafToOwn(i int, account messages.AccountID, lines *transcript.Log) uint32 {
	return b.Deaf(account) & b.Deaf(b.config.Seats[i].Account) & b.Away(lines)
}

// IsElsewhere reports whether others have heard the newest line and seat i's
// account has not: whoever means everybody here doesn't mean it.
func (b *Book) IsElsewhere(i int, lines *transcript.Log) bool {
	return lines.Last() > 0 && b.Away(lines)&(1<<i) != 0
}

// Host returns the seat that answers for all: the first whose account heard the
// line, else the first.
func (b *Book) Host(l *messages.Line) int {
	host := -1
	for i := range b.config.Seats {
		if c := &b.config.Seats[i]; c.Account == l.Account && (host < 0 || c.Rank < b.config.Seats[host].Rank) {
			host = i
		}
	}
	return max(0, host)
}

// Awaits returns the seats that have yet to hear a line and may: their account has heard
// one of the lines before. Of a channel's first lines, which are those that it has heard so
// far, anybody may: nobody has heard enough to be missed.
func Awaits(e *transcript.Row, heard uint32, lines *transcript.Log) uint32 {
	unheard := lines.Unheard(e)
	if unheard == 0 || heard <= odds.MostKept {
		return unheard
	}
	return unheard & hearers(e, odds.MostKept, lines)
}

// hearers returns the seats whose account has heard a line, or may have yet: it has
// heard one of so many before.
func hearers(e *transcript.Row, before uint32, lines *transcript.Log) uint32 {
	here := ^lines.Unheard(e)
	for no := lines.No(e) - 1; no > 0 && lines.No(e)-no <= before; no-- {
		if earlier := lines.At(no); earlier != nil {
			here |= ^lines.Unheard(earlier)
		}
	}
	return here
}
