package ladder

import (
	"strings"
	"testing"
)

func TestPresetsAreValid(t *testing.T) {
	for _, name := range Presets() {
		c := preset(t, name)
		if err := c.Validate(); err != nil {
			t.Errorf("preset %s: %v", name, err)
		}
	}
	if _, ok := Preset("loud"); ok {
		t.Error(`there is a preset "loud"`)
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string
	}{
		{
			"an unknown rung", func(c *Config) { c.Rungs = []Rung{Self, "shout"} },
			`rungs: unknown rung "shout": want one of self, mode, dm, mention, reply, sibling, aside, sticky, alias, elsewhere, cold-thread, solo, rest`,
		},
		{"the bottom is no rung to list", func(c *Config) { c.Rungs = []Rung{Self, Bottom} }, `rungs: unknown rung "default"`},
		{"a rung twice", func(c *Config) { c.Rungs = []Rung{Self, DM, DM} }, `rungs: "dm" is listed twice`},
		{"something below rest", func(c *Config) { c.Rungs = []Rung{Self, Rest, DM} }, `rungs: "rest" applies to every line`},
		{"no rungs", func(c *Config) { c.Rungs = nil }, `the first must be "self"`},
		{"self is not the first", func(c *Config) { c.Rungs = []Rung{DM, Self} }, `the first must be "self"`},
		{"an address can't be observed", func(c *Config) { c.Address = "observe" }, `address = "observe": want one of engage, ask`},
		{"a crowd can't be left waiting", func(c *Config) { c.Crowd = "wait" }, `crowd = "wait": want one of engage, ask`},
		{"an unknown act", func(c *Config) { c.Rest = "" }, `rest = "": want one of observe, engage, ask, wait`},
		{"an unknown match", func(c *Config) { c.Alias = "regexp" }, `alias = "regexp": want one of auto, substring, word`},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			tt.change(&c)
			if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("Validate: %v, want %q", err, tt.want)
			}
		})
	}
}
