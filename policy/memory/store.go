package memory

import (
	"cmp"
	"math"
	"slices"

	"familiar/messages"
)

// A Store is what is kept. The zero Store is empty.
type Store struct {
	Last    uint32   // newest id given
	Kept    []Memory // by id, ascending
	Shown   uint32   // newest id given to a window
	Windows []Window // of what is kept, by id, ascending
}

// Take keeps what a model said that was shown a window, at most so many in all, and
// returns how many items those were: a text must be tidy, and say which lines it was made
// of. What says the same of the same person is kept once, as sure as it ever was. It goes
// with the lines of the new window only: of what was kept before, the model that wrote it
// was shown nothing.
func (s *Store) Take(w Window, items []Item, most int) (kept int) {
	s.Shown++
	w.ID = s.Shown
	s.Windows = append(s.Windows, w)
	for i := range items {
		if s.take(items[i], w.ID) {
			kept++
		}
	}
	s.Bound(most)
	s.tidy()
	return kept
}

func (s *Store) take(item Item, window uint32) bool {
	m := item.Memory
	if m.Text == "" || m.Text != Tidy(m.Text) || len(m.From) == 0 || m.Sure == 0 || m.Sure > 100 {
		return false
	}
	m.From, m.Window = slices.Clone(m.From), window
	s.drop(func(o *Memory) bool {
		same := o.About == m.About && folded(o.Text) == folded(m.Text)
		if same {
			m.Sure = max(m.Sure, o.Sure)
		}
		return same || item.Replaces != 0 && o.ID == item.Replaces
	})
	s.Last++
	m.ID = s.Last
	s.Kept = append(s.Kept, m)
	return true
}

// Bound lets go of all but so many: of the least sure the oldest first.
func (s *Store) Bound(most int) {
	for len(s.Kept) > max(most, 0) {
		least := slices.MinFunc(s.Kept, func(a, b Memory) int {
			return cmp.Or(cmp.Compare(a.Sure, b.Sure), cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID))
		})
		s.drop(func(m *Memory) bool { return m.ID == least.ID })
		s.tidy()
	}
}

// Forget lets go of all that may be made of such lines, and returns how many memories
// that were.
func (s *Store) Forget(g Gone) int {
	gone := map[uint32]bool{}
	for i := range s.Windows {
		gone[s.Windows[i].ID] = s.Windows[i].holds(g)
	}
	defer s.tidy()
	return s.drop(func(m *Memory) bool { return gone[m.Window] || g.By != "" && m.About == g.By })
}

// Oldest returns when the oldest line was heard that something may be made of; of an
// empty store the end of time.
func (s *Store) Oldest() messages.Instant {
	oldest := messages.Instant(math.MaxInt64)
	for i := range s.Windows {
		oldest = min(oldest, s.Windows[i].Oldest)
	}
	return oldest
}

// About returns what is kept about somebody, oldest first.
func (s *Store) About(account messages.PersonID) (all []Memory) {
	for _, m := range s.Kept {
		if account != "" && m.About == account {
			all = append(all, m)
		}
	}
	return all
}

// Knows reports whether anything is kept about somebody, or may be made of what they said.
func (s *Store) Knows(account messages.PersonID) bool {
	gone := Gone{By: account}
	return slices.ContainsFunc(s.Windows, func(w Window) bool { return w.holds(gone) }) || len(s.About(account)) > 0
}

func (s *Store) drop(goes func(*Memory) bool) int {
	before := len(s.Kept)
	if s.Kept = slices.DeleteFunc(s.Kept, func(m Memory) bool { return goes(&m) }); len(s.Kept) == 0 {
		s.Kept = nil // as it is read
	}
	return before - len(s.Kept)
}

// tidy lets go of the windows of which nothing is kept.
func (s *Store) tidy() {
	s.Windows = slices.DeleteFunc(s.Windows, func(w Window) bool {
		return !slices.ContainsFunc(s.Kept, func(m Memory) bool { return m.Window == w.ID })
	})
	if len(s.Windows) == 0 {
		s.Windows = nil
	}
}
