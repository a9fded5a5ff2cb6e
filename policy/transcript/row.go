package transcript

import "familiar/messages"

// A Row is an [Entry] as a [Log] keeps it, in 48 bytes. Its words and its author
// are had of the log. Sets of seats have a bit each.
type Row struct {
	at      messages.Instant
	no      uint32
	text    uint32 // length in bytes, as id's
	aimed   uint32
	waits   uint32
	decided uint32
	unheard uint32
	hidden  uint32
	named   uint32
	from    uint16 // where its words begin on their page: the id, then the text
	id      uint16 // at most longestID
	page    uint8
	author  uint8 // in Log.people
	by      int8
	is      traits
}

// longestID is the length of the longest id that a Row has, in bytes. No network
// gives its lines such; one with a longer id has none here.
const longestID = 1<<16 - 1

// Traits are what is so of a line, a bit each, in the order of those that are packed.
type traits uint8

const (
	isOld traits = 1 << iota
	isAgain
	isGone
	isOpen

	allTraits = isOld | isAgain | isGone | isOpen
)

func (all *traits) set(bit traits, to bool) {
	if *all &^= bit; to {
		*all |= bit
	}
}

// mark gives the row these marks.
func (r *Row) mark(m *Marks) {
	r.at, r.no, r.by, r.is = m.At, m.No, m.By, 0
	r.aimed, r.waits, r.decided, r.unheard, r.hidden, r.named = m.For, m.Waits, m.Decided, m.Unheard, m.Hidden, m.Named
	r.is.set(isOld, m.Old)
	r.is.set(isAgain, m.Again)
	r.is.set(isGone, m.Gone)
	r.is.set(isOpen, m.Open)
}

// marks returns its marks.
func (r *Row) marks() Marks {
	return Marks{
		No: r.no, For: r.aimed, Waits: r.waits, Decided: r.decided, Unheard: r.unheard, Hidden: r.hidden, Named: r.named,
		By: r.by, Old: r.Old(), Again: r.Again(), Gone: r.Gone(), Open: r.Open(), At: r.at,
	}
}

// lie has its words lie there.
func (r *Row) lie(at place) { r.page, r.from = at.page, at.from }

// size returns the length of its words in bytes.
func (r *Row) size() int { return int(r.id) + int(r.text) }

// No returns the line's number, counted from 1.
func (r *Row) No() uint32 { return r.no }

// At returns when it was journaled.
func (r *Row) At() messages.Instant { return r.at }

// By returns the seat that said it, from 1; 0: somebody else.
func (r *Row) By() int8 { return r.by }

// For returns the seats it is addressed to.
func (r *Row) For() uint32 { return r.aimed }

// Waits returns the seats that think about it.
func (r *Row) Waits() uint32 { return r.waits }

// Decided returns the seats that have decided on it.
func (r *Row) Decided() uint32 { return r.decided }

// Unheard returns the seats whose account has no copy of it.
func (r *Row) Unheard() uint32 { return r.unheard }

// Hidden returns the seats that must not see it.
func (r *Row) Hidden() uint32 { return r.hidden }

// Named returns the seats it mentions.
func (r *Row) Named() uint32 { return r.named }

// Old reports whether it is from before we listened.
func (r *Row) Old() bool { return r.is&isOld != 0 }

// Again reports whether an edit has made it count as new.
func (r *Row) Again() bool { return r.is&isAgain != 0 }

// Gone reports whether it was deleted or forgotten.
func (r *Row) Gone() bool { return r.is&isGone != 0 }

// Open reports whether everybody in the workspace could read it as it was said.
func (r *Row) Open() bool { return r.is&isOpen != 0 }

// Close notes that not everybody could.
func (r *Row) Close() { r.is &^= isOpen }

// Shows reports whether seat i may be shown it.
func (r *Row) Shows(i int) bool { return (r.hidden|r.unheard)&(1<<i) == 0 }

// HasID reports whether the network gave it an id.
func (r *Row) HasID() bool { return r.id > 0 }

// Address has it wait for an answer of these seats.
func (r *Row) Address(seats uint32) { r.aimed |= seats }

// Unaddress takes it from these seats.
func (r *Row) Unaddress(seats uint32) { r.aimed &^= seats }

// Wait has these seats think about it.
func (r *Row) Wait(seats uint32) { r.waits |= seats }

// Unwait has these seats think about it no more.
func (r *Row) Unwait(seats uint32) { r.waits &^= seats }

// MarkDecided notes that these seats have decided on it.
func (r *Row) MarkDecided(seats uint32) { r.decided |= seats }

// MarkHeard notes that the accounts of these seats have a copy of it as it reads
// now.
func (r *Row) MarkHeard(seats uint32) { r.unheard &^= seats }

// MarkUnheard notes that the accounts of these seats have none.
func (r *Row) MarkUnheard(seats uint32) { r.unheard |= seats }

// MarkNamed notes that it mentions these seats.
func (r *Row) MarkNamed(seats uint32) { r.named |= seats }

// CountAgain notes that an edit has made it count as new: it does so once.
func (r *Row) CountAgain() { r.is |= isAgain }

// Reseat moves its marks along with their seats, as [Marks.Reseat] does.
func (r *Row) Reseat(to []int) {
	m := r.marks()
	m.Reseat(to)
	r.mark(&m)
}
