// Package credit remembers with whom a familiar is in the middle of a conversation:
// an author it just answered has a credit and needn't address it again for a while.
//
// A ledger belongs to one seat, so it knows neither channels nor familiars.
// It doesn't know what a credit is worth: policy/ladder decides that.
// policy/conversation grants credits when a reply is delivered and spends
// them when the ladder says so.
package credit

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// Most is how many credits a ledger holds. Beyond it the one that would end
// first is dropped.
const Most = 50

// An Entry is the credit of one author.
type Entry struct {
	Author messages.PersonID `json:"a"`
	Until  messages.Instant  `json:"u"` // the first instant at which it is worth nothing
}

// A Ledger holds at most one credit for each author. The zero Ledger is empty.
// It is made to be kept as JSON.
type Ledger struct {
	Entries []Entry `json:"e,omitempty"` // sorted by author; change it by the methods only
}

// Grant gives author a credit until the given instant in place of an older
// one, even if that would have lasted longer.
func (l *Ledger) Grant(author messages.PersonID, until messages.Instant) {
	i, found := l.find(author)
	if found {
		l.Entries[i].Until = until
		return
	}
	l.Entries = slices.Insert(l.Entries, i, Entry{Author: author, Until: until})
	if len(l.Entries) > Most {
		l.dropFirstToEnd()
	}
}

// GrantAll gives each author a credit of c's whole window; while credits are
// off it does nothing.
func (l *Ledger) GrantAll(authors []messages.PersonID, now messages.Instant, c Config) {
	if !c.On {
		return
	}
	for _, author := range authors {
		l.Grant(author, now.Add(c.Window))
	}
}

// Has reports whether author holds a live credit: one that ends after now.
func (l *Ledger) Has(author messages.PersonID, now messages.Instant) bool {
	i, found := l.find(author)
	return found && l.Entries[i].Until > now
}

// Spend uses the author's credit and reports whether there was a live one. A
// live one slides, goes or stays as c.Mode says; sliding counts from now, so
// it can also shorten, and with no window to slide by the credit goes. One
// that has run out is dropped. While credits are off nothing happens.
func (l *Ledger) Spend(author messages.PersonID, now messages.Instant, c *Config) bool {
	i, found := l.find(author)
	if !found || !c.On {
		return false
	}
	live := l.Entries[i].Until > now
	switch {
	case live && c.Mode == Kept:
	case live && c.Mode == Slide && c.Window > 0:
		l.Entries[i].Until = now.Add(c.Window)
	default:
		l.Entries = slices.Delete(l.Entries, i, i+1)
	}
	return live
}

// Clear removes every credit, live or not, and returns how many there were.
func (l *Ledger) Clear() int {
	n := len(l.Entries)
	l.Entries = nil
	return n
}

// Withdraw removes an author's credit, live or not.
func (l *Ledger) Withdraw(author messages.PersonID) {
	i, is := l.find(author)
	if !is {
		return
	}
	if l.Entries = slices.Delete(l.Entries, i, i+1); len(l.Entries) == 0 {
		l.Entries = nil
	}
}

// All returns a copy of every credit, live or not, sorted by author.
func (l *Ledger) All() []Entry { return slices.Clone(l.Entries) }

func (l *Ledger) find(author messages.PersonID) (int, bool) {
	if len(l.Entries) == 0 { // as mostly
		return 0, false
	}
	return slices.BinarySearchFunc(l.Entries, author, func(e Entry, a messages.PersonID) int { return cmp.Compare(e.Author, a) })
}

func (l *Ledger) dropFirstToEnd() {
	first := 0
	for i := range l.Entries {
		if l.Entries[i].Until < l.Entries[first].Until {
			first = i
		}
	}
	l.Entries = slices.Delete(l.Entries, first, first+1)
}
