package memory

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// A Recalled is a memory that comes to mind, and why.
type Recalled struct {
	Memory
	Why messages.RecalledFor
}

// personal is what it counts that a memory is about somebody who is answered: as much
// as two words that stand in no other memory.
const personal = 2

// Recall returns at most so many memories that come to mind by what is asked and by
// whom, accounts, the nearest first. A word counts the less, the more memories have
// it. Among equals what was learned later comes first, so the same store, asked the
// same, always answers the same.
func (s *Store) Recall(asked []string, by []messages.PersonID, most int) []Recalled {
	if len(s.Kept) == 0 {
		return nil
	}
	query := map[string]bool{}
	for _, text := range asked {
		for word := range wordsOf(text) {
			query[word] = true
		}
	}
	shared, times := make([][]string, len(s.Kept)), map[string]int{}
	for i, m := range s.Kept {
		for word := range wordsOf(m.Name + "\n" + m.Text) {
			if query[word] {
				shared[i] = append(shared[i], word)
				times[word]++
			}
		}
		slices.Sort(shared[i]) // sums of fractions depend on their order
	}
	type scored struct {
		Recalled
		score float64
	}
	var found []scored
	for i, m := range s.Kept {
		one := scored{Recalled: Recalled{Memory: m}}
		for _, word := range shared[i] {
			one.score += 1 / float64(times[word])
		}
		person := m.About != "" && slices.Contains(by, m.About)
		switch words := len(shared[i]) > 0; {
		case person && words:
			one.Why = messages.ForBoth
		case person:
			one.Why = messages.ForPerson
		case words:
			one.Why = messages.ForWords
		default:
			continue
		}
		if person {
			one.score += personal
		}
		one.From = slices.Clone(m.From)
		found = append(found, one)
	}
	slices.SortFunc(found, func(a, b scored) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.At, a.At), cmp.Compare(b.ID, a.ID))
	})
	found = found[:min(len(found), max(most, 0))]
	all := make([]Recalled, len(found))
	for i := range found {
		all[i] = found[i].Recalled
	}
	return all
}
