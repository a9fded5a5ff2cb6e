package transcript

import (
	"slices"

	"familiar/internal/grow"
)

// Seats are what the seats of a channel have to do with a line: sets of a bit
// each, but for by. Most lines have the same as another one, so a [Log] has each
// once, and a row its number.
type seats [decided + 1]uint32

// What they have to do with it, in the order in which it is packed.
const (
	aimed = iota
	waits
	by // the seat that said it, from 1; 0: somebody else
	unheard
	hidden
	named
	decided
)

// fewSeats is how many a log has before it looks which of them no row has any
// more: what a line has on the way to what it has in the end comes again with
// the next line.
const fewSeats = 32

// seatsOf returns those of these marks.
func seatsOf(m *Marks) seats {
	return seats{aimed: m.For, waits: m.Waits, by: uint32(uint8(m.By)), unheard: m.Unheard, hidden: m.Hidden, named: m.Named, decided: m.Decided}
}

// of returns what the seats have to do with a line; it isn't to be changed.
func (t *Log) of(r *Row) *seats { return &t.seats[r.seats] }

// add puts seats into one of a line's sets.
func (t *Log) add(r *Row, set int, these uint32) {
	if s := *t.of(r); s[set]&these != these {
		s[set] |= these
		r.seats = t.numberSeats(&s, r.seats+1)
	}
}

// drop takes seats out of one of a line's sets.
func (t *Log) drop(r *Row, set int, these uint32) {
	if s := *t.of(r); s[set]&these != 0 {
		s[set] &^= these
		r.seats = t.numberSeats(&s, r.seats+1)
	}
}

// By returns the seat that said a line, from 1; 0: somebody else.
func (t *Log) By(r *Row) int8 { return int8(t.of(r)[by]) }

// For returns the seats a line is addressed to.
func (t *Log) For(r *Row) uint32 { return t.of(r)[aimed] }

// Waits returns the seats that think about a line.
func (t *Log) Waits(r *Row) uint32 { return t.of(r)[waits] }

// Decided returns the seats that have decided on a line.
func (t *Log) Decided(r *Row) uint32 { return t.of(r)[decided] }

// Unheard returns the seats whose account has no copy of a line.
func (t *Log) Unheard(r *Row) uint32 { return t.of(r)[unheard] }

// Hidden returns the seats that must not see a line.
func (t *Log) Hidden(r *Row) uint32 { return t.of(r)[hidden] }

// Named returns the seats a line mentions.
func (t *Log) Named(r *Row) uint32 { return t.of(r)[named] }

// Shows reports whether seat i may be shown a line.
func (t *Log) Shows(r *Row, i int) bool { return (t.Hidden(r)|t.Unheard(r))&(1<<i) == 0 }

// WaitsFor reports whether seat i thinks about a line, of which those up to settled are
// settled for it. Its account has to have heard the line.
func (t *Log) WaitsFor(r *Row, i int, settled uint32) bool {
	return t.No(r) > settled && t.Waits(r)&^t.Unheard(r)&(1<<i) != 0
}

// Waiting returns the lines up to upto that seat i thinks about, oldest first.
func (t *Log) Waiting(i int, settled, upto uint32) []*Row {
	var all []*Row
	for r := range t.Between(settled+1, upto) {
		if t.WaitsFor(r, i, settled) {
			all = append(all, r)
		}
	}
	return all
}

// NewestWaiting returns the number of the newest line that seat i thinks about; one below
// the oldest resident: there is none.
func (t *Log) NewestWaiting(i int, settled uint32) uint32 {
	no := t.last
	for no >= t.Oldest() && !t.WaitsFor(t.At(no), i, settled) {
		no--
	}
	return no
}

// BotSpoke reports whether the newest of these lines is a bot's; of none, the newest line
// that anybody but seat i said, a sibling's included, and that seat i may be shown.
func (t *Log) BotSpoke(asked Entries, i int) bool {
	if len(asked) > 0 {
		return asked[len(asked)-1].Author.Bot
	}
	for no := t.last; no >= t.Oldest(); no-- {
		if r := t.At(no); int(t.By(r)) != i+1 && t.Shows(r, i) {
			return t.Author(r).Bot
		}
	}
	return false
}

// Address has a line wait for an answer of these seats.
func (t *Log) Address(r *Row, seats uint32) { t.add(r, aimed, seats) }

// Unaddress takes a line from these seats.
func (t *Log) Unaddress(r *Row, seats uint32) { t.drop(r, aimed, seats) }

// Wait has these seats think about a line.
func (t *Log) Wait(r *Row, seats uint32) { t.add(r, waits, seats) }

// Unwait has these seats think about a line no more.
func (t *Log) Unwait(r *Row, seats uint32) { t.drop(r, waits, seats) }

// MarkDecided notes that these seats have decided on a line.
func (t *Log) MarkDecided(r *Row, seats uint32) { t.add(r, decided, seats) }

// MarkHeard notes that the accounts of these seats have a copy of a line as it reads
// now.
func (t *Log) MarkHeard(r *Row, seats uint32) { t.drop(r, unheard, seats) }

// MarkUnheard notes that the accounts of these seats have no copy of a line.
func (t *Log) MarkUnheard(r *Row, seats uint32) { t.add(r, unheard, seats) }

// MarkNamed notes that a line mentions these seats.
func (t *Log) MarkNamed(r *Row, seats uint32) { t.add(r, named, seats) }

// Reseat moves a line's marks along with their seats, as [Marks.Reseat] does.
func (t *Log) Reseat(r *Row, to []int) {
	m := t.marks(r)
	m.Reseat(to)
	s := seatsOf(&m)
	r.seats = t.numberSeats(&s, r.seats)
}

// numberSeats returns the number of these for a row, for which it looks from a place
// on: what a line gets next is mostly what the line before got then, which is
// the next.
func (t *Log) numberSeats(s *seats, from uint8) uint8 {
	for k := int(from); k < len(t.seats); k++ {
		if t.seats[k] == *s {
			return uint8(k)
		}
	}
	if k := slices.Index(t.seats[:min(int(from), len(t.seats))], *s); k >= 0 {
		return uint8(k)
	}
	if len(t.seats) == cap(t.seats) {
		t.makeRoom()
	}
	t.seats = append(t.seats, *s)
	return uint8(len(t.seats) - 1)
}

// makeRoom makes room for other seats.
func (t *Log) makeRoom() {
	if len(t.seats) >= fewSeats {
		t.dropSeats()
	}
	t.seats = grow.By(t.seats, 4)
}

// dropSeats drops those that no row has.
func (t *Log) dropSeats() {
	was := t.seats
	t.seats = make([]seats, 0, len(was))
	for k := range t.rows {
		r := &t.rows[k]
		r.seats = t.numberSeats(&was[r.seats], 0)
	}
}
