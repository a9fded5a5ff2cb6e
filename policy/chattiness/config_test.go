package chattiness

import (
	"strings"
	"testing"
	"time"
)

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string // part of the error; "": none
	}{
		{"the default is valid", func(*Config) {}, ""},
		{"so is the timing of chatty", func(c *Config) { *c = Chatty() }, ""},
		{"a tier nobody knows", func(c *Config) { c.Tier = "shy" }, `tier "shy": want one of [very_quiet quiet`},
		{"a step backwards", func(c *Config) { c.Step = -1 }, "step -1"},
		{"no floor", func(c *Config) { c.Floor = 0 }, "floor 0"},
		{"no lull", func(c *Config) { c.Lull = 0 }, "lull 0s"},
		{"a negative voice lull", func(c *Config) { c.VoiceLull = -time.Second }, "voice_lull -1s"},
		{"a negative question", func(c *Config) { c.Question = -1 }, "question"},
		{"a negative back-off", func(c *Config) { c.BackoffAfter = -1 }, "backoff_after -1"},
		{"a back-off without length", func(c *Config) { c.BackoffBase = 0 }, "backoff_base 0s"},
		{"a back-off that shrinks", func(c *Config) { c.BackoffMax = time.Second }, "backoff_max 1s: want at least backoff_base"},
		{"a switched-off back-off needs no length", func(c *Config) { c.BackoffAfter, c.BackoffBase = 0, 0 }, ""},
		{"a share of everything", func(c *Config) { c.Share = 1 }, "share 1"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := Default()
			tt.change(&c)
			err := c.Validate()
			switch {
			case tt.want == "" && err != nil:
				t.Errorf("got %v, want no error", err)
			case tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)):
				t.Errorf("got %v, want an error with %q", err, tt.want)
			}
		})
	}
}
