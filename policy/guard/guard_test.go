package guard

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

// TestGuard plays scripts: "p" counts an answer to a bot, "h" is a human line
// that is only observed, "H" one that is answered, a number is a pause in
// seconds.
func TestGuard(t *testing.T) {
	ladder := Preset("ladder")
	cooling := Default()
	cooling.Cooldown = 10 * time.Minute
	advising := Default()
	advising.Stop = 0
	patient := cooling
	patient.Stop = 0
	hasty := Default()
	hasty.Burst = 3
	for _, tt := range []struct {
		what    string
		config  Config
		script  string
		active  bool
		count   int
		window  int
		stopped bool
	}{
		{"four in a row are fine", Default(), "p p p p", false, 4, 4, false},
		{"the fifth trips it", Default(), "p p p p p", true, 5, 5, false},
		{"so do five at a slow pace", Default(), "p 90 p 90 p 90 p 90 p", true, 5, 1, false},
		{"one exactly a window old still counts", Default(), "p 60 p", false, 2, 2, false},
		{"one older than that doesn't", Default(), "p 61 p", false, 2, 1, false},
		{"a burst of two is no burst of three", hasty, "p p", false, 2, 2, false},
		{"one of three trips it", hasty, "p p p", true, 3, 3, false},
		{"three that take their time don't", hasty, "p 31 p 30 p", false, 3, 2, false},
		{"five do, however slow", hasty, "p 61 p 61 p 61 p 61 p", true, 5, 1, false},
		{"it stays on when the window has emptied", Default(), "p p p p p 200 p", true, 6, 1, false},
		{"seven in a row don't stop it", Default(), "p p p p p p p", true, 7, 7, false},
		{"the eighth is the last", Default(), "p p p p p p p p", true, 8, 8, true},
		{"time alone doesn't lift the stop", Default(), "p p p p p p p p 999 p", true, 9, 1, true},
		{"an answered human resets all of it", Default(), "p p p p p p p p H", false, 0, 0, false},
		{"so does an observed one by default", Default(), "p p p p p p p p h", false, 0, 0, false},
		{"but not where only an engaged one counts", ladder, "p p p p p h", true, 5, 5, false},
		{"there an answered one does", ladder, "p p p p p H", false, 0, 0, false},
		{"with a cool-down it does when that is over", cooling, "p p p p p p p p 600", true, 8, 8, false},
		{"and not before", cooling, "p p p p p p p p 599", true, 8, 8, true},
		{"then a round begins anew, and the model is told from its start", cooling, "p p p p p p p p 600 p", true, 1, 1, false},
		{"which stops again", cooling, "p p p p p p p p 600 p p p p p p p p", true, 8, 8, true},
		{"a round that did not stop knows no cool-down", cooling, "p p p p p p p 900 p", true, 8, 1, true},
		{"a human resets a cooling one, too", cooling, "p p p p p p p p h", false, 0, 0, false},
		{"without a stop the model is told", advising, "p p p p p", true, 5, 5, false},
		{"and nothing is stopped, however long", advising, strings.Repeat("p ", 100), true, 100, 64, false},
		{"a human ends what it is told", advising, "p p p p p h", false, 0, 0, false},
		{"there is nothing to cool down from", patient, "p p p p p p p p 600 p", true, 9, 1, false},
		{"one human in between begins both counts anew", Default(), "p p p p H p p p p", false, 4, 4, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			now := messages.Instant(1_000_000)
			for _, word := range strings.Fields(tt.script) {
				switch word {
				case "p":
					s.Peer(now, &tt.config)
				case "h", "H":
					s.human(word == "H", &tt.config)
				default:
					pause, err := time.ParseDuration(word + "s")
					if err != nil {
						t.Fatal(err)
					}
					now = now.Add(pause)
				}
			}
			got := fmt.Sprint(s.Active, s.Consecutive, len(s.Window), s.Stopped(now, &tt.config))
			if want := fmt.Sprint(tt.active, tt.count, tt.window, tt.stopped); got != want {
				t.Errorf("after %q active, count, window, stopped are %s, want %s", tt.script, got, want)
			}
		})
	}
}

func TestFloodDoesNotGrowTheState(t *testing.T) {
	var s State
	c := Default()
	for range 10 * windowMost {
		s.Peer(1_000_000, &c)
	}
	if len(s.Window) != windowMost || s.Consecutive != 10*windowMost {
		t.Errorf("after a flood the window holds %d and the count is %d, want %d and %d", len(s.Window), s.Consecutive, windowMost, 10*windowMost)
	}
}

