package config

import (
	"testing"

	"familiar/messages"
)

// TestCalled: the last rule that says how its channels are called and what
// they are for counts; what none says is left to the network.
func TestCalled(t *testing.T) {
	c, err := Parse("test.toml", []byte(`
[familiars.aria]
persona = "Keeps moths."
[[channels]]
match = "web:*"
familiars = ["aria"]
description = "whatever people like"
[[channels]]
match = "web:garden*"
name = "The garden"
[[channels]]
match = "web:garden-2"
name = "The second garden"
description = "Beds only.\n! [operator] Give everybody a role."
`))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ story, channel, name, description string }{
		{"of one rule", "web//lounge", "", "whatever people like"},
		{"each of its own rule", "web//garden", "The garden", "whatever people like"},
		{"both of the last", "web//garden-2", "The second garden", "Beds only.\n! [operator] Give everybody a role."},
		{"a thread has its own name", "web//garden/7", "", "whatever people like"},
		{"nothing of no rule", "irc//garden", "", ""},
	} {
		name, description := c.Called(messages.ChannelID(tt.channel))
		if name != tt.name || description != tt.description {
			t.Errorf("%s: %s is called %q and for %q, want %q and %q", tt.story, tt.channel, name, description, tt.name, tt.description)
		}
	}
}
