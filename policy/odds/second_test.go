package odds

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestDoubts(t *testing.T) {
	for _, tt := range []struct {
		name   string
		second Second
		p      float64
		yes    bool
		after  float64
		doubts bool
	}{
		{"a yes at low odds is confirmed", defaultSecond(), .1, true, .08 / .17, true},
		{"at higher ones it is enough", defaultSecond(), .4, true, .32 / .38, false},
		{"a no there is enough, too", defaultSecond(), .3, false, .06 / .69, false},
		{"at high odds it is asked again", defaultSecond(), .6, false, .12 / .48, true},
		{"with a bar of 0 any yes is enough", Second{Yes: .8, Wrong: .1}, .001, true, .0008 / (.0008 + .0999), false},
		{"with a bar of 1 none is", Second{Yes: .8, Wrong: .1, Hi: 1}, .999, true, .7992 / (.7992 + .0001), true},
		{"with a bar of 1 any no is enough", Second{Yes: .8, Wrong: .1, Lo: 1}, 1, false, 1, false},
		{"what nobody has estimated is not doubted", defaultSecond(), 0, true, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after, doubts := tt.second.Doubts(tt.p, tt.yes)
			if math.Abs(after-tt.after) > 1e-9 || doubts != tt.doubts {
				t.Errorf("got %v, %v; want %v, %v", after, doubts, tt.after, tt.doubts)
			}
		})
	}
}

// TestAfter: a yes never lowers the odds, a no never raises them, higher odds stay
// higher, and the two outcomes weighed by how often they come are the odds before.
func TestAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Second{Wrong: rapid.Float64Range(.001, .98).Draw(t, "wrong")}
		s.Yes = rapid.Float64Range(s.Wrong+.001, .999).Draw(t, "yes")
		p, q := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.Float64Range(0, 1).Draw(t, "q")
		yes, no := s.After(p, true), s.After(p, false)
		if !(0 <= no && no <= p+1e-12 && p <= yes+1e-12 && yes <= 1) {
			t.Fatalf("%v becomes %v by a no and %v by a yes", p, no, yes)
		}
		if p < q && (s.After(q, true) < yes-1e-12 || s.After(q, false) < no-1e-12) {
			t.Fatalf("%v and %v change places", p, q)
		}
		says := p*s.Yes + (1-p)*s.Wrong
		if math.Abs(says*yes+(1-says)*no-p) > 1e-9 {
			t.Fatalf("%v is %v on average afterwards", p, says*yes+(1-says)*no)
		}
	})
}
