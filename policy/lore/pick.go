package lore

import (
	"cmp"
	"slices"
	"strconv"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/messages"
)

// Picked is what a prompt gets.
type Picked struct {
	Entries []*Entry // in the order in which they stand in the prompt, those of [First] before those of [Last]
	NoRoom  []string // ids of those that there was no room for

	spent int // characters
	count int // entries
}

// IDs returns which entries a prompt gets; nil for none.
func (p Picked) IDs() (ids []string) {
	for _, e := range p.Entries {
		ids = append(ids, e.ID)
	}
	return ids
}

// At returns the entries that stand at a place.
func (p Picked) At(place Place) []*Entry {
	return slices.DeleteFunc(slices.Clone(p.Entries), func(e *Entry) bool { return e.Place != place })
}

// With returns what a prompt has once it gets more, picked with p as what it had.
func (p Picked) With(more Picked) Picked {
	p.Entries, p.spent, p.count = slices.Concat(p.Entries, more.Entries), more.spent, more.count
	for _, id := range more.NoRoom {
		if !slices.Contains(p.NoRoom, id) {
			p.NoRoom = append(p.NoRoom, id)
		}
	}
	return p
}

// Seed is what the draws of a turn come of: the same for an order given again.
func Seed(channel messages.ChannelID, who messages.FamiliarID, order uint64) uint64 {
	return fnv.Add(fnv.Sum(string(channel)+"\x00"+string(who)+"\x00"), strconv.FormatUint(order, 10))
}

// Pick says which entries belong into a prompt that shows these lines, oldest first:
// entries that are constant and entries whose keys are in them, as far as the budget
// has room. An entry that has no room makes none for itself; smaller ones behind it
// may still get some. had is what the prompt has already, of the same turn: that isn't
// picked again, and its characters count.
func (l *Lore) Pick(lines []string, seed uint64, had Picked) Picked {
	if l == nil || len(l.entries) == 0 {
		return Picked{}
	}
	s := l.search(lines, seed, had)
	s.first()
	for range l.book.Rounds {
		if !s.again() {
			break
		}
	}
	slices.SortFunc(s.taken, func(a, b *entry) int {
		return cmp.Or(cmp.Compare(places[a.Place], places[b.Place]), cmp.Compare(a.Order, b.Order), cmp.Compare(a.at, b.at))
	})
	for _, e := range s.taken {
		s.picked.Entries = append(s.picked.Entries, e.Entry)
	}
	return s.picked
}

var places = map[Place]int{First: 0, Last: 1}

// A search is one run through the entries.
type search struct {
	*Lore
	window *window
	seed   uint64
	done   []bool // by entry: it is in the prompt, or has no room, or no luck
	found  []bool // by entry: one of its keys was found
	taken  []*entry
	fresh  []*entry   // taken since texts were last searched
	told   []haystack // texts of entries in the prompt that may bring in others
	picked Picked
}

func (l *Lore) search(lines []string, seed uint64, had Picked) *search {
	most := 0
	for i := range l.entries {
		most = max(most, l.entries[i].depth)
	}
	s := &search{
		Lore: l, window: newWindow(lines, most, l.exact), seed: seed,
		done: make([]bool, len(l.entries)), found: make([]bool, len(l.entries)),
		picked: Picked{spent: had.spent, count: had.count},
	}
	for i := range l.entries {
		s.done[i] = slices.Contains(had.Entries, l.entries[i].Entry)
	}
	return s
}

// first takes in what the lines bring in.
func (s *search) first() {
	for i := range s.entries {
		e := &s.entries[i]
		if s.done[i] {
			continue
		}
		lines := s.window.newest(e.depth)
		s.found[i] = slices.ContainsFunc(e.keys, func(k key) bool { return s.window.pairs.mayHave(&k) && lines.has(&k) })
		if e.Constant || s.found[i] && e.wants(lines) {
			s.take(i)
		}
	}
}

// again takes in what the texts bring in that were taken in last; false: there were
// none. What they say counts beside the lines.
func (s *search) again() bool {
	var last []haystack
	for _, e := range s.fresh {
		if e.Wakes {
			last = append(last, e.told)
		}
	}
	s.fresh = nil
	if len(last) == 0 {
		return false
	}
	s.told = append(s.told, last...)
	for i := range s.entries {
		e := &s.entries[i]
		if s.done[i] || !e.Woken {
			continue
		}
		s.found[i] = s.found[i] || slices.ContainsFunc(last, func(h haystack) bool { return h.anyOf(e.keys) })
		if s.found[i] && e.wants(append([]haystack{s.window.newest(e.depth)}, s.told...)...) {
			s.take(i)
		}
	}
	return true
}

// take puts an entry into the prompt, if it has luck and there is room.
func (s *search) take(i int) {
	e := &s.entries[i]
	s.done[i] = true
	if e.Chance < 100 && splitmix.Fraction(splitmix.At(s.seed, e.hash))*100 >= float64(e.Chance) {
		return
	}
	if s.picked.spent+e.size > s.book.Budget || s.picked.count == MaxPicked {
		s.picked.NoRoom = append(s.picked.NoRoom, e.ID)
		return
	}
	s.picked.spent += e.size
	s.picked.count++
	s.taken, s.fresh = append(s.taken, e), append(s.fresh, e)
}

// anyOf reports whether one of the keys is in the text.
func (h haystack) anyOf(keys []key) bool {
	for i := range keys {
		if h.has(&keys[i]) {
			return true
		}
	}
	return false
}

// wants reports whether the texts have of the secondary keys what the entry wants.
func (e *entry) wants(texts ...haystack) bool {
	if len(e.secondary) == 0 {
		return true
	}
	there := 0
	for i := range e.secondary {
		k := &e.secondary[i]
		if slices.ContainsFunc(texts, func(h haystack) bool { return h.has(k) }) {
			there++
		}
	}
	switch e.Logic {
	case All:
		return there == len(e.secondary)
	case NotAny:
		return there == 0
	case NotAll:
		return there < len(e.secondary)
	case Any:
	}
	return there > 0
}
