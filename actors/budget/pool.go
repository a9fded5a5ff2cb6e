package budget

import (
	"encoding/json"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/policy/budget"
)

// A Pool keeps words of several processes by their names, which are letters and
// digits. Its methods give up in bounded time; an error says that nobody knows
// whether it was done, except for journal.ErrConflict: it was not.
type Pool interface {
	// Names gives the names of all words there are.
	Names() ([]string, error)
	// Read gives a word and its revision; 0 and no error if there is none.
	Read(name string) (body []byte, revision uint64, err error)
	// Write keeps a word in place of the one of that revision, 0 being none; it fails
	// with journal.ErrConflict if there is another.
	Write(name string, over uint64, body []byte) (revision uint64, err error)
	// Remove removes a word; that there is none is no error.
	Remove(name string) error
}

// The names of words that are no process's.
const (
	// Former is what programs kept which knew of one process only: a budget.Ledger
	// instead of a budget.Word. It is counted and never written.
	Former = "former"
	// potName is the budget.Pot's.
	potName = "pot"
)

// Shared is a [Store] that all processes of a deployment have together: each
// [Purse] keeps what its own process spends in the pool, reads what the others do,
// and decides by the sum.
type Shared struct{ Pool Pool }

// Load implements [Store]: it gives the sum, of everybody.
func (s Shared) Load() ([]byte, error) {
	all := &member{pool: s.Pool}
	found, err := all.look()
	if err != nil {
		return nil, err
	}
	var sum budget.Ledger
	free := budget.Default()
	for _, l := range found.ledgers("") {
		sum.Merge(l, &free)
	}
	return json.Marshal(&sum)
}

// Save implements [Store]. A sum can't be saved.
func (Shared) Save([]byte) error {
	return errors.New("budget: what several processes spent is saved by each for itself")
}

// found is what a pool has at one moment.
type found struct {
	pot         budget.Pot
	potRevision uint64
	words       map[string]*word // without the pot
	former      *budget.Ledger
}

// A word is one as it was read.
type word struct {
	budget.Word
	revision uint64
}

// ledgers returns what is to be added up, but for the word of that name.
func (f *found) ledgers(but string) (all []*budget.Ledger) {
	for i := range f.pot.Days {
		all = append(all, &f.pot.Days[i])
	}
	for name, w := range f.words {
		if _, is := f.pot.Noted(name); !is && name != but {
			all = append(all, &w.Spent)
		}
	}
	if f.former != nil {
		all = append(all, f.former)
	}
	return all
}

// lookTries bounds how often the pot may change while the words are read.
const lookTries = 5

var errMoved = errors.New("other processes' costs changed hands while they were read")

// look reads the pool. The pot is read twice: while it stays the same, no word goes
// into it and out of sight.
func (m *member) look() (*found, error) {
	for range lookTries {
		_, before, err := m.pool.Read(potName)
		if err != nil {
			return nil, err
		}
		f := &found{words: map[string]*word{}}
		names, err := m.pool.Names()
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			if err := m.readInto(f, name); err != nil {
				return nil, err
			}
		}
		body, after, err := m.pool.Read(potName)
		if err != nil {
			return nil, err
		}
		if before != after {
			continue
		}
		if f.potRevision = after; after != 0 {
			if err := json.Unmarshal(body, &f.pot); err != nil {
				return nil, fmt.Errorf("budget: %s: %w", potName, err)
			}
		}
		return f, nil
	}
	return nil, errMoved
}

func (m *member) readInto(f *found, name string) error {
	if name == potName {
		return nil
	}
	body, revision, err := m.pool.Read(name)
	if err != nil || revision == 0 {
		return err
	}
	if last := m.read[name]; last != nil && last.revision == revision {
		f.words[name] = last
		return nil
	}
	if name == Former {
		f.former = &budget.Ledger{}
		err = json.Unmarshal(body, f.former)
	} else {
		w := &word{revision: revision}
		err = json.Unmarshal(body, &w.Word)
		f.words[name] = w
	}
	if err != nil {
		return fmt.Errorf("budget: %s: %w", name, err)
	}
	return nil
}

// conflicts reports whether a write was refused since another was first.
func conflicts(err error) bool { return errors.Is(err, journal.ErrConflict) }
