package budget

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"familiar/policy/budget"
	"familiar/policy/zone"
)

// A line is the way of one process to a shelf.
type line struct {
	*shelf
	cut  atomic.Bool // its calls fail
	hung atomic.Bool // they take a minute, and fail
}

func (l *line) down() error {
	if l.hung.Load() {
		time.Sleep(time.Minute)
		return errLost
	}
	if l.cut.Load() {
		return errLost
	}
	return nil
}

func (l *line) Names() ([]string, error) {
	if err := l.down(); err != nil {
		return nil, err
	}
	return l.shelf.Names()
}

func (l *line) Read(name string) ([]byte, uint64, error) {
	if err := l.down(); err != nil {
		return nil, 0, err
	}
	return l.shelf.Read(name)
}

func (l *line) Write(name string, over uint64, body []byte) (uint64, error) {
	if err := l.down(); err != nil {
		return 0, err
	}
	return l.shelf.Write(name, over, body)
}

// pass lets an exchange of everybody's go by, and another that reads what it wrote.
func pass() { time.Sleep(2 * time.Second); synctest.Wait() }

func among(t *testing.T, s *shelf, change func(*budget.Config)) (*rig, *line) {
	l := &line{shelf: s}
	return startAmong(t, 3, Shared{l}, change), l
}

// TestTogether: what one process spends presses on all within 2 s, whoever spends it,
// is killed, or begins anew, until the day ends.
func TestTogether(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, models := newShelf(), func(c *budget.Config) {
			c.Familiar, c.Channel, c.Models = 12, 20, map[string]float64{"usd": 10}
			c.Zone = zone.Of(time.FixedZone("", 23*3600)) // the day ends in an hour
		}
		a, line := among(t, s, models)
		b, _ := among(t, s, models)
		a.spend(5)
		a.wantStep("of its own", 1)
		b.wantStep("of the other's, at once", 0)
		pass()
		b.wantStep("of the other's, soon", 1)
		b.spend(3)
		a.begin(2) // is a's alone
		pass()
		a.wantStep("with a call in flight", 4)
		b.wantStep("with another's in flight", 2)
		line.cut.Store(true) // it is killed
		c, _ := among(t, s, models)
		c.wantStep("who begins", 2)
		c.spend(2)
		pass()
		b.wantStep("of all three's", 4)
		if !b.board.Over("usd") || !c.board.Over("usd") {
			t.Error("a model's day: want it to be over by the sum")
		}
		if got := b.report(); got.All.Today != 10 || got.All.Ever != 10 || got.Familiars[0].Today != 10 || got.Channels[0].Today != 10 || got.Channels[0].Step != 1 {
			t.Errorf("got %+v, want what all spent", got)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		b.wantStep("the next day", 0)
		if got := b.report(); got.All.Today != 0 || got.All.Ever != 10 {
			t.Errorf("got %+v, want what all spent yesterday", got.All)
		}
		if names, _ := s.Names(); len(names) != 1 {
			t.Errorf("got %q, want all of yesterday's in the pot", names)
		}
		line.cut.Store(false)
		for _, r := range []*rig{a, b, c} {
			r.stop()
		}
	})
}

// TestUnheard: while others aren't heard a process spends its part of what was left,
// and of a channel's limit all.
func TestUnheard(t *testing.T) {
	for _, tt := range []struct {
		what string
		do   func(*line)
		log  string
	}{
		{"the pool is away", func(l *line) { l.cut.Store(true) }, "nobody knows"},
		{"it doesn't answer", func(l *line) { l.hung.Store(true) }, "<nil>"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newShelf()
				other, _ := among(t, s, func(c *budget.Config) { c.Day = 100; c.Models = map[string]float64{"usd": 100} })
				other.spend(40)
				r, line := among(t, s, func(c *budget.Config) { c.Day, c.Channel = 100, 61; c.Models = map[string]float64{"usd": 100} })
				pass()
				tt.do(line)
				time.Sleep(5 * time.Second)
				synctest.Wait()
				r.spend(19)
				r.wantStep("before its part is spent", 3)
				if r.board.Over("usd") {
					t.Error("a model's part: want some left")
				}
				r.spend(1)
				r.wantStep("once it is", 4)
				if !r.board.Over("usd") {
					t.Error("a model's part: want it over")
				}
				if got := r.report(); got.All.Today != 60 || got.Channels[0].Step != 3 {
					t.Errorf("got %+v, want what it knows", got)
				}
				line.cut.Store(false)
				line.hung.Store(false)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				if got := r.report(); got.All.Today != 60 || got.All.Step != 1 {
					t.Errorf("got %+v, want it to press no more than what all spent", got.All)
				}
				if got := r.logged(); strings.Count(got, "costs not known") != 1 || !strings.Contains(got, "processes=3 err=") || !strings.Contains(got, tt.log) || strings.Count(got, "known again") != 1 {
					t.Errorf("the log has %q", got)
				}
				r.stop()
				other.stop()
			})
		})
	}
}

// TestUnheardAtFirst: who has never heard the others spends its part of the whole.
func TestUnheardAtFirst(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		line := &line{shelf: newShelf()}
		line.cut.Store(true)
		r := startAmong(t, 3, Shared{line}, func(c *budget.Config) { c.Day = 30 })
		r.spend(9)
		r.wantStep("before its part is spent", 3)
		r.spend(1)
		r.wantStep("once it is", 4)
		line.cut.Store(false)
		pass()
		r.wantStep("once the others are heard", 0)
		r.stop()
	})
}

// TestFormer: what a program kept that knew of one process counts, and is left alone.
func TestFormer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, kept := newShelf(), &box{}
		before := start(t, kept, none)
		before.spend(5)
		before.stop()
		if _, err := s.Write(Former, 0, kept.body); err != nil {
			t.Fatal(err)
		}
		r := start(t, Shared{s}, none)
		r.wantStep("of the former", 1)
		r.spend(5)
		r.wantStep("of both", 4)
		time.Sleep(time.Hour)
		synctest.Wait()
		r.stop()
		body, err := Shared{s}.Load()
		var sum budget.Ledger
		if err == nil {
			err = json.Unmarshal(body, &sum)
		}
		if err != nil || sum.All.Today != 10*budget.Dollar || string(s.words[Former].body) != string(kept.body) {
			t.Errorf("got %+v, %v, want the sum, and the former as it was", sum.All, err)
		}
	})
}

// moving is a pool whose pot changes while it is read.
type moving struct {
	*shelf
	times int
}

func (m *moving) Names() ([]string, error) {
	if m.times--; m.times >= 0 {
		_, revision, _ := m.Read(potName)
		if _, err := m.Write(potName, revision, []byte("{}")); err != nil {
			return nil, err
		}
	}
	return m.shelf.Names()
}

// TestMoving: words that go into the pot while they are read are read again, in bounds.
func TestMoving(t *testing.T) {
	for times, want := range []error{nil, nil, nil, nil, nil, errMoved} {
		m := newMember(&moving{newShelf(), times}, func() *budget.Config { return &budget.Config{} }, nil)
		if _, err := m.look(); err != want {
			t.Errorf("moved %d times: got %v, want %v", times, err, want)
		}
	}
}
