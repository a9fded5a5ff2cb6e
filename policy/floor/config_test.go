package floor

import (
	"testing"
	"time"
)

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string // "" when valid
	}{
		{"the default is valid", func(*Config) {}, ""},
		{"no rest is valid", func(c *Config) { c.Rest = 0 }, ""},
		{"the floor can be switched off by one line", func(c *Config) { *c = Config{} }, ""},
		{"a rest can't be negative", func(c *Config) { c.Rest = -time.Second }, "rest = -1s: want 0 or more"},
		{"a hold is needed", func(c *Config) { c.Hold = 0 }, "hold = 0s: want at least 1s"},
		{"all that is wrong is said", func(c *Config) { c.Rest, c.Hold = -1, 1 }, "rest = -1ns: want 0 or more\nhold = 1ns: want at least 1s"},
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

func TestPreset(t *testing.T) {
	for name, on := range map[string]bool{"social": true, "ladder": false, "window": false, "assigned": false, "chatty": false, "relevance": false} {
		if c := Preset(name); c.On != on {
			t.Errorf("the floor of %s is on: %v, want %v", name, c.On, on)
		}
	}
}
