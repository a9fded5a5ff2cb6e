package conversation

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/odds"
)

// oddsAreTold: a note says how likely an answer was expected and which bar that
// was held to, and what was done is what they say.
func (w *world) oddsAreTold(out []Effect) {
	w.t.Helper()
	const exact = 1e-6 // of the 32 bits that a note has
	for _, n := range notes(out) {
		on := n.Odds != 0 && w.config.Seats[w.seat(n.Familiar)].Policy.Odds.On
		switch {
		case n.Odds == 0 && n.Bar == 0:
		case !on || n.Odds < 0 || n.Odds > 1 || n.Bar < 0 || n.Bar > 1:
			w.t.Fatalf("a note with odds that nobody estimated: %s", tell(&n))
		case n.Bar == 0: // something else decided
		case n.Act == messages.Observe && n.Odds >= n.Bar+exact,
			n.Act == messages.Ask && n.Odds >= n.Bar+exact,
			n.Act == messages.Engage && n.Odds < n.Bar-exact,
			n.Act == messages.Settled && n.Odds < n.Bar-exact:
			w.t.Fatalf("odds of %v held to %v, and yet: %s", n.Odds, n.Bar, tell(&n))
		}
	}
	if !w.s.Talk.Looks() && w.s.Talk.No != 0 {
		w.t.Fatalf("nobody looks at the odds, and %d lines are remembered for them", w.s.Talk.No)
	}
}

// drawOdds draws bars that lines of a few words can pass and fail.
func drawOdds(p pick, c odds.Config) odds.Config {
	switch p("odds", 4) {
	case 1:
		c.On = true
	case 2:
		c.On, c.Ask, c.Wait, c.Alone = true, odds.Bar{Hi: .2, Lo: .05}, odds.Bar{Hi: .08, Lo: .01}, .05
	case 3:
		c.On = false
	}
	return c
}

// talking is a channel of two seats in which Vesper has just talked with ana,
// whom bob hears, and a question of bob's waits for both.
func talking(t *testing.T, preset string, keys ...string) *player {
	p := &player{t: t, out: &strings.Builder{}}
	p.begin(preset, keys...)
	for _, line := range []string{
		"ana: hi", "silent", "bob: hi", "ana: @Vesper where do the moths sit?", "says on the balcony", "delivered",
		"bob: and since when do they sit there all day?",
	} {
		p.play(line)
	}
	return p
}

func TestOddsOfTheNewestWaitingLine(t *testing.T) {
	for _, tt := range []struct {
		what  string
		after []string
		known bool
	}{
		{"a line that waits has odds", nil, true},
		{"one that doesn't leaves them", []string{"ana: @bob since noon"}, true},
		{"an edited line has none", []string{"edit 5: and since when do they sit there at all?"}, false},
		{"deleted, it takes them along", []string{"delete 5"}, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			p := talking(t, "social", "two", "quick", "patient")
			for _, line := range tt.after {
				p.play(line)
			}
			if got := p.s.Seats[1].Likely; got > 0 != tt.known {
				t.Errorf("Vesper's odds are %v, want some: %v", got, tt.known)
			}
		})
	}
}

func TestWithoutOddsNothingIsRemembered(t *testing.T) {
	p := talking(t, "social", "two", "quick", "patient")
	if p.s.Talk.No == 0 || p.s.Seats[1].Odds.Spoke.No == 0 {
		t.Fatalf("nothing is remembered: %+v, %+v", p.s.Talk, p.s.Seats[1].Odds)
	}
	p.s.Use(testConfig(t, "social", "two", "quick", "noodds"))
	if seat := p.s.Seats[1]; p.s.Talk.No != 0 || seat.Odds.Spoke.No != 0 || seat.Likely != 0 {
		t.Errorf("with odds off it remembers %+v, %+v and %v", p.s.Talk, seat.Odds, seat.Likely)
	}
}

func TestOnlySocialLooksAtTheOdds(t *testing.T) {
	for _, preset := range []string{"ladder", "window", "assigned", "chatty", "relevance", "social"} {
		p := talkingIn(t, preset)
		if got := p.s.Talk.No != 0; got != (preset == "social") {
			t.Errorf("%s remembers who talks to whom: %v", preset, got)
		}
	}
}

// talkingIn is a channel of that preset in which something was said.
func talkingIn(t *testing.T, preset string) *player {
	p := &player{t: t, out: &strings.Builder{}}
	p.begin(preset)
	p.play("ana: @bob hi")
	return p
}
