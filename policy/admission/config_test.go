package admission

import (
	"strings"
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
		{"an unknown role for listed channels", func(c *Config) { c.Listed = "king" }, `listed = "king": no such role`},
		{"an unknown one for the others", func(c *Config) { c.Unlisted = "king" }, `unlisted = "king": no such role`},
		{"none for the others depends on the roles", func(c *Config) { c.Unlisted = "" }, ""},
		{"a custom one is fine", func(c *Config) { c.Roles["fan"], c.Unlisted = Holders{}, "fan" }, ""},
		{"a role's name that rules can't hold", func(c *Config) { c.Roles["Big Fan"] = Holders{} }, `roles: "Big Fan": want lower-case letters, digits, - and _`},
		{"people made guests", func(c *Config) { c.Roles["guest"] = Holders{Match: []Rule{{network: "web"}}} }, "roles: match can't make anybody a guest, as the highest role wins; to keep people out, list them under ignore"},
		{"guests with rights", func(c *Config) { c.Roles["guest"] = Holders{May: []messages.Command{messages.Wake}} }, ""},
		{"a right that is none", func(c *Config) { c.Roles["fan"] = Holders{May: []messages.Command{messages.Resume}} }, `roles: fan may "resume", which is not a right: want some of [wake help status why link quiet engage disengage stop say reload claim forget]`},
		{"a claim for ever", func(c *Config) { c.ClaimFor = 25 * time.Hour }, "claim_for = 25h0m0s: want 1s to 24h"},
		{"a claim for no time", func(c *Config) { c.ClaimFor = 0 }, "claim_for = 0s: want 1s to 24h"},
		{"no tries", func(c *Config) { c.ClaimTries = 0 }, "claim_tries = 0: want 1 to 1000"},
		{"any number of tries", func(c *Config) { c.ClaimTries = 1001 }, "claim_tries = 1001: want 1 to 1000"},
		{"quiet into the past", func(c *Config) { c.QuietFor = -1 }, "quiet_for = -1ns, quiet_most = 168h0m0s: durations can't be negative"},
		{"quiet above its own limit", func(c *Config) { c.QuietFor = 200 * time.Hour }, "quiet_for = 200h0m0s: want at most quiet_most, which is 168h0m0s"},
		{"without a limit that is fine", func(c *Config) { c.QuietFor, c.QuietMost = 200*time.Hour, 0 }, ""},
		{"a phrase for no command", func(c *Config) { c.Phrases = map[string][]string{"clear": {"x"}} }, `phrases: "clear" is not a command`},
		{"an empty phrase", func(c *Config) { c.Phrases = map[string][]string{"quiet": {"?", " !"}} }, `phrases: " !" for "quiet": want at least one letter and at most 60 bytes`},
		{"a phrase that leaves no room for a time", func(c *Config) { c.Phrases = map[string][]string{"quiet": {strings.Repeat("x", 61)}} }, `phrases: "` + strings.Repeat("x", 61) + `" for "quiet": want at least one letter and at most 60 bytes`},
		{"several things at once", func(c *Config) { c.Listed, c.ClaimTries = "x", 0 }, "listed = \"x\": no such role\nclaim_tries = 0: want 1 to 1000"},
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

// TestTooManyRoles: a role's place has to fit a byte.
func TestTooManyRoles(t *testing.T) {
	c := Default()
	for i := range mostRoles {
		c.Roles["r-"+string(rune('a'+i/26))+string(rune('a'+i%26))] = Holders{}
	}
	if err := c.Validate(); err == nil || err.Error() != "roles: got 101, want at most 100" {
		t.Errorf("Validate: %v, want a refusal of 101 roles", err)
	}
}

// TestDefaultIsNobodysToChange: a changed default leaves the next one as it is.
func TestDefaultIsNobodysToChange(t *testing.T) {
	c := Default()
	delete(c.Roles, string(Owner))
	if len(Default().Roles) != 1 {
		t.Error("the default lost its owner to another configuration")
	}
}
