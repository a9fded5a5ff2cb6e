package past

import (
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// A forgetting is what was taken away since a record: by one [messages.Forgotten] or by
// all that came later.
type forgetting struct {
	all     bool
	persons []messages.PersonID
	before  messages.Instant // texts from before are gone
}

func (f *forgetting) add(e messages.Forgotten) {
	f.all = f.all || e.All
	if e.Person != "" {
		f.persons = append(f.persons, e.Person)
	}
	f.before = max(f.before, e.Before)
}

// took reports whether what an earlier record says is gone. Its text can still be
// there, or be blank already.
func (f *forgetting) took(earlier journal.Record) bool {
	if f.all {
		return true
	}
	l := wordsOf(earlier.Event)
	return l != nil && (ShownAt(earlier, l) < f.before || slices.Contains(f.persons, l.Author.ID))
}
