package odds

import (
	"math"
	"strings"
	"testing"

	"familiar/messages"
)

func TestSettle(t *testing.T) {
	c := Config{On: true, Ask: Bar{Hi: .6, Lo: .2}, Wait: Bar{Hi: .7, Lo: 0}, Alone: .4, Lift: math.Ln2}
	off := c
	off.On = false
	never := c
	never.Ask.Hi = 1
	for _, tt := range []struct {
		what     string
		config   Config
		act      messages.Act
		p        float64
		judged   bool
		pressure int
		want     Verdict
		bar      float64
	}{
		{"at the high bar it is sure", c, messages.Ask, .6, true, 0, Yes, .6},
		{"just under it the judge is asked", c, messages.Ask, .599, true, 0, Band, .6},
		{"at the low bar, too", c, messages.Ask, .2, true, 0, Band, .6},
		{"just under that it is sure of no", c, messages.Ask, .199, true, 0, No, .2},
		{"what is left to chattiness has its own bars", c, messages.Wait, .65, true, 0, Band, .7},
		{"with a low bar of 0 it is never sure of no", c, messages.Wait, .0001, true, 4, Band, .7 * 16 / (.7*16 + .3)},
		{"with a high bar of 1 never of yes", never, messages.Ask, 1, true, 0, Band, 1},
		{"without a judge there is one bar", c, messages.Ask, .4, false, 0, Yes, .4},
		{"under it the answer is no", c, messages.Wait, .399, false, 0, No, .4},
		{"a step of pressure doubles what is asked of the odds", c, messages.Ask, .6, true, 1, Band, .75},
		{"which it may still meet", c, messages.Ask, .75, true, 1, Yes, .75},
		{"the low bar is lifted as well", c, messages.Ask, .3, true, 1, No, 1.0 / 3},
		{"and the only one", c, messages.Ask, .5, false, 1, No, 4.0 / 7},
		{"pressure ends at its highest step", c, messages.Ask, .97, true, 9, Yes, .96},
		{"pressure below none is none", c, messages.Ask, .6, true, -3, Yes, .6},
		{"an address is nothing to settle", c, messages.Engage, .01, true, 0, Band, 0},
		{"off, nothing is", off, messages.Ask, .01, false, 0, Band, 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got, bar := tt.config.Settle(tt.act, tt.p, tt.judged, tt.config.Pressed(tt.pressure))
			if got != tt.want || math.Abs(bar-tt.bar) > 1e-9 {
				t.Errorf("got %s by %v, want %s by %v", got, bar, tt.want, tt.bar)
			}
		})
	}
}

func TestConfig(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   []string
	}{
		{"the default is valid", func(*Config) {}, nil},
		{"off, nothing else matters", func(c *Config) { *c = Config{} }, nil},
		{"bars that meet", func(c *Config) { c.Ask = Bar{Hi: .5, Lo: .5} }, []string{"ask.lo = 0.5: want less than hi, which is 0.5"}},
		{"a bar above 1", func(c *Config) { c.Wait.Hi = 1.5 }, []string{"wait.hi = 1.5: want 0 to 1"}},
		{"no number", func(c *Config) { c.Alone = math.NaN() }, []string{"alone = NaN"}},
		{"two things wrong are both said", func(c *Config) { c.Lift, c.Wait.Lo = -1, -1 }, []string{"lift = -1: want 0 to 2", "wait.lo = -1"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			tt.change(&c)
			err := c.Validate()
			if len(tt.want) == 0 && err != nil {
				t.Errorf("got %v, want no error", err)
			}
			for _, want := range tt.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want an error with %q", err, want)
				}
			}
		})
	}
	for name, on := range map[string]bool{"social": true, "ladder": false, "window": false, "assigned": false, "chatty": false, "relevance": false} {
		if c, ok := Preset(name); !ok || c.On != on {
			t.Errorf("Preset(%q) = %+v, %v, want on = %v", name, c, ok, on)
		}
	}
	if _, ok := Preset("loud"); ok {
		t.Error(`there is a preset "loud"`)
	}
}
