package budget

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/budget"
)

// A shelf is a pool in memory.
type shelf struct {
	mu    sync.Mutex // purses are goroutines
	words map[string]kept
	last  uint64
}

type kept struct {
	body     []byte
	revision uint64
}

func newShelf() *shelf { return &shelf{words: map[string]kept{}} }

func (s *shelf) Names() ([]string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Sorted(maps.Keys(s.words)), nil
}

func (s *shelf) Read(name string) ([]byte, uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.words[name].body, s.words[name].revision, nil
}

func (s *shelf) Write(name string, over uint64, body []byte) (uint64, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.words[name].revision != over {
		return 0, fmt.Errorf("%s: %w", name, journal.ErrConflict)
	}
	s.last++
	s.words[name] = kept{body, s.last}
	return s.last, nil
}

func (s *shelf) Remove(name string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.words, name)
	return nil
}

var errLost = errors.New("nobody knows")

// A fate is what becomes of a call of the pool.
type fate int

const (
	fine   fate = iota
	never       // it isn't done, and nobody knows
	unsaid      // it is done, and nobody knows
)

// A slow pool stops before each call, until somebody says what becomes of it.
type slow struct {
	*shelf
	stop func() (fate, bool)
	told func(name string, body []byte) // a write is known to be done
}

func (s *slow) fate() (fate, error) {
	f, on := s.stop()
	if !on || f == never {
		return never, errLost
	}
	return f, nil
}

func (s *slow) Names() ([]string, error) {
	f, err := s.fate()
	if err != nil || f != fine {
		return nil, errLost
	}
	return s.shelf.Names()
}

func (s *slow) Read(name string) ([]byte, uint64, error) {
	f, err := s.fate()
	if err != nil || f != fine {
		return nil, 0, errLost
	}
	return s.shelf.Read(name)
}

func (s *slow) Write(name string, over uint64, body []byte) (uint64, error) {
	f, err := s.fate()
	if err != nil {
		return 0, err
	}
	revision, err := s.shelf.Write(name, over, body)
	if f == unsaid {
		return 0, errLost
	}
	if err == nil {
		s.told(name, body)
	}
	return revision, err
}

func (s *slow) Remove(name string) error {
	f, err := s.fate()
	if err != nil {
		return err
	}
	_ = s.shelf.Remove(name)
	if f == unsaid {
		return errLost
	}
	return nil
}

// A world is several processes that share a pool. Each amount spent is a bit of its
// own, and the bit above it is free: what is counted twice shows there.
type world struct {
	*shelf
	config   budget.Config
	names    int
	number   int // of amounts spent
	all, set budget.Money
	running  []*process
	after    int // drawn: how soon words go into the pot
}

type process struct {
	*member
	pool   *slow
	spent  budget.Money // ever
	known  budget.Money // of set, when the exchange began that runs
	next   func() (struct{}, bool)
	finish func()
	fates  fate
	others []*budget.Ledger
	err    error
}

func (w *world) start() {
	p := &process{}
	p.pool = &slow{shelf: w.shelf, told: func(_ string, body []byte) {
		var word budget.Word
		if json.Unmarshal(body, &word) == nil && !word.Closed {
			w.set |= word.Spent.All.Ever
		}
	}}
	p.member = newMember(p.pool, func() *budget.Config { return &w.config }, func() string {
		w.names++
		return fmt.Sprintf("p%d", w.names)
	})
	p.member.most = w.after
	if w.after == 0 {
		p.member.after = 0
	}
	w.running = append(w.running, p)
}

// step takes the process's exchange on to its next call of the pool, and the last one
// to that fate; true: it has ended.
func (p *process) step(w *world, f fate) bool {
	if p.next == nil {
		p.known, p.others, p.err = w.set, nil, nil
		p.next, p.finish = iter.Pull(func(yield func(struct{}) bool) {
			p.pool.stop = func() (fate, bool) {
				on := yield(struct{}{})
				return p.fates, on
			}
			p.others, p.err = p.exchange()
		})
	}
	p.fates = f
	if _, on := p.next(); on {
		return false
	}
	p.next = nil
	return true
}

