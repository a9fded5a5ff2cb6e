package learning

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/odds"
)

func on() *Config {
	c := Default()
	c.On = true
	return &c
}

func TestTake(t *testing.T) {
	for _, tt := range []struct {
		story string
		take  []Ending
		want  int // the sign of the shift
	}{
		{"it was taken up, which nobody was sure of", []Ending{{How: messages.ByTakenUp, Expected: .4}}, 1},
		{"it was disliked", []Ending{{How: messages.ByDisliked, Expected: .4}}, -1},
		{"one for quiet outweighs two who reply", []Ending{{How: messages.ByTakenUp, Expected: .6, By: 1}, {How: messages.ByTakenUp, Expected: .6, By: 2}, {How: messages.ByHushed, Expected: .6, By: 3}}, -1},
		{"a silence was missed", []Ending{{How: messages.ByMissed}}, 1},
		{"nobody had estimated the line", []Ending{{How: messages.ByTakenUp}}, 0},
		{"it is no ending", []Ending{{How: messages.BySpoke, Expected: .4}}, 0},
	} {
		var s State
		for _, e := range tt.take {
			s.Take(e, on())
		}
		if got := sign(s.Shift); got != tt.want {
			t.Errorf("%s: the shift is %v, want its sign to be %d", tt.story, s.Shift, tt.want)
		}
	}
}

func sign(x float64) int {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// TestConverges: where half of what is said with odds of .2 is welcome, the odds
// come to about a half; in equal weights, since one sign is as good as the other.
func TestConverges(t *testing.T) {
	var s State
	c := on()
	c.Most, c.Memory = 2, 200
	for i := range 2000 {
		how := messages.ByLiked
		if i%2 == 0 {
			how = messages.ByDisliked
		}
		s.Take(Ending{How: how, By: odds.Key(1 + i%50), Expected: s.Apply(.2, c)}, c)
	}
	if p := s.Apply(.2, c); math.Abs(p-.5) > .06 {
		t.Errorf("odds of .2 come to %.3f, want about .5", p)
	}
}

// TestOnePersonCantDriveIt: what a hundred signs of one person move, ten of ten
// people move further.
func TestOnePersonCantDriveIt(t *testing.T) {
	var one, many State
	for i := range 100 {
		one.Take(Ending{How: messages.ByDisliked, By: 1, Expected: .4}, on())
		if i < 20 {
			many.Take(Ending{How: messages.ByDisliked, By: odds.Key(i + 1), Expected: .4}, on())
		}
	}
	if one.Shift < many.Shift {
		t.Errorf("one person moved it to %.2f, twenty to %.2f", one.Shift, many.Shift)
	}
}

// TestBounds: whatever comes, the shift stays within its bounds, few people are
// kept, and a probability stays one.
func TestBounds(t *testing.T) {
	hows := []messages.Rung{messages.ByTakenUp, messages.ByLiked, messages.ByDisliked, messages.ByTalkedOver, messages.ByIgnored, messages.ByHushed, messages.ByRemoved, messages.ByMissed}
	rapid.Check(t, func(t *rapid.T) {
		c := &Config{On: true, Most: rapid.Float64Range(0, 2).Draw(t, "most"), Memory: rapid.IntRange(5, 1000).Draw(t, "memory")}
		var s State
		for range rapid.IntRange(1, 300).Draw(t, "endings") {
			s.Take(Ending{
				How: rapid.SampledFrom(hows).Draw(t, "how"), By: odds.Key(rapid.IntRange(0, 20).Draw(t, "by")),
				Expected: rapid.Float64Range(0, 1).Draw(t, "expected"), Judged: rapid.Bool().Draw(t, "judged"),
			}, c)
			if !(math.Abs(s.Shift) <= c.Most) || len(s.People) > mostPeople {
				t.Fatalf("%+v with %+v", s, *c)
			}
		}
		if p := s.Apply(rapid.Float64Range(0, 1).Draw(t, "p"), c); !(p >= 0 && p <= 1) {
			t.Fatalf("p is %v", p)
		}
		for key := range odds.Key(21) {
			s.Forget(key)
		}
		if s.People != nil {
			t.Fatalf("%v are left", s.People)
		}
	})
}
