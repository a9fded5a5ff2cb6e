package budget

import (
	"math"
	"testing"
)

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string // "" when valid
	}{
		{"the default is valid", func(*Config) {}, ""},
		{"the default with limits is", func(c *Config) { c.Day, c.Familiar, c.Channel = 10, 5, 1 }, ""},
		{"nothing at all is", func(c *Config) { *c = Config{} }, ""},
		{
			"a limit needs its shape", func(c *Config) { *c = Config{Day: 1} },
			"shares = []: want three numbers above 0 and below 1, each above the one before\n" +
				"slack = 0: want at least 0 and less than the first share\n" +
				"stretch = []: want three numbers of 1 or more, each at least as large as the one before\n" +
				"in_flight = 0s: want at least 1s",
		},
		{"a limit below nothing", func(c *Config) { c.Day = -1 }, "day = -1: want 0 or more US dollars"},
		{"a limit beyond everything", func(c *Config) { c.Familiar = math.Inf(1) }, "familiar = +Inf: want 0 or more US dollars"},
		{"a limit that is no number", func(c *Config) { c.Channel = math.NaN() }, "channel = NaN: want 0 or more US dollars"},
		{
			"shares that don't rise", func(c *Config) { c.Day, c.Shares = 1, []float64{0.5, 0.5, 0.9} },
			"shares = [0.5 0.5 0.9]: want three numbers above 0 and below 1, each above the one before",
		},
		{
			"a share of everything", func(c *Config) { c.Day, c.Shares = 1, []float64{0.5, 0.9, 1} },
			"shares = [0.5 0.9 1]: want three numbers above 0 and below 1, each above the one before",
		},
		{
			"a share of nothing", func(c *Config) { c.Day, c.Shares = 1, []float64{0, 0.5, 0.9} },
			"shares = [0 0.5 0.9]: want three numbers above 0 and below 1, each above the one before\n" +
				"slack = 0.05: want at least 0 and less than the first share",
		},
		{"a slack that never lets the first step end", func(c *Config) { c.Day, c.Slack = 1, 0.5 }, "slack = 0.5: want at least 0 and less than the first share"},
		{
			"a stretch that hurries", func(c *Config) { c.Day, c.Stretch = 1, []float64{0.5, 2, 3} },
			"stretch = [0.5 2 3]: want three numbers of 1 or more, each at least as large as the one before",
		},
		{"equal stretches are valid", func(c *Config) { c.Day, c.Stretch = 1, []float64{1, 2, 2} }, ""},
		{"nothing to say at the limit is valid", func(c *Config) { c.Words.Limit = "" }, ""},
		{"a brace nobody fills", func(c *Config) { c.Words.Limit = "{name} sleeps" }, `words.limit = "{name} sleeps": allowed in braces are familiar`},
		{"channels below none", func(c *Config) { c.Channels = -1 }, "channels = -1: want 0 or more"},
		{"prices below nothing, by name", func(c *Config) {
			c.Prices = map[string]Price{"b": {Cached: -1}, "a": {Input: math.NaN(), Output: -2}}
		}, "prices.a.input = NaN: want 0 or more, in US dollars per million tokens\n" +
			"prices.a.output = -2: want 0 or more, in US dollars per million tokens\n" +
			"prices.b.cached = -1: want 0 or more, in US dollars per million tokens"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			tt.change(&c)
			got := ""
			if err := c.Validate(); err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("Validate: %q, want %q", got, tt.want)
			}
		})
	}
}
