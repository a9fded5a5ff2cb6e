package turns

import (
	"testing"
	"time"

	"familiar/messages"
)

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string // "" when valid
	}{
		{"the default is valid", func(*Config) {}, ""},
		{"a round of two is", func(c *Config) { c.Mode, c.Members = TurnBased, everybody[:2] }, ""},
		{"so is one of as many as there are seats", func(c *Config) { c.Mode, c.Members = TurnBased, many(Most) }, ""},
		{"so is a broadcast to all of them", func(c *Config) { c.Mode, c.Members = Broadcast, many(Most) }, ""},
		{"so is no limit for one of them", func(c *Config) { c.Timeouts = map[messages.FamiliarID]time.Duration{"pm": 0} }, ""},
		{"so is no limit", func(c *Config) { c.Timeout = 0 }, ""},
		{"so is an unknown channel for one", func(c *Config) { c.Unknown = "familiar:pm" }, ""},
		{"so are no words where nothing is said", func(c *Config) { c.Announce, c.Words = false, Words{} }, ""},
		{"a mode nobody knows", func(c *Config) { c.Mode = "weird" }, `mode = "weird": want direct, single, turn-based or broadcast`},
		{"unassigned is not for a file", func(c *Config) { c.Mode = Unassigned }, `mode = "unassigned": want direct, single, turn-based or broadcast`},
		{"a round of one", func(c *Config) { c.Mode, c.Members = TurnBased, everybody[:1] }, `members: 1 for mode "turn-based": want 2 to 32`},
		{"single for two", func(c *Config) { c.Mode, c.Members = Single, everybody[:2] }, `members: 2 for mode "single": want exactly 1`},
		{"direct for nobody", func(c *Config) { c.Mode = Direct }, `members: 0 for mode "direct": want exactly 1`},
		{"too many at a broadcast", func(c *Config) { c.Mode, c.Members = Broadcast, many(Most+1) }, `members: 33 for mode "broadcast": want at most 32`},
		{"somebody twice", func(c *Config) { c.Mode, c.Members = TurnBased, []messages.FamiliarID{"pm", "pm"} }, `members: "pm" is listed twice`},
		{"somebody without a name", func(c *Config) { c.Mode, c.Members = TurnBased, []messages.FamiliarID{"pm", ""} }, "members: a familiar without a name"},
		{"an unknown fate", func(c *Config) { c.Unknown = "drop" }, `unknown = "drop": want ignore, default or familiar:NAME`},
		{"for nobody", func(c *Config) { c.Unknown = "familiar:" }, `unknown = "familiar:": want ignore, default or familiar:NAME`},
		{"a default that is needed and empty", func(c *Config) { c.Unknown = Fallback }, `default: members: 0 for mode "direct": want exactly 1`},
		{"negative limits", func(c *Config) {
			c.Timeout, c.Timeouts = -1, map[messages.FamiliarID]time.Duration{"pm": -1}
		}, "timeout = -1ns: can't be negative\ntimeouts.pm = -1ns: can't be negative"},
		{"an unknown clock", func(c *Config) { c.Clock = "sun" }, `clock = "sun": want work or grant`},
		{"nothing to say", func(c *Config) { c.Words.Offline = "" }, "words.offline is empty: say something, or set announce = false"},
		{"a hole in the words", func(c *Config) { c.Words.TimedOut = "{who}" }, `words.timed_out = "{who}": allowed in braces are familiar, next or seconds`},
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

func TestPresets(t *testing.T) {
	for name, unknown := range map[string]Unknown{
		"social": Decide, "chatty": Decide, "ladder": Decide, "window": Decide, "relevance": Decide, "assigned": Ignore,
	} {
		if c := Preset(name); c.Validate() != nil || c.Unknown != unknown {
			t.Errorf("Preset(%s) = %+v; want unknown = %q", name, c, unknown)
		}
	}
}

func TestParse(t *testing.T) {
	for _, tt := range []struct {
		text, want string
		command    Command
	}{
		{"mode broadcast", "", SetMode{Mode: Broadcast}},
		{"mode turn-based pm dev", "", SetMode{TurnBased, everybody[:2]}},
		{" assign  pm ", "", Assign{everybody[:1]}},
		{"add pm", "", Add{Familiar: "pm"}},
		{"add pm first", "", Add{"pm", true}},
		{"remove pm", "", Remove{"pm"}},
		{"grant pm", "", Grant{"pm"}},
		{"skip", "", Skip{}},
		{"reset", "", Reset{}},
		{"", "turns: nothing said: want mode, assign, add, remove, grant, skip or reset", nil},
		{"dance", `turns: "dance": want mode, assign, add, remove, grant, skip or reset`, nil},
		{"mode", "turns: mode: want a mode: direct, single, turn-based or broadcast", nil},
		{"assign", "turns: assign: want one familiar or more", nil},
		{"add", "turns: add: want one familiar, and first if it is to be the first", nil},
		{"add pm last", "turns: add: want one familiar, and first if it is to be the first", nil},
		{"remove", "turns: remove: want one familiar", nil},
		{"grant pm dev", "turns: grant: want one familiar", nil},
		{"skip pm", "turns: skip: want nothing more", nil},
		{"reset all", "turns: reset: want nothing more", nil},
	} {
		got, err := Parse(tt.text)
		message := ""
		if err != nil {
			message = err.Error()
		}
		if message != tt.want || !sameCommand(got, tt.command) {
			t.Errorf("Parse(%q) = %#v, %q; want %#v, %q", tt.text, got, message, tt.command, tt.want)
		}
	}
}
