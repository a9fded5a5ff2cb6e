package config

import (
	"os"
	"strings"
	"testing"

	"familiar/messages"
)

// TestRecipes: what docs/recipes.md tells to write does what it says, added to an
// example.
func TestRecipes(t *testing.T) {
	t.Setenv("ARIA_DISCORD_TOKEN", "aria")
	t.Setenv("PIP_DISCORD_TOKEN", "pip")
	t.Setenv("SLACK_BOT_TOKEN", "xoxb-1")
	t.Setenv("SLACK_APP_TOKEN", "xapp-1")
	page, err := os.ReadFile("../docs/recipes.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../examples/discord.toml")
	if err != nil {
		t.Fatal(err)
	}
	slack := "\n[accounts.aria-slack]\nnetwork = \"slack\"\nfamiliars = [\"aria\"]\ntoken = \"env:SLACK_BOT_TOKEN\"\napp_token = \"env:SLACK_APP_TOKEN\"\n"
	for _, tt := range []struct {
		recipe, familiar, channel, key, want string
	}{
		{"Calmer in #general only", "aria", "discord:1081/2202", "chattiness.tier", `"quiet"`},
		{"Calmer in #general only", "aria", "discord:1081/2202", "odds.alone", `0.5`},
		{"Calmer in #general only", "aria", "discord:1081/1", "odds.alone", `0.32`},
		{"Mentions only on Slack, chatty on Discord", "aria", "slack:T1/C1", "chattiness.on", `false`},
		{"Mentions only on Slack, chatty on Discord", "aria", "discord:1081/1", "odds.on", `false`},
		{"Two bots loop", "aria", "discord:1081/1", "room.guard.stop", `3`},
		{"Two bots loop", "aria", "discord:1082/1", "room.guard.stop", `8`},
		{"Several characters", "pip", "discord:1081/1", "preset", `"social"`},
	} {
		c, err := read("familiar.toml", "../examples", append(append(example[:len(example):len(example)], slack...), tomlOf(t, string(page), tt.recipe)...), (*Secret).resolve)
		if err != nil {
			t.Errorf("%s: %v", tt.recipe, err)
			continue
		}
		e, err := c.Explain(messages.FamiliarID(tt.familiar), tt.channel)
		if err != nil {
			t.Errorf("%s: %v", tt.recipe, err)
			continue
		}
		got := e.Preset
		for _, k := range e.Knobs {
			if k.Key == tt.key {
				got = k.Value
			}
		}
		for _, k := range e.Room {
			if "room."+k.Key == tt.key {
				got = k.Value
			}
		}
		if got != tt.want {
			t.Errorf("%s: in %s %s is %s, want %s", tt.recipe, tt.channel, tt.key, got, tt.want)
		}
	}
}

// tomlOf gives the indented blocks below a heading of a page.
func tomlOf(t *testing.T, page, heading string) string {
	t.Helper()
	_, below, found := strings.Cut(page, "\n## "+heading+"\n")
	if !found {
		t.Fatalf("no heading %q", heading)
	}
	below, _, _ = strings.Cut(below, "\n## ")
	var b strings.Builder
	for line := range strings.SplitSeq(below, "\n") {
		if text, is := strings.CutPrefix(line, "    "); is {
			b.WriteString("\n" + text)
		}
	}
	return b.String() + "\n"
}
