package learning

import (
	"encoding/json"
	"math"
	"reflect"
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
		signs []Sign
		want  float64 // the sign of the lift
	}{
		{"it was taken up", []Sign{{How: messages.ByTakenUp, By: 1}}, -1},
		{"it was disliked", []Sign{{How: messages.ByDisliked, By: 1}}, 1},
		{"one likes it and one doesn't", []Sign{{messages.ByLiked, 1}, {messages.ByDisliked, 5}}, 1},
		{"three like it and one doesn't", []Sign{{messages.ByLiked, 1}, {messages.ByLiked, 3}, {messages.ByLiked, 7}, {messages.ByDisliked, 5}}, -1},
		{"told to be quiet, which weighs more than one who likes it", []Sign{{messages.ByLiked, 1}, {messages.ByHushed, 3}}, 1},
		{"who goes on without it says less than who takes it up", []Sign{{messages.ByTakenUp, 1}, {messages.ByTalkedOver, 0}}, -1},
		{"a silence was missed", []Sign{{How: messages.ByMissed, By: 1}}, -1},
		{"nothing that follows", []Sign{{How: messages.BySpoke, By: 1}}, 0},
	} {
		var s State
		for _, sign := range tt.signs {
			s.Take(sign, on())
		}
		if got := s.Lift; got*tt.want < 0 || (got == 0) != (tt.want == 0) {
			t.Errorf("%s: the bars are lifted by %.2f, want its sign to be %v", tt.story, got, tt.want)
		}
	}
}

// TestOff: nothing is learned, and what was learned is left unused.
func TestOff(t *testing.T) {
	s := State{Lift: 1, Known: 3}
	c := Default()
	if moved := s.Take(Sign{How: messages.ByLiked, By: 1}, &c); moved != 0 || !reflect.DeepEqual(s, State{Lift: 1, Known: 3}) {
		t.Errorf("moved %v, to %+v", moved, s)
	}
	if s.LiftOf(&c) != 0 || s.Stretch(&c) != 1 || s.LiftOf(on()) != 1 || s.Stretch(on()) != math.E {
		t.Error("it is used while it is off, or unused while it is on")
	}
}

// TestConverges: in a place where what it says is welcome the less the lower the
// bar, the bar comes to where the target is met, and stays near it.
func TestConverges(t *testing.T) {
	var s State
	c := on()
	drawn, sum := uint64(1), 0.
	for i := range 6000 {
		drawn = drawn*6364136223846793005 + 1442695040888963407
		welcome := 1 / (1 + math.Exp(-(s.Lift + 1.7))) // .66 at a lift of about -1
		sign := Sign{How: messages.ByDisliked, By: odds.Key(1 + 2*(i%40))}
		if float64(drawn>>11)/(1<<53) < welcome {
			sign.How = messages.ByLiked
		}
		s.Take(sign, c)
		if i >= 2000 {
			sum += s.Lift / 4000
		}
	}
	if want := math.Log(.66/.34) - 1.7; math.Abs(sum-want) > .2 {
		t.Errorf("the bars are lifted by %.2f on average, want about %.2f", sum, want)
	}
}

// TestOnePersonAgainstMany: whoever gives as many signs of one kind as eight others
// give of the other is outvoted, and twenty people move the bars further than one
// who gives twenty signs.
func TestOnePersonAgainstMany(t *testing.T) {
	for _, tt := range []struct {
		one, others messages.Rung
		want        float64 // the sign of the lift
	}{
		{messages.ByDisliked, messages.ByLiked, -1},
		{messages.ByRemoved, messages.ByTakenUp, -1},
		{messages.ByLiked, messages.ByDisliked, 1},
	} {
		var s State
		for i := range 400 {
			s.Take(Sign{How: tt.one, By: 1}, on())
			s.Take(Sign{How: tt.others, By: odds.Key(3 + 2*(i%8))}, on())
		}
		if s.Lift*tt.want <= .5 {
			t.Errorf("%s by one, %s by eight: the bars are lifted by %.2f", tt.one, tt.others, s.Lift)
		}
		var one, many State
		for i := range 20 {
			one.Take(Sign{How: tt.one, By: 1}, on())
			many.Take(Sign{How: tt.one, By: odds.Key(2*i + 1)}, on())
		}
		if tt.one != messages.ByRemoved && math.Abs(one.Lift) >= .7*math.Abs(many.Lift) {
			t.Errorf("%s: one person moved them to %.2f, twenty to %.2f", tt.one, one.Lift, many.Lift)
		}
	}
}

// TestBounds: whatever comes, the bars stay within what the operator allows, few
// people are kept, what is kept reads back, and a person can be forgotten.
func TestBounds(t *testing.T) {
	hows := []messages.Rung{messages.ByTakenUp, messages.ByLiked, messages.ByDisliked, messages.ByTalkedOver, messages.ByIgnored, messages.ByHushed, messages.ByRemoved, messages.ByMissed}
	rapid.Check(t, func(t *rapid.T) {
		c := &Config{On: true, Welcome: rapid.Float64Range(.2, .95).Draw(t, "welcome"), Most: rapid.Float64Range(0, 4).Draw(t, "most"), Memory: rapid.IntRange(5, 1000).Draw(t, "memory")}
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		var s State
		for range rapid.IntRange(1, 300).Draw(t, "signs") {
			before := s.Lift
			moved := s.Take(Sign{rapid.SampledFrom(hows).Draw(t, "how"), odds.Key(rapid.IntRange(0, 20).Draw(t, "by"))}, c)
			if !(math.Abs(s.Lift) <= c.Most) || s.Lift-before != moved || len(s.People) > mostPeople || !(s.Known >= 0) {
				t.Fatalf("%+v with %+v", s, *c)
			}
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var again State
		if err := json.Unmarshal(text, &again); err != nil || !reflect.DeepEqual(s, again) {
			t.Fatalf("%s is read as %+v, %v", text, again, err)
		}
		for key := range odds.Key(21) {
			s.Forget(key)
		}
		if s.People != nil {
			t.Fatalf("%v are left", s.People)
		}
	})
}
