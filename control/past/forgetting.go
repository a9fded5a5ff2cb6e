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

// forgettings are what was taken away, and by which records.
type forgettings struct {
	persons map[messages.PersonID]uint64 // sequence of the newest record that forgot them
	texts   []textsForgotten             // none that does less than a newer one
}

// A textsForgotten is an order that took the texts from before a moment.
type textsForgotten struct {
	seq    uint64
	before messages.Instant
}

func (f *forgettings) size() int { return len(f.persons) + len(f.texts) }

func (f *forgettings) add(seq uint64, e messages.Forgotten) {
	if e.Person != "" {
		if f.persons == nil {
			f.persons = map[messages.PersonID]uint64{}
		}
		f.persons[e.Person] = max(f.persons[e.Person], seq)
	}
	covers := func(a, b textsForgotten) bool { return a.seq >= b.seq && a.before >= b.before }
	is := textsForgotten{seq, e.Before}
	if e.Before == 0 || slices.ContainsFunc(f.texts, func(t textsForgotten) bool { return covers(t, is) }) {
		return
	}
	f.texts = append(slices.DeleteFunc(f.texts, func(t textsForgotten) bool { return covers(is, t) }), is)
}

// took reports whether what a record says is gone by a newer one. Its text can still be
// there, or be blank already.
func (f *forgettings) took(r journal.Record) bool {
	l := wordsOf(r.Event)
	if l == nil {
		return false
	}
	at := ShownAt(r, l)
	return f.persons[l.Author.ID] > r.Seq || slices.ContainsFunc(f.texts, func(t textsForgotten) bool { return t.seq > r.Seq && at < t.before })
}
