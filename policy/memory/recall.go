package memory

import (
	"cmp"
	"maps"
	"slices"

	"familiar/messages"
)

// A Recalled is a memory that comes to mind, and why.
type Recalled struct {
	Memory
	Why messages.RecalledFor
}

// personal is what it counts that a memory is about somebody who is answered or named: as much
// as two words that stand in no other memory.
const personal = 2

// Recall returns at most so many memories that come to mind by what is asked and by
// whom, accounts, the nearest first. A word counts the less, the more memories have
// it. The name of whom a memory is about is a word of it, however short; who is named
// counts as much as who asks. Among equals what was learned later comes first, so the same store, asked the
// same, always answers the same.
func (s *Store) Recall(asked []string, by []messages.PersonID, most int) []Recalled {
	if len(s.Kept) == 0 {
		return nil
	}
	query, named := map[string]bool{}, map[string]bool{}
	for _, text := range asked {
		maps.Copy(query, wordsOf(text, minLetters))
		maps.Copy(named, wordsOf(text, minName))
	}
	shared, times := make([][]string, len(s.Kept)), map[string]int{}
	calls := make([]bool, len(s.Kept)) // what is asked names whom it is about
	for i, m := range s.Kept {
		common := wordsOf(m.Text, minLetters)
		maps.DeleteFunc(common, func(word string, _ bool) bool { return !query[word] })
		for word := range wordsOf(m.Name, minName) {
			if named[word] {
				calls[i], common[word] = true, true
			}
		}
		shared[i] = slices.Sorted(maps.Keys(common)) // sums of fractions depend on their order
		for _, word := range shared[i] {
			times[word]++
		}
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
		if person || calls[i] {
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
