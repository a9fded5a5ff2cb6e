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
	for _, tt := range []struct {
		what, name string
		on, known  bool
	}{
		{"social has a floor", "social", true, true},
		{"ladder has none", "ladder", false, true},
		{"window has none", "window", false, true},
		{"assigned has none", "assigned", false, true},
		{"chatty has none", "chatty", false, true},
		{"relevance has none", "relevance", false, true},
		{"an unknown name is no preset", "sociable", false, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if c, ok := Preset(tt.name); c.On != tt.on || ok != tt.known {
				t.Errorf("Preset gives %v, %v; want %v, %v", c.On, ok, tt.on, tt.known)
			}
		})
	}
}
