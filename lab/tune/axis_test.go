package tune

import (
	"slices"
	"testing"

	"familiar/config"
	"familiar/policy/conversation"
)

// TestSpaceOf: what is switched off isn't tried, a knob's own value always is,
// and every value can be set by itself.
func TestSpaceOf(t *testing.T) {
	for _, tt := range []struct {
		says   string
		preset string
		set    []string
		judged bool
		with   []string
		not    []string
	}{
		{"social with a judge", "social", nil, true, []string{"chattiness.lull", "chattiness.tier", "credit.mode", "odds.wait.lo", "odds.ask.hi"}, []string{"odds.alone"}},
		{"without one, only what it is asked for is left", "social", nil, false, []string{"odds.alone", "credit.window"}, []string{"chattiness.lull", "odds.wait.lo"}},
		{"ladder never speaks unasked", "ladder", nil, true, []string{"credit.mode"}, []string{"chattiness.lull", "odds.ask.lo"}},
		{"chatty has no credit and no back-off", "chatty", nil, true, []string{"chattiness.lull"}, []string{"credit.window", "chattiness.backoff_after"}},
		{"the window of a channel is kept", "window", nil, true, []string{"credit.window"}, []string{"credit.mode"}},
		{"a value of one's own", "social", []string{"chattiness.lull=17s", "odds.wait.lo=0.033"}, true, []string{"chattiness.lull"}, nil},
	} {
		t.Run(tt.says, func(t *testing.T) {
			var knobs config.Knobs
			knobs.Policy, _ = conversation.Preset(tt.preset)
			knobs.Room, _ = conversation.PresetRoom(tt.preset)
			if err := knobs.Set(tt.set...); err != nil {
				t.Fatal(err)
			}
			space := SpaceOf(&knobs.Policy, tt.judged)
			keys := make([]string, len(space))
			for i, a := range space {
				keys[i] = a.Key
				own := knobs
				if err := own.Set(a.Key + "=" + a.Values[a.Base]); err != nil {
					t.Errorf("%s = %s, its own value: %v", a.Key, a.Values[a.Base], err)
				}
				for _, v := range a.Values {
					one := knobs
					if err := one.Set(a.Key + "=" + v); err != nil {
						t.Errorf("%s = %s: %v", a.Key, v, err)
					}
				}
			}
			for _, key := range tt.with {
				if !slices.Contains(keys, key) {
					t.Errorf("%s is not tried, only %v", key, keys)
				}
			}
			for _, key := range tt.not {
				if slices.Contains(keys, key) {
					t.Errorf("%s is tried", key)
				}
			}
			if len(space.turned(space.base())) > 0 {
				t.Errorf("the setting as it is turns %v", space.turned(space.base()))
			}
			if n := len(space.grid()); n > 120 {
				t.Errorf("a grid of %d settings is not coarse", n)
			}
		})
	}
}
