package memory

import (
	"cmp"
	"math"
	"slices"

	"familiar/messages"
)

// A Store is what is kept. The zero Store is empty.
type Store struct {
	Last uint32   // newest id given
	Kept []Memory // by id, ascending
}

// Take keeps an item, and reports whether it did: its text must be tidy, and it must
// say which lines it was made of. What says the same of the same person is kept once,
// with the lines of both. What it replaces goes, and leaves it its lines, since their
// words may stand in it; an item that would be made of more than [MaxSources] lines
// isn't taken, and what it was to replace stays.
func (s *Store) Take(item Item, most int) bool {
	m := item.Memory
	if m.Text == "" || m.Text != Tidy(m.Text) || len(m.From) == 0 || m.Sure == 0 || m.Sure > 100 {
		return false
	}
	m.From = slices.Clone(m.From)
	replaced := s.find(item.Replaces)
	if replaced >= 0 {
		m.From = sources(m.From, s.Kept[replaced].From)
	}
	same := slices.IndexFunc(s.Kept, func(o Memory) bool { return o.About == m.About && folded(o.Text) == folded(m.Text) })
	if same >= 0 {
		m.From = sources(m.From, s.Kept[same].From)
	}
	if len(m.From) > MaxSources {
		return false
	}
	if same >= 0 {
		m.Sure = max(m.Sure, s.Kept[same].Sure)
		s.remove(s.Kept[same].ID)
	}
	s.remove(item.Replaces)
	s.Last++
	m.ID = s.Last
	s.Kept = append(s.Kept, m)
	s.Bound(most)
	return true
}

// Bound lets go of all but so many: of the least sure the oldest first.
func (s *Store) Bound(most int) {
	for len(s.Kept) > max(most, 0) {
		least := slices.MinFunc(s.Kept, func(a, b Memory) int {
			return cmp.Or(cmp.Compare(a.Sure, b.Sure), cmp.Compare(a.At, b.At), cmp.Compare(a.ID, b.ID))
		})
		s.remove(least.ID)
	}
}

// Forget lets go of what was made of such lines, even in part, and returns how many
// memories that were.
func (s *Store) Forget(of func(Source) bool) int {
	return s.drop(func(m *Memory) bool { return slices.ContainsFunc(m.From, of) })
}

// ForgetAbout lets go of what is about somebody, and returns how many memories that
// were.
func (s *Store) ForgetAbout(account messages.PersonID) int {
	return s.drop(func(m *Memory) bool { return account != "" && m.About == account })
}

// Oldest returns when the oldest line was heard that something is made of; of an empty
// store the end of time.
func (s *Store) Oldest() messages.Instant {
	oldest := messages.Instant(math.MaxInt64)
	for i := range s.Kept {
		for _, f := range s.Kept[i].From {
			oldest = min(oldest, f.At)
		}
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

func (s *Store) drop(goes func(*Memory) bool) int {
	before := len(s.Kept)
	s.Kept = slices.DeleteFunc(s.Kept, func(m Memory) bool { return goes(&m) })
	return before - len(s.Kept)
}

func (s *Store) remove(id uint32) {
	if k := s.find(id); k >= 0 {
		s.Kept = slices.Delete(s.Kept, k, k+1)
	}
}

func (s *Store) find(id uint32) int {
	return slices.IndexFunc(s.Kept, func(m Memory) bool { return id != 0 && m.ID == id })
}
