package process

import (
	"testing"
	"time"

	"familiar/actors/adapter/irc"
	"familiar/config"
)

// TestIRCFlood: how fast an account talks is the operator's word, and one that
// talks at another pace is another account.
func TestIRCFlood(t *testing.T) {
	for _, tt := range []struct {
		story, said string
		burst       int
		every       time.Duration
	}{
		{"nothing is said", "", 4, time.Second},
		{"a server of one's own", "burst = 20\nevery = \"50ms\"\n", 20, 50 * time.Millisecond},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := config.Parse("test.toml", []byte(`
[familiars.aria]
name = "Aria"
persona = "Keeps moths."
[[channels]]
match = "irc:*"
familiars = ["aria"]
[accounts.aria-irc]
network = "irc"
familiars = ["aria"]
server = "irc.example.org:6697"
`+tt.said))
			if err != nil {
				t.Fatal(err)
			}
			connections, err := newIRC(Surroundings{}).Connect(c)
			if err != nil {
				t.Fatal(err)
			}
			if a := connections[0].Adapter.(*irc.Account); a.Burst != tt.burst || a.Every != tt.every {
				t.Errorf("it sends %d lines at once and then one every %v, want %d and %v", a.Burst, a.Every, tt.burst, tt.every)
			}
		})
	}
}
