package budget

import (
	"cmp"
	"crypto/rand"
	"encoding/json"
	"maps"
	"slices"
	"sync"
	"time"

	"familiar/messages"
	"familiar/policy/budget"
)

const (
	// exchangeEvery is how often a process writes what it spent and reads what others
	// did: each knows of the others' after twice that, and what the server takes.
	exchangeEvery = 800 * time.Millisecond
	// heardWithin is how long an exchange may take before the others count as unheard.
	heardWithin = 2 * time.Second

	// foldAfter is how long a word stays as it is before it goes into the pot. It
	// may be that of a process which lives: that takes another name.
	foldAfter = 10 * time.Minute
	// wordsMost is how many words of others there may be before it is done sooner.
	wordsMost = 128
	// foldAtOnce bounds how many a process puts into the pot in one exchange.
	foldAtOnce = 32
)

// A member is this process among those that share a pool.
type member struct {
	pool   Pool
	config func() *budget.Config
	name   func() string // another one each time
	after  time.Duration // foldAfter
	most   int           // wordsMost

	turn sync.Mutex // one exchange at a time; it is held while the pool is asked
	// Of the exchange that runs:
	revision uint64           // of the own word; 0: there is none
	read     map[string]*word // by name, as of the last time
	seen     map[string]sighting

	mu  sync.Mutex // the purse books while an exchange runs
	own budget.Own
}

// A sighting is since when a word is as it is, by this process's clock that never jumps.
type sighting struct {
	revision uint64
	since    time.Time
}

func newMember(pool Pool, config func() *budget.Config, name func() string) *member {
	if name == nil {
		name = rand.Text
	}
	return &member{pool: pool, config: config, name: name, after: foldAfter, most: wordsMost, own: budget.Own{Name: name()}, seen: map[string]sighting{}}
}

// spend books a call that was made.
func (m *member) spend(now messages.Instant, call budget.Call, used budget.Usage) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.own.Spend(now, call, used, m.config())
}

// recount makes l the sum of what this process spent and what others did.
func (m *member) recount(l *budget.Ledger, now messages.Instant, others []*budget.Ledger) []budget.Change {
	m.mu.Lock()
	defer m.mu.Unlock()
	return l.Recount(now, append(m.own.Parts(), others...), m.config(), nil)
}

// exchange writes what this process spent and returns what the others did, not nil
// unless they can't be told. With them, an error is of words that weren't put into the
// pot yet.
func (m *member) exchange() ([]*budget.Ledger, error) {
	m.turn.Lock()
	defer m.turn.Unlock()
	if err := m.write(); err != nil {
		return nil, err
	}
	f, err := m.look()
	if err != nil {
		return nil, err
	}
	m.read = f.words
	name := m.standing(f)
	return append([]*budget.Ledger{}, f.ledgers(name)...), m.fold(f, name)
}

// save writes what this process spent.
func (m *member) save() error {
	m.turn.Lock()
	defer m.turn.Unlock()
	return m.write()
}

func (m *member) write() error {
	if due, err := m.begin(); !due || err != nil {
		return err
	}
	m.mu.Lock()
	w, _ := m.own.Next(m.config())
	name := m.own.Name
	m.mu.Unlock()
	body, err := json.Marshal(&w)
	if err != nil {
		return err
	}
	revision, err := m.pool.Write(name, m.revision, body)
	switch {
	case err == nil:
		m.written(revision)
		return nil
	case conflicts(err): // it was closed, or is there and the answer was lost
		f, err := m.look()
		if err == nil {
			m.standing(f)
		}
		return err
	}
	return err
}

// begin writes the first word of a name, which is empty, once there is something to
// follow.
func (m *member) begin() (due bool, err error) {
	m.mu.Lock()
	due, name := m.own.Due(), m.own.Name
	m.mu.Unlock()
	if !due || m.revision != 0 {
		return due, nil
	}
	body, err := json.Marshal(&budget.Word{})
	if err == nil {
		m.revision, err = m.pool.Write(name, 0, body)
	}
	if err != nil {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.own.Name = m.name()
	}
	return due, err
}

func (m *member) written(revision uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.revision = revision
	m.own.Written(m.config())
}

// standing compares the own word with what is in the pool, and returns the name under
// which this process goes on.
func (m *member) standing(f *found) string {
	m.mu.Lock()
	defer m.mu.Unlock()
	name, c := m.own.Name, m.config()
	writes, noted := f.pot.Noted(name)
	w := f.words[name]
	switch {
	case noted:
		m.own.Closed(writes, m.name(), c)
		m.revision = 0
	case w != nil && w.Closed:
		m.own.Closed(w.Writes, m.name(), c)
		m.revision = 0
	case w != nil:
		if w.Writes == m.own.Sent() {
			m.own.Written(c)
		}
		m.revision = w.revision
	case m.revision == 0: // nothing was there yet
	case f.potRevision == 0: // the store is another than before
		m.own.Lost(m.name(), c)
		m.revision = 0
	default: // it went into the pot so long ago that its name was forgotten
		m.own.Closed(m.own.Sent(), m.name(), c)
		m.revision = 0
	}
	return m.own.Name
}

// fold puts words into the pot that nobody has written for long, and removes those that
// are in it. What another process was first with is left to it.
func (m *member) fold(f *found, own string) error {
	pot, taken := f.pot.Clone(m.config()), false
	for _, name := range m.foldable(f, own) {
		if _, noted := f.pot.Noted(name); noted {
			if err := m.pool.Remove(name); err != nil {
				return err
			}
			continue
		}
		w, err := m.closed(name, f.words[name])
		if err != nil {
			return err
		}
		if w != nil {
			pot.Take(name, w, m.config())
			taken = true
		}
	}
	if !taken {
		return nil
	}
	pot.Forget(func(name string) bool { return f.words[name] != nil })
	body, err := json.Marshal(&pot)
	if err != nil {
		return err
	}
	if _, err = m.pool.Write(potName, f.potRevision, body); conflicts(err) {
		return nil
	}
	return err
}

// foldable returns whose words are to be put into the pot, or are in it and still there:
// those that are as they are for longest, at most foldAtOnce.
func (m *member) foldable(f *found, own string) (names []string) {
	maps.DeleteFunc(m.seen, func(name string, _ sighting) bool { return f.words[name] == nil })
	now, excess := time.Now(), -m.most
	for name, w := range f.words {
		if s := m.seen[name]; s.revision != w.revision {
			m.seen[name] = sighting{w.revision, now}
		}
		if _, noted := f.pot.Noted(name); !noted && name != own {
			excess++
		}
	}
	longest := slices.SortedFunc(maps.Keys(f.words), func(a, b string) int {
		return cmp.Or(m.seen[a].since.Compare(m.seen[b].since), cmp.Compare(a, b))
	})
	for _, name := range longest {
		_, noted := f.pot.Noted(name)
		old := now.Sub(m.seen[name].since) >= m.after
		if name == own || !noted && !f.words[name].Closed && !old && excess <= 0 {
			continue
		}
		if names = append(names, name); len(names) == foldAtOnce {
			break
		}
		if !noted {
			excess--
		}
	}
	return names
}

// closed closes a word as it was read, unless it is; nil: it was written since.
func (m *member) closed(name string, w *word) (*budget.Word, error) {
	closed := w.Word
	if closed.Closed {
		return &closed, nil
	}
	closed.Closed = true
	body, err := json.Marshal(&closed)
	if err == nil {
		_, err = m.pool.Write(name, w.revision, body)
	}
	if conflicts(err) {
		return nil, nil
	}
	return &closed, err
}