// TestStoppedWithoutMoments: a state that doesn't say when bots talked, as old
// snapshots don't, cools down never.
func TestStoppedWithoutMoments(t *testing.T) {
	s, c := State{Consecutive: 10, Active: true}, Config{Stop: 10, Cooldown: time.Minute}
	if !s.Stopped(messages.Instant(time.Hour/time.Millisecond), &c) {
		t.Error("it has cooled down, want it stopped")
	}
}

func TestStateIsSmallJSON(t *testing.T) {
	var s State
	c := Default()
	s.Peer(1_000_000, &c)
	text, err := json.Marshal(s)
	if want := `{"n":1,"w":[1000000]}`; err != nil || string(text) != want {
		t.Errorf("as JSON %s, %v; want %s", text, err, want)
	}
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		change func(*Config)
		want   string // "" when valid
	}{
		{"the default is valid", func(*Config) {}, ""},
		{"the guard can't be switched off by a zero", func(c *Config) { c.Notice = 0 }, "notice = 0: want at least 1"},
		{"without a stop it advises", func(c *Config) { c.Stop = 0 }, ""},
		{"the stop comes after the notice", func(c *Config) { c.Stop = 5 }, "stop = 5: want more than notice, which is 5, or 0 to only tell the model"},
		{"a negative one is none of both", func(c *Config) { c.Stop = -1 }, "stop = -1: want more than notice, which is 5, or 0 to only tell the model"},
		{"a window is needed", func(c *Config) { c.Window = 0 }, "window = 0s: want at least 1ms"},
		{"a burst is one at least", func(c *Config) { c.Burst = 0 }, "burst = 0: want 1 to 64"},
		{"and no more than are remembered", func(c *Config) { c.Burst = 65 }, "burst = 65: want 1 to 64"},
		{"all that are remembered may be one", func(c *Config) { c.Burst = 64 }, ""},
		{"a negative cool-down", func(c *Config) { c.Cooldown = -1 }, "cooldown = -1ns: can't be negative"},
		{"an unknown reset", func(c *Config) { c.Reset = "never" }, `reset = "never": want any or engaged`},
		{"an unknown count", func(c *Config) { c.Count = "words" }, `count = "words": want turns or lines`},
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

// TestTurns: which turns count, and which of them a stopped guard lets begin.
func TestTurns(t *testing.T) {
	lines := Default()
	lines.Count = Lines
	turns, engaged := Default(), Default()
	turns.Count = Turns
	engaged.Reset, engaged.Count = Engaged, Turns
	for _, tt := range []struct {
		story  string
		config Config
		turn   Turn
		was    int32
		lets   bool
		count  int32
	}{
		{"a human is answered", turns, Turn{}, 3, true, 3},
		{"to answer a human resets it", engaged, Turn{}, 3, true, 0},
		{"whoever is woken speaks", turns, Turn{Woken: true, Bot: true}, 8, true, 0},
		{"a turn for a bot counts", turns, Turn{Bot: true}, 3, true, 4},
		{"by lines it has counted before", lines, Turn{Bot: true}, 3, true, 3},
		{"but not where nobody was addressed", lines, Turn{Bot: true, Judged: true}, 3, true, 4},
		{"bots are stopped", turns, Turn{Bot: true}, 8, false, 8},
	} {
		s := State{Consecutive: tt.was}
		if lets := s.Lets(tt.turn, 1, &tt.config); lets != tt.lets || s.Consecutive != tt.count {
			t.Errorf("%s: got %v and %d counted, want %v and %d", tt.story, lets, s.Consecutive, tt.lets, tt.count)
		}
	}
}

// TestLines: a bot's line counts where lines do, and a human's resets what was counted.
func TestLines(t *testing.T) {
	c := Default()
	var s State
	c.Count = Turns
	if s.Addressed(true, 1, &c); s.Consecutive != 0 {
		t.Error("a line counts though turns do")
	}
	c.Count = Lines
	if s.Addressed(true, 1, &c); s.Consecutive != 1 {
		t.Error("a bot's line doesn't count")
	}
	c.Reset = Any
	if begins := s.Hear(&messages.Line{Backfilled: true}, 1, &c); begins || s.Consecutive != 1 {
		t.Error("a line from the past resets it")
	}
	if begins := s.Hear(&messages.Line{Author: messages.Author{ID: "ana"}}, 1, &c); begins || s.Consecutive != 0 {
		t.Error("a human's line doesn't reset it")
	}
	s.Addressed(true, 1, &c)
	if s.Addressed(false, 1, &c); s.Consecutive != 0 {
		t.Error("a human who is to be answered doesn't reset it")
	}
}
