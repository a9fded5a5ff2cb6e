package config

import (
	"strings"
	"testing"
	"time"

	"familiar/config/document"
	"familiar/messages"
)

// TestRetained: of the rules for a channel the last holds, as of those that say who is
// there; and whoever isn't there changes nothing.
func TestRetained(t *testing.T) {
	c, err := load(t, sound+`
[[retention]]
match = "terminal:*"
keep = "48h"
[[retention]]
match = "discord:9/*"
keep = "24h"
[[retention]]
match = "discord:9/4?"
keep = "1h"
[[retention]]
match = "terminal:garden"
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story string
		id    messages.ChannelID
		keep  time.Duration
		match string
	}{
		{"a network", "terminal//main", 48 * time.Hour, "terminal:*"},
		{"a workspace in which nobody is", "discord/9/7", 24 * time.Hour, "discord:9/*"},
		{"a chat in it", "discord/9/42", time.Hour, "discord:9/4?"},
		{"a thread of that", "discord/9/42/7", time.Hour, "discord:9/4?"},
		{"another workspace", "discord/8/42", 0, ""},
		{"a chat that is kept as long as anything after all", "terminal//garden", 0, "terminal:garden"},
	} {
		if got := c.Retained(tt.id); got.Keep != tt.keep || got.Match != tt.match {
			t.Errorf("%s: got %+v, want %s by %s", tt.story, got, tt.keep, tt.match)
		}
	}
	for id, want := range map[messages.ChannelID]string{
		"terminal//main": "48h (terminal:*)", "terminal//garden": "720h (terminal:garden)", "discord/9/42": "1h (discord:9/4?)", "discord/8/42": "720h default",
	} {
		keep, from := c.ExplainKeeping(id)
		if file, rule, is := strings.Cut(from, " "); is {
			from = rule
			if !strings.Contains(file, ".toml:") {
				t.Errorf("%s: kept by %s, want a line of the file", id, file)
			}
		}
		if got := document.Brief(keep) + " " + from; got != want {
			t.Errorf("%s: got %q, want %q", id, got, want)
		}
	}
	if got := c.Channel("terminal//main"); got.Keep != 48*time.Hour || !got.Expires {
		t.Errorf("the state of one keeps texts for %s, less long than the journal: %v", got.Keep, got.Expires)
	}
	if got := c.Channel("terminal//garden"); got.Keep != c.Journal.Keep || got.Expires {
		t.Errorf("the state of one without a limit of its own keeps texts for %s, want %s; less long than the journal: %v", got.Keep, c.Journal.Keep, got.Expires)
	}
	if none, err := load(t, sound); err != nil || none.Retains() != nil || c.Retains() == nil {
		t.Errorf("whether there are rules isn't told: %v", err)
	}
}

// TestHolds: where something is held nothing is erased; elsewhere what the journal would
// let go of by itself is, and rules hold in both.
func TestHolds(t *testing.T) {
	c, err := load(t, sound+"[[retention]]\nmatch = \"terminal:g*\"\nkeep = \"48h\"\n")
	if err != nil {
		t.Fatal(err)
	}
	var holds []Pattern
	for _, match := range []string{"terminal:main", "terminal:garden"} {
		var held Pattern
		if err := held.UnmarshalText([]byte(match)); err != nil {
			t.Fatal(err)
		}
		holds = append(holds, held)
	}
	next := c.Holding(holds)
	for _, tt := range []struct {
		story   string
		id      messages.ChannelID
		held    bool
		keep    time.Duration // of the rule
		expires bool
	}{
		{"held", "terminal//main", true, 0, false},
		{"held, with a rule", "terminal//garden", true, 48 * time.Hour, true},
		{"not held, with a rule", "terminal//greenhouse", false, 48 * time.Hour, true},
		{"not held", "terminal//attic", false, c.Journal.Keep, true},
	} {
		got := next.Channel(tt.id)
		if next.Held(tt.id) != tt.held || got.Held != tt.held || next.Retained(tt.id).Keep != tt.keep || got.Expires != tt.expires {
			t.Errorf("%s: held %v, rule %+v, expires %v", tt.story, got.Held, next.Retained(tt.id), got.Expires)
		}
		if before := c.Channel(tt.id); before.Held {
			t.Errorf("%s: it is held in the configuration before", tt.story)
		}
	}
	if bare, err := load(t, sound); err != nil || bare.Retains() != nil {
		t.Errorf("without holds there is a rule: %v", err)
	}
}

func TestRetentionIsChecked(t *testing.T) {
	for _, tt := range []struct{ story, rule, want string }{
		{"less than an hour", "match = \"terminal:*\"\nkeep = \"59m\"", "keep = 59m0s: want 1h0m0s to 720h0m0s"},
		{"longer than the journal", "match = \"terminal:*\"\nkeep = \"721h\"", "want 1h0m0s to 720h0m0s, which is journal.keep"},
		{"no match", "keep = \"24h\"", "is not set"},
	} {
		if _, err := load(t, sound+"[[retention]]\n"+tt.rule+"\n"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %s", tt.story, err, tt.want)
		}
	}
}
