package transcript

import "familiar/messages"

// A Row is an [Entry] as a [Log] keeps it. Its words and its author are had of
// the log. Sets of seats have a bit each.
type Row struct {
	marks  Marks
	author uint8 // in Log.people
	said   place // the id, then the text
	id     uint32
	text   uint32 // length in bytes, as id's
}

// No returns the line's number, counted from 1.
func (r *Row) No() uint32 { return r.marks.No }

// At returns when it was journaled.
func (r *Row) At() messages.Instant { return r.marks.At }

// By returns the seat that said it, from 1; 0: somebody else.
func (r *Row) By() int8 { return r.marks.By }

// For returns the seats it is addressed to.
func (r *Row) For() uint32 { return r.marks.For }

// Waits returns the seats that think about it.
func (r *Row) Waits() uint32 { return r.marks.Waits }

// Decided returns the seats that have decided on it.
func (r *Row) Decided() uint32 { return r.marks.Decided }

// Unheard returns the seats whose account has no copy of it.
func (r *Row) Unheard() uint32 { return r.marks.Unheard }

// Hidden returns the seats that must not see it.
func (r *Row) Hidden() uint32 { return r.marks.Hidden }

// Named returns the seats it mentions.
func (r *Row) Named() uint32 { return r.marks.Named }

// Old reports whether it is from before we listened.
func (r *Row) Old() bool { return r.marks.Old }

// Again reports whether an edit has made it count as new.
func (r *Row) Again() bool { return r.marks.Again }

// Gone reports whether it was deleted or forgotten.
func (r *Row) Gone() bool { return r.marks.Gone }

// Open reports whether everybody in the workspace could read it as it was said.
func (r *Row) Open() bool { return r.marks.Open }

// Close notes that not everybody could.
func (r *Row) Close() { r.marks.Open = false }

// Shows reports whether seat i may be shown it.
func (r *Row) Shows(i int) bool { return r.marks.Shows(i) }

// HasID reports whether the network gave it an id.
func (r *Row) HasID() bool { return r.id > 0 }

// Address has it wait for an answer of these seats.
func (r *Row) Address(seats uint32) { r.marks.For |= seats }

// Unaddress takes it from these seats.
func (r *Row) Unaddress(seats uint32) { r.marks.For &^= seats }

// Wait has these seats think about it.
func (r *Row) Wait(seats uint32) { r.marks.Waits |= seats }

// Unwait has these seats think about it no more.
func (r *Row) Unwait(seats uint32) { r.marks.Waits &^= seats }

// MarkDecided notes that these seats have decided on it.
func (r *Row) MarkDecided(seats uint32) { r.marks.Decided |= seats }

// MarkHeard notes that the accounts of these seats have a copy of it as it reads
// now.
func (r *Row) MarkHeard(seats uint32) { r.marks.Unheard &^= seats }

// MarkUnheard notes that the accounts of these seats have none.
func (r *Row) MarkUnheard(seats uint32) { r.marks.Unheard |= seats }

// MarkNamed notes that it mentions these seats.
func (r *Row) MarkNamed(seats uint32) { r.marks.Named |= seats }

// CountAgain notes that an edit has made it count as new: it does so once.
func (r *Row) CountAgain() { r.marks.Again = true }

// Reseat moves its marks along with their seats, as [Marks.Reseat] does.
func (r *Row) Reseat(to []int) { r.marks.Reseat(to) }
