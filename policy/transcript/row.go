package transcript

import "familiar/messages"

// A Row is an [Entry] as a [Log] keeps it, in 16 bytes. Its number, its words, its
// author and what seats have to do with it are had of the log.
type Row struct {
	at     uint32 // the lower bits of the instant
	after  int16  // those above
	text   uint16 // length in bytes, as id's; longText: to the end of its page
	id     uint16 // at most longestID
	spot   spot
	low    uint8 // the lower bits of its number, which are another resident line's never
	page   uint8 // in Log.pages
	author uint8 // in Log.people
	seats  uint8 // in Log.seats, as all rows with the same
}

// A spot is where the words of a line begin on their page, the id and then the text,
// and in the bits below that the line's traits. Pages that several lines share have at
// most [gathered] bytes, so that twelve bits are enough.
type spot uint16

// traitBits is how many bits the traits take of a spot.
const traitBits = 4

func (at spot) from() int { return int(at >> traitBits) }

// longestID is the length of the longest id that a Row has, in bytes. No network
// gives its lines such; one with a longer id has none here.
const longestID = 1<<16 - 1

// longText is the length of a text that is so long, or longer, and the last on its page.
const longText = 1<<16 - 1

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

// traitsOf returns those of these marks.
func traitsOf(m *Marks) (is traits) {
	is.set(isOld, m.Old)
	is.set(isAgain, m.Again)
	is.set(isGone, m.Gone)
	is.set(isOpen, m.Open)
	return is
}

// is returns what is so of it.
func (r *Row) is() traits { return traits(r.spot) & allTraits }

// become has that be so of it.
func (r *Row) become(is traits) { r.spot = r.spot&^spot(allTraits) | spot(is) }

// lie has its words lie there.
func (r *Row) lie(at place) {
	r.page, r.spot = at.page, spot(at.from)<<traitBits|r.spot&spot(allTraits)
}

// isEmpty reports whether it has no words.
func (r *Row) isEmpty() bool { return r.id == 0 && r.text == 0 }

// measure gives its words these lengths.
func (r *Row) measure(id, text int) { r.id, r.text = uint16(id), uint16(min(text, longText)) }

// date gives it that instant, of which it has 48 bits: that is 4,000 years either way.
func (r *Row) date(at messages.Instant) { r.at, r.after = uint32(at), int16(at>>32) }

// marks returns a line's marks.
func (t *Log) marks(r *Row) Marks {
	return Marks{
		No: t.No(r), For: t.For(r), Waits: t.Waits(r), Decided: t.Decided(r), Unheard: t.Unheard(r), Hidden: t.Hidden(r), Named: t.Named(r),
		By: t.By(r), Old: r.Old(), Again: r.Again(), Gone: r.Gone(), Open: r.Open(), At: r.At(),
	}
}

// No returns a resident line's number, counted from 1.
func (t *Log) No(r *Row) uint32 { return t.last - uint32(uint8(t.last)-r.low) }

// At returns when it was journaled.
func (r *Row) At() messages.Instant { return messages.Instant(r.after)<<32 | messages.Instant(r.at) }

// Old reports whether it is from before we listened.
func (r *Row) Old() bool { return r.is()&isOld != 0 }

// Again reports whether an edit has made it count as new.
func (r *Row) Again() bool { return r.is()&isAgain != 0 }

// Gone reports whether it was deleted or forgotten.
func (r *Row) Gone() bool { return r.is()&isGone != 0 }

// Open reports whether everybody in the workspace could read it as it was said.
func (r *Row) Open() bool { return r.is()&isOpen != 0 }

// Close notes that not everybody could.
func (r *Row) Close() { r.become(r.is() &^ isOpen) }

// HasID reports whether the network gave it an id.
func (r *Row) HasID() bool { return r.id > 0 }

// CountAgain notes that an edit has made it count as new: it does so once.
func (r *Row) CountAgain() { r.become(r.is() | isAgain) }
