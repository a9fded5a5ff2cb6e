package conversation

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestPropertySwitches: whoever is switched between live and shadow while
// anything happens leaves a state that goes on, is encoded and comes to rest.
func TestPropertySwitches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w := newWorld(t, rapidPick(t))
		for range rapid.IntRange(1, 60).Draw(t, "moves") {
			w.move()
		}
		a := newAudience(t, w)
		a.alone = nil
		for _, kept := range w.journal {
			e, err := messages.DecodeEvent(kept.event)
			if err != nil {
				t.Fatal(err)
			}
			a.shadowActs(kept.now)
			a.keep(a.both.Step(kept.now, e, nil))
			if w.pick("switched", 6) == 0 {
				a.switches(kept.now)
			}
			if w.pick("put away", 12) == 0 {
				a.putAway()
			}
		}
		a.shadowRests(w.now)
	})
}

// switches has one familiar change sides.
func (a *audience) switches(now messages.Instant) {
	a.t.Helper()
	c := *a.config
	c.Generation++
	c.Seats = append([]SeatConfig(nil), c.Seats...)
	i := a.pick("who", len(c.Seats))
	c.Seats[i].Policy.Mode = map[Mode]Mode{Live: InShadow, InShadow: Live}[c.Seats[i].Policy.Mode]
	a.config = &c
	a.both.Use(&c)
	a.keep(a.both.Step(now, messages.Reconfigured{Generation: c.Generation}, nil))
	a.open = a.open[:0]
	for _, order := range a.both.Pending() {
		if ofShadow(order) {
			a.open = append(a.open, order)
		}
	}
	dark := 0
	for seat := range a.both.All {
		if a.both.Seats.Of(seat.Familiar) < 0 {
			dark++
		}
	}
	_, fork := a.both.Channel.Fixes()
	want := 0
	for k := range c.Seats {
		if c.Seats[k].Policy.Mode == InShadow && !fork {
			want++
		}
	}
	if dark != want {
		a.t.Fatalf("%d are in shadow, want %d", dark, want)
	}
}

// TestSwitched: what a familiar knows and was told goes with it to the other
// side.
func TestSwitched(t *testing.T) {
	begin := func() *player {
		p := &player{t: t, out: new(strings.Builder)}
		p.begin("social", "quick", "nojudge", "noodds")
		return p
	}
	mode := func(p *player, m Mode) {
		c := *p.config
		c.Seats = append([]SeatConfig(nil), c.Seats...)
		c.Seats[0].Policy.Mode = m
		p.config = &c
		p.s.Use(&c)
		p.step(messages.Reconfigured{Generation: 2})
	}
	t.Run("quiet in shadow is quiet live", func(t *testing.T) {
		p := begin()
		mode(p, InShadow)
		p.play("command quiet 5m")
		mode(p, Live)
		p.play("ana: Aria?")
		if len(p.turn) != 0 {
			t.Errorf("it answers: %+v", p.turn)
		}
	})
	modes := func(p *player, all ...Mode) {
		c := *p.config
		c.Seats = slices.Clone(c.Seats)
		for i := range all {
			c.Seats[i].Policy.Mode = all[i]
		}
		p.s.Use(&c)
		p.step(messages.Reconfigured{Generation: 2})
	}
	both := func(keys ...string) *player {
		p := &player{t: t, out: new(strings.Builder)}
		p.begin("social", append([]string{"two", "quick", "nojudge", "noodds", "roles"}, keys...)...)
		return p
	}
	for _, tt := range []struct {
		story, play string
	}{
		{"quiet live is quiet in a shadow where somebody is, and live again", "ana: Hello\ncommand quiet Aria"},
		{"so it is before anybody has said a word", "command quiet Aria"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			p := both("shadow")
			for _, line := range strings.Split(tt.play, "\n") {
				p.play(line)
			}
			modes(p, InShadow, InShadow)
			p.turn = nil
			p.play("bob: @Aria?")
			modes(p, Live, InShadow)
			p.play("bob: @Aria, again?")
			if len(p.turn) != 0 {
				t.Errorf("it answers: %+v", p.turn)
			}
		})
	}
	t.Run("who joins live leaves those alone whom all in shadow do", func(t *testing.T) {
		p := both()
		then := *p.config
		then.Seats = slices.Clone(then.Seats)
		then.Seats[0].Policy.Mode = InShadow
		now := then
		now.Seats = then.Seats[:1]
		p.s.Use(&now)
		p.play("olga: /alone")
		p.s.Use(&then)
		if s := &p.s.Seats[0]; s.Familiar != "Vesper" || !s.Manners.Leaves("olga") {
			t.Errorf("%s leaves alone %v, want olga", s.Familiar, s.Manners.Alone)
		}
	})
	t.Run("what was said before is known in shadow, and nothing of it waits", func(t *testing.T) {
		p := begin()
		p.play("ana: Aria?")
		p.turn = nil
		mode(p, InShadow)
		if len(p.turn) != 0 {
			t.Fatalf("it answers what it was asked live: %+v", p.turn)
		}
		p.play("ana: Aria, again?")
		if len(p.turn) != 1 || !p.turn[0].Shadow || len(p.turn[0].Earlier)+len(p.turn[0].Recent) != 1 {
			t.Errorf("in shadow it is to compose %+v", p.turn)
		}
	})
	t.Run("an answer to an order from the shadow changes nothing live", func(t *testing.T) {
		p := begin()
		mode(p, InShadow)
		p.play("ana: Aria?")
		order := p.turn[0].N
		mode(p, Live)
		p.step(messages.Composed{N: order, Parts: []string{"too late"}, Final: true})
		if len(p.posts) != 0 {
			t.Errorf("it posts %+v", p.posts)
		}
	})
	t.Run("who stays live goes on as another goes into the shadow", func(t *testing.T) {
		p := both()
		p.play("ana: Aria?")
		p.out.Reset()
		modes(p, Live, InShadow)
		if got := p.out.String(); got != "" || len(p.s.Pending()) != 1 {
			t.Errorf("got %q, and %s is pending; want the turn to go on", got, show(p.s.Pending()))
		}
	})
	t.Run("what waited in the shadow is settled by who leaves it last", func(t *testing.T) {
		p := begin()
		mode(p, InShadow)
		p.play("ana: Aria?")
		p.out.Reset()
		mode(p, Live)
		const want = "> Aria: settled by reconfigured: it is no longer here\n> cancel\n"
		if got := p.out.String(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
