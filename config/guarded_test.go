package config

import (
	"fmt"
	"testing"

	"familiar/messages"
)

func TestGuardOfThePreset(t *testing.T) {
	const cast = `
[familiars.aria]
persona = "x"
preset = "ladder"
[familiars.vesper]
persona = "x"
preset = "ladder"
[familiars.zed]
persona = "x"
[[channels]]
match = "terminal:pair"
familiars = ["aria", "vesper"]
[[channels]]
match = "terminal:mixed"
familiars = ["aria", "zed"]
[[channels]]
match = "terminal:ruled"
familiars = ["aria"]
room.guard.reset = "any"
`
	for _, tt := range []struct{ story, more, chat, want string }{
		{"all have one preset: its guard holds", "", "pair", "lines, engaged, 8"},
		{"they have several: the room's does", "", "mixed", "turns, any, 8"},
		{"what the file says goes before it, key by key", "[room.guard]\ncount = \"turns\"\nstop = 9", "pair", "turns, engaged, 9"},
		{"also when it says what is the default", "[room.guard]\nreset = \"any\"", "pair", "lines, any, 8"},
		{"and so does a rule", "", "ruled", "lines, any, 8"},
	} {
		c, err := load(t, tt.more+cast)
		if err != nil {
			t.Fatal(err)
		}
		g := c.Channel(messages.Channel{Network: "terminal", Chat: tt.chat}.ID()).Room.Guard
		if got := fmt.Sprintf("%s, %s, %d", g.Count, g.Reset, g.Stop); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.story, got, tt.want)
		}
	}
}