func (w *world) spend(p *process, now messages.Instant) {
	if w.number == 24 {
		return
	}
	amount := budget.Money(1) << (2 * w.number)
	w.number++
	w.all |= amount
	p.spent |= amount
	p.spend(now, call, budget.Usage{Input: int(amount)})
}

// check compares what a process counts with what there is.
func (w *world) check(t *rapid.T, p *process) {
	if p.others == nil {
		return
	}
	var sum budget.Ledger
	p.recount(&sum, 1, p.others)
	w.holds(t, "a process", &sum, p.known|p.spent)
}

func (w *world) holds(t *rapid.T, who string, l *budget.Ledger, least budget.Money) {
	if ever := l.All.Ever; ever&^w.all != 0 || ever&least != least {
		t.Fatalf("%s counts %b: want %b at least, and of %b each once\n%s", who, ever, least, w.all, w.shelf)
	}
	for i := range l.Channels.Entries {
		if e := l.Channels.Entries[i]; e.Ever != l.All.Ever {
			t.Fatalf("%s counts %b in all and %b in %s", who, l.All.Ever, e.Ever, e.Of)
		}
	}
	total := l.All.Today
	for _, d := range l.Days {
		total += d.Spent
	}
	if total != l.All.Ever {
		t.Fatalf("%s counts %b in all and %b by days", who, l.All.Ever, total)
	}
}

func (s *shelf) String() string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(s.words)) {
		fmt.Fprintf(&b, "%s@%d: %s\n", name, s.words[name].revision, s.words[name].body)
	}
	return b.String()
}

// TestEveryDeployment: however processes write, read, fold, fall silent in between,
// lose answers, are killed and begin anew, nobody counts less than was saved when he
// began to read, nor anything twice. In the end everything counts that wasn't lost
// with a killed process.
func TestEveryDeployment(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := &world{shelf: newShelf(), config: budget.Default(), after: rapid.IntRange(0, 3).Draw(t, "after")}
		w.config.Prices = map[string]budget.Price{"usd": {Input: 1e-3}}
		now := messages.Instant(1e12)
		for range rapid.IntRange(1, 3).Draw(t, "processes") {
			w.start()
		}
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			p := w.running[rapid.IntRange(0, len(w.running)-1).Draw(t, "process")]
			switch rapid.SampledFrom([]string{"spend", "step", "step", "step", "step", "step", "step", "run", "run", "kill", "day"}).Draw(t, "do") {
			case "spend":
				w.spend(p, now)
			case "step":
				if p.step(w, rapid.SampledFrom([]fate{fine, fine, fine, fine, never, unsaid}).Draw(t, "fate")) {
					w.check(t, p)
				}
			case "run":
				for !p.step(w, fine) {
				}
				w.check(t, p)
			case "kill":
				if p.next != nil {
					p.finish()
				}
				w.running = slices.DeleteFunc(w.running, func(q *process) bool { return p == q })
				w.start()
			case "day":
				now = now.Add(25 * 3600 * 1e9)
			}
		}
		w.settle(t)
	})
}

func (w *world) settle(t *rapid.T) {
	least := w.set
	for _, p := range w.running {
		least |= p.spent
		if p.next != nil {
			for !p.step(w, fine) {
			}
		}
	}
	for range 4 {
		for _, p := range w.running {
			for !p.step(w, fine) {
			}
			w.check(t, p)
		}
	}
	body, err := Shared{w.shelf}.Load()
	var sum budget.Ledger
	if err == nil {
		err = json.Unmarshal(body, &sum)
	}
	if err != nil {
		t.Fatal(err)
	}
	w.holds(t, "who asks in the end", &sum, least)
	if most := w.after + len(w.running) + 2; len(w.words) > most {
		t.Fatalf("%d words are left, want %d at most\n%s", len(w.words), most, w.shelf)
	}
}
