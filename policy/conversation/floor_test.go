package conversation

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/floor"
	"familiar/policy/mind"
	"familiar/policy/turn"
)

// A talks is what a world knows of who spoke unasked, from orders and notes:
//
//   - of unasked questions and turns of several seats no two are open at once;
//   - after one that came to a no, a silence or a post, no sibling begins one
//     before the rest is over. A second in a row by the same seat may be
//     followed at once: somebody may have waited.
type talks struct {
	ordered map[messages.FamiliarID]messages.Instant // its newest unasked order
	turn    messages.FamiliarID                      // whose unasked turn is in flight
	last    messages.FamiliarID                      // after whom the siblings rest
	rested  messages.Instant
	flight  *turn.Turn // before the step
}

func (a *talks) begin() { *a = talks{ordered: map[messages.FamiliarID]messages.Instant{}} }

func (a *talks) after(w *world, e Event, out []Effect) {
	w.t.Helper()
	if !w.s.config.Floor().On {
		return
	}
	for _, n := range notes(out) {
		if n.Familiar == a.last && n.Rung == messages.ByCommand && strings.HasPrefix(because.Written(n.Reason), string(messages.Quiet)) {
			a.last = "" // nobody rests for one that is to be quiet, whoever said so and how
		}
	}
	ended := a.flight != nil && a.flight != w.s.Turn
	endTurn := func() { // before whatever begins in the same step
		if ended {
			a.turnEnds(w, e)
			ended = false
		}
	}
	defer func() {
		a.flight = w.s.Turn
		endTurn()
	}()
	for _, effect := range out {
		switch o := effect.(type) {
		case messages.Judge:
			endTurn()
			if o.Trigger.Unsolicited() {
				a.begins(w, o.Familiar)
			}
		case messages.Compose:
			endTurn()
			if t := w.s.Turn; t != nil && t.Tries+t.Steered == 0 && o.Trigger.Unsolicited() && !called(t) {
				a.begins(w, o.Familiar)
				a.turn = o.Familiar
			} else if o.Familiar == a.turn && a.holds(w, a.turn) {
				a.ordered[a.turn] = w.s.Now // composed again
			}
		case *messages.Note:
			if o.Rung == "spoke" && o.Familiar == a.turn && a.holds(w, a.turn) {
				a.ordered[a.turn] = w.s.Now // on its way to the network
			}
			no := o.Rung == "judge" && strings.HasPrefix(because.Written(o.Reason), "no")
			if no && o.Trigger.Unsolicited() || o.Rung == "silence" && o.Familiar == a.turn {
				a.used(w, o.Familiar)
			}
			if o.Rung == "judge" && !strings.HasPrefix(because.Written(o.Reason), "yes") && o.Familiar != a.turn {
				delete(a.ordered, o.Familiar) // it asks no more; what it wishes by the odds has yet to take the floor
			}
			if (o.Rung == messages.ByDeleted || o.Rung == messages.ByFailed) && o.Familiar == a.turn {
				endTurn() // a silence after it is that of what it was told to say
			}
		}
	}
}

// cancelled: whoever's question is called off asks no more.
func (a *talks) cancelled(who messages.FamiliarID) {
	if who != a.turn {
		delete(a.ordered, who)
	}
}

// called reports whether a line of the turn was addressed to it.
func called(t *turn.Turn) bool {
	for i := range t.Asked {
		if t.Asked[i].For&(1<<t.Seat) != 0 {
			return true
		}
	}
	return false
}

func (a *talks) begins(w *world, who messages.FamiliarID) {
	w.t.Helper()
	if a.last != "" && a.last != who && w.s.Now < a.rested {
		w.t.Fatalf("%s speaks unasked while it rests until %v after %s", who, a.rested, a.last)
	}
	a.ordered[who] = w.s.Now
	for i := range w.s.Seats {
		if sibling := w.s.Seats[i].Familiar; sibling != who && unasked(w.s, i) && a.holds(w, sibling) {
			w.t.Fatalf("%s speaks unasked while %s does", who, sibling)
		}
	}
}

// unasked reports whether seat i is about to speak, and nobody asked it.
func unasked(s *Channel, i int) bool {
	seat := &s.Seats[i]
	return seat.Judging != nil && seat.Judging.Trigger.Unsolicited() || seat.Wish.Unsolicited() ||
		s.Turn != nil && s.Turn.Seat == i && s.Turn.Trigger.Unsolicited() && !called(s.Turn)
}

