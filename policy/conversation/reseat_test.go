package conversation

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestEveryReconfiguration changes at any moment which familiars sit in the
// channel, and where: whatever comes then, the machine takes it and comes to
// rest.
func TestEveryReconfiguration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := rapidPick(t)
		w := newWorld(t, p)
		for range rapid.IntRange(1, 30).Draw(t, "moves before") {
			w.move()
		}
		s, now := w.clone(), w.now
		w.config = reseated(p, w.config)
		s.Use(w.config)
		for _, order := range s.Step(now, messages.Reconfigured{Generation: 2}, nil) {
			if post, ok := order.(messages.Post); ok { // a notice that a turn has passed on
				w.posts = append(w.posts, post)
			}
		}
		w.s, w.twin, w.journal = s, nil, nil
		posts, past := w.posts, w.past
		w.account.begin()
		w.past = past
		for _, post := range posts {
			w.posted[post.ID] = true
		}
		w.reopen()
		for range rapid.IntRange(0, 30).Draw(t, "moves after") {
			w.move()
		}
		w.comesToRest()
	})
}

// reseated draws another table of familiars, in any order, with the knobs of
// was or with others; credits last and people see typing as before.
func reseated(p pick, was *Config) *Config {
	c := drawConfig(p)
	same := p("same knobs", 2) == 0
	c.Generation, c.Room = was.Generation+1, was.Room
	for i := range c.Seats {
		old := &was.Seats[0]
		if k := slices.IndexFunc(was.Seats, func(seat SeatConfig) bool { return seat.Familiar == c.Seats[i].Familiar }); k >= 0 {
			old = &was.Seats[k]
		}
		c.Seats[i].Policy.Credit, c.Seats[i].Policy.Pace = old.Policy.Credit, old.Policy.Pace
		if same {
			c.Seats[i].Judged, c.Seats[i].Policy = old.Judged, old.Policy
		}
	}
	if p("other order", 2) == 1 {
		slices.Reverse(c.Seats)
	}
	return c
}

// reopen takes what a wake-up would order again as open, and credits as given
// now.
func (w *world) reopen() {
	for _, order := range w.s.Pending() {
		switch o := order.(type) {
		case messages.Judge:
			w.asked[o.Familiar] = o.N
		case messages.Compose:
			w.composing[o.Familiar] = o.N
		case messages.Memorize:
			w.learning[o.Familiar] = o
		}
	}
	w.about = nil
	if t := w.s.Turn; t != nil && !t.Composed {
		for _, e := range t.Asked {
			w.about = append(w.about, e.ID)
		}
	}
	w.last = uint64(w.s.Number)
	w.talks.last, w.rested = "", 0
	if f := w.s.Floor; f != nil {
		w.talks.last, w.rested = f.Last, f.Rested
		if f.Holder != "" {
			w.ordered[f.Holder] = f.Until.Add(-w.config.Room.Floor.Hold)
		}
	}
	for i := range w.s.Seats {
		for _, entry := range w.s.Seats[i].Credit.All() {
			w.granted[seatPerson{w.s.Seats[i].Familiar, entry.Author}] = w.s.Now
		}
	}
}
