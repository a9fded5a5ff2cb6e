package config

import (
	"os"
	"path/filepath"
	"testing"

	"familiar/messages"
)

// TestSilent: a channel nobody has thought of is told from one that is to be
// silent.
func TestSilent(t *testing.T) {
	file := filepath.Join(t.TempDir(), "familiar.toml")
	text := `
[familiars.moth]
name = "Moth"
persona = "Keeps a lamp."
[accounts.moth-web]
network = "web"
familiars = ["moth"]
[[channels]]
match = "web:garden"
familiars = ["moth"]
[[channels]]
match = "web:attic"
familiars = []
[[channels]]
match = "web:cellar"
room.guard.stop = 9
`
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	c, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    string
	}{
		{"somebody is there", "web//garden", ""},
		{"nobody is to be there", "web//attic", ""},
		{"no rule", "web//roof", "no rule matches it"},
		{"a rule that is about something else", "web//cellar", "no rule that matches it names a familiar"},
	} {
		if got := c.Silent(tt.channel); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.story, got, tt.want)
		}
	}
	everybody := *c
	everybody.Unknown = Everybody
	if got, want := everybody.Silent("irc/net/moths"), "none of the familiars meant to be there has an account on irc"; got != want {
		t.Errorf("a network without an account: %q, want %q", got, want)
	}
}