// holds reports whether the time that who has for its order is not over.
func (a *talks) holds(w *world, who messages.FamiliarID) bool {
	at := a.ordered[who]
	return at != 0 && w.s.Now < at.Add(w.config.Room.Floor.Hold)
}

func (a *talks) turnEnds(w *world, e Event) {
	switch e.(type) {
	case messages.Delivered, messages.DeliveryFailed:
		if a.turn != "" {
			a.used(w, a.turn)
		}
	}
	delete(a.ordered, a.turn) // what it wishes next has yet to take the floor
	a.turn = ""
}

func (a *talks) used(w *world, who messages.FamiliarID) {
	if a.holds(w, who) && a.last != who {
		a.last, a.rested = who, w.s.Now.Add(w.config.Room.Floor.Rest)
	}
}

// floorIsUsed: whoever has the floor is about to speak, or speaks.
func (w *world) floorIsUsed() {
	w.t.Helper()
	holder := w.s.Floor.Held(w.s.Now)
	if holder == "" {
		return
	}
	i := w.seat(holder)
	if i < 0 {
		w.t.Fatalf("%s has the floor and is not here", holder)
	}
	if !unasked(w.s, i) && w.s.Seats[i].Wish == "" && (w.s.Turn == nil || w.s.Turn.Seat != i) {
		w.t.Fatalf("%s has the floor until %v and does nothing with it", holder, w.s.Floor.Until)
	}
}

// TestYield: what is with the judge keeps the floor if it has taken it.
func TestYield(t *testing.T) {
	for _, tt := range []struct {
		what string
		asks *mind.Question
		free bool
	}{
		{"a turn that is not to be gives it back", nil, true},
		{"not while a thought of its own is with the judge", &mind.Question{Trigger: messages.Lull}, false},
		{"but while somebody's call is", &mind.Question{Trigger: messages.Address}, true},
	} {
		t.Run(tt.what, func(t *testing.T) {
			s := New(scriptChannel, testConfig(t, "social", "two"))
			s.Floor.Take(s.Now, s.Seats[0].Familiar, s.config.Floor())
			s.Seats[0].Judging = tt.asks
			if s.yieldFloor(0, floor.Cancelled); (s.Floor.Holder == "") != tt.free {
				t.Errorf("%q has the floor, want it free: %v", s.Floor.Holder, tt.free)
			}
		})
	}
}

// TestBids: only who could be asked at once may be preferred.
func TestBids(t *testing.T) {
	for _, tt := range []struct {
		what    string
		change  func(*Channel, *Config)
		listens bool
	}{
		{"one with lines that wait listens", func(*Channel, *Config) {}, true},
		{"one without doesn't", func(s *Channel, _ *Config) { s.Seats[1].Settled = 7 }, false},
		{"nor one that is told to be quiet", func(s *Channel, _ *Config) { s.Seats[1].Told().Hushed = true }, false},
		{"nor one without a judge", func(_ *Channel, c *Config) { c.Seats[1].Judged = false }, false},
		{"nor one whose question is out", func(s *Channel, _ *Config) { s.Seats[1].Judging = &mind.Question{} }, false},
		{"nor one that is to speak already", func(s *Channel, _ *Config) { s.Seats[1].Wish = messages.Lull }, false},
		{"nor one whose judge is to be asked again", func(s *Channel, _ *Config) { s.Seats[1].Retry.N = 3 }, false},
		{"nor one that only answers at this hour", func(_ *Channel, c *Config) { c.Seats[1].Hours = plan(t, "active", "03:00-04:00") }, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := testConfig(t, "social", "two")
			s := New(scriptChannel, c)
			s.Now = 1_772_366_400_000
			s.Seats[1].Waiting = 7
			tt.change(s, c)
			bids := s.Seats.Bids(s.Now, s.config, nil)
			want := floor.Bid{Familiar: "Vesper", Listens: tt.listens}
			if len(bids) != 2 || bids[0] != (floor.Bid{Familiar: "Aria"}) || bids[1] != want {
				t.Errorf("got %+v, want one of Aria, who has no lines, and %+v", bids, want)
			}
		})
	}
}
