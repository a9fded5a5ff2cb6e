package conversation

import (
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestPropertyShadow: whatever happens in a channel, live familiars do the same
// with and without a familiar in shadow beside them, to the number of every
// order; and what the one in shadow does, nobody can notice.
func TestPropertyShadow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			w.move()
		}
		a := newAudience(t, w)
		for _, kept := range w.journal {
			e, err := messages.DecodeEvent(kept.event)
			if err != nil {
				t.Fatal(err)
			}
			a.shadowActs(kept.now)
			a.step(kept.now, e)
		}
		a.shadowRests(w.now)
	})
}

// An audience watches a channel with and without familiars in shadow.
type audience struct {
	t      failer
	pick   pick
	config *Config
	alone  *Channel
	both   *Channel
	open   []Effect // orders of the shadow's that have no answer
}

// newAudience puts one familiar or two in shadow beside the world's, with the
// policy of one of them.
func newAudience(t failer, w *world) *audience {
	c := *w.config
	c.Seats = slices.Clone(c.Seats)
	for k := range 1 + w.pick("in shadow", 2) {
		p := cast[len(cast)-1-k]
		seat := c.Seats[0]
		seat.Familiar, seat.Name = p.familiar, string(p.familiar)
		if seat.Persona && w.pick("shares the account", 2) == 1 {
			seat.Rank = w.pick("listed", 7) - 1
			seat.Meet(messages.Author{ID: seat.Person(), Name: "House", Bot: true})
		} else {
			seat.Account, seat.Self, seat.Persona = p.account, p.self, false
		}
		seat.Calls = []string{seat.Name}
		if slices.ContainsFunc(w.config.Seats, func(s SeatConfig) bool { return s.Familiar == p.familiar }) {
			continue // everybody is there already
		}
		seat.Policy.Mode, seat.Policy.ShadowCompose = InShadow, w.pick("composes", 4) > 0
		c.Seats = slices.Insert(c.Seats, w.pick("its place", len(c.Seats)+1), seat)
	}
	mine := *w.config
	if len(c.Ears) > 0 {
		c.Listen()
		mine.Listen()
	}
	return &audience{t: t, pick: w.pick, config: &c, alone: New(w.s.Channel, &mine), both: New(w.s.Channel, &c)}
}

// step has both take an event.
func (a *audience) step(now messages.Instant, e Event) {
	a.t.Helper()
	want := a.alone.Step(now, e, nil)
	got := a.keep(a.both.Step(now, e, nil))
	if !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
		a.t.Fatalf("beside a shadow, %T%+v orders\n%s\nalone\n%s", e, e, show(got), show(want))
	}
	if a.pick("put away", 12) == 0 {
		a.putAway()
	}
}

// putAway has the state go on from its bytes.
func (a *audience) putAway() {
	a.t.Helper()
	b, err := a.both.Encode()
	if err != nil {
		a.t.Fatalf("%v", err)
	}
	if a.both, err = Decode(b, a.config); err != nil {
		a.t.Fatalf("%v", err)
	}
	a.open = a.open[:0]
	for _, order := range a.both.Pending() {
		if ofShadow(order) {
			a.open = append(a.open, order)
		}
	}
}

// keep takes out what the shadow ordered, and holds that to its silence.
func (a *audience) keep(out []Effect) (live []Effect) {
	a.t.Helper()
	for _, effect := range out {
		n, isNote := effect.(*messages.Note)
		switch {
		case isNote && a.both.Shadow != nil && a.both.Shadow.Seats.Of(n.Familiar) >= 0:
		case ofShadow(effect):
			if c, is := effect.(messages.Compose); is && !c.Shadow {
				a.t.Fatalf("a turn in shadow doesn't say so: %+v", c)
			}
			a.open = append(a.open, effect)
		default:
			live = append(live, effect)
		}
	}
	return live
}

// ofShadow reports whether an order is one of a familiar in shadow.
func ofShadow(effect Effect) bool {
	switch e := effect.(type) {
	case messages.Judge:
		return e.N >= shadowNumbers
	case messages.Compose:
		return e.N >= shadowNumbers
	case messages.Recompose:
		return e.N >= shadowNumbers
	case messages.Inject:
		return e.N >= shadowNumbers
	case messages.Cancel:
		return e.N >= shadowNumbers
	case messages.FetchMembers:
		return e.N >= shadowNumbers
	case messages.FetchHistory:
		return e.N >= shadowNumbers
	default:
		return false
	}
}

// shadowActs lets the shadow's own deadlines come until now, and its orders be
// answered or not.
func (a *audience) shadowActs(now messages.Instant) {
	a.t.Helper()
	for range 1000 {
		for len(a.open) > 0 && a.pick("answered", 3) > 0 {
			a.answer(max(a.both.Now, min(now, a.both.Now.Add(1))))
		}
		if a.both.Shadow == nil {
			return
		}
		due := a.both.Shadow.due()
		if due.N == 0 || due.At > now {
			return
		}
		a.own(max(a.both.Now, due.At), messages.TimerFired{N: due.N})
	}
	a.t.Fatalf("the shadow's deadlines never end")
}

// answer answers the shadow's oldest order.
func (a *audience) answer(now messages.Instant) {
	order := a.open[0]
	a.open = a.open[1:]
	switch o := order.(type) {
	case messages.Judge:
		a.own(now, messages.Judged{N: o.N, Yes: a.pick("verdict", 2) == 1})
	case messages.Compose:
		c := messages.Composed{N: o.N, Parts: []string{"nobody reads this"}, Final: true}
		switch a.pick("what it says", 6) {
		case 1:
			c = messages.Composed{N: o.N, Skip: true}
		case 2:
			c = messages.Composed{N: o.N, Error: "the model is away"}
		case 3:
			c.Disengage = true
		case 4:
			c.Reactions = []messages.Reaction{{Line: "l1", Emoji: "👍"}}
			c.Fork = messages.Fork{Line: "l1", Why: "it was wrong"}
		}
		a.own(now, c)
	case messages.FetchMembers:
		a.own(now, messages.MembersKnown{N: o.N, Humans: 2})
	case messages.FetchHistory:
		a.own(now, messages.HistoryFetched{N: o.N})
	}
}

// own has the shadow take what is its own: the others do nothing.
func (a *audience) own(now messages.Instant, e Event) {
	a.t.Helper()
	if live := a.keep(a.both.Step(now, e, nil)); len(live) > 0 {
		a.t.Fatalf("%T%+v of the shadow has others do\n%s", e, e, show(live))
	}
}

// shadowRests: once everything is answered the shadow waits for nobody.
func (a *audience) shadowRests(now messages.Instant) {
	a.t.Helper()
	for range 500 {
		if a.both.Shadow == nil || !a.both.Shadow.isBusy() {
			return
		}
		now = now.Add(a.config.Room.AnswerWithin)
		a.shadowActs(now)
	}
	a.t.Fatalf("the shadow never comes to rest: %+v", a.both.Doing())
}
