package config

import (
	"slices"
	"strings"
	"testing"

	"familiar/messages"
)

// joined is a room on two networks that a relay joins.
const joined = `
[familiars.aria]
name = "Aria"
aliases = ["moth"]
persona = "kind"
[accounts.aria-discord]
network = "bridge"
familiars = ["aria"]
token = "file:bridge.key"
workspace = "guild"
[accounts.aria-irc]
network = "irc"
familiars = ["aria"]
server = "irc.example.org:6697"
nick = "aria_irc"
[[channels]]
match = "bridge:guild/*"
familiars = ["aria"]
[[channels]]
match = "irc:*"
familiars = ["aria"]
`

// described is that relay, on both.
const described = `
[relays.there]
match = "bridge:guild/moths"
authors = ["77"]
form = "<{name}> {text}"
[relays.here]
match = "irc:#moths"
authors = ["relaybot"]
form = "<{name}> {text}"
blanks = false
`

const mirroring = "[[mirrors]]\nrooms = [\"bridge:guild/moths\", \"irc:irc.example.org/#moths\"]\n"

// TestMirrors: nobody is in a mirror, and everybody in the room it is a mirror of.
func TestMirrors(t *testing.T) {
	c, err := load(t, joined+described+mirroring)
	if err != nil || len(c.Warnings) > 0 {
		t.Fatal(err, c.Warnings)
	}
	for _, tt := range []struct {
		id       messages.ChannelID
		there    bool
		home     string
		mirrored bool
		relayed  bool
	}{
		{"bridge/guild/moths", true, "bridge:guild/moths", false, true},
		{"bridge/guild/moths/17", true, "bridge:guild/moths", false, true},
		{"bridge/guild/owls", true, "", false, false},
		{"bridge/guild@aria-discord/moths", false, "", false, false},
		{"irc/irc.example.org/#moths", false, "bridge:guild/moths", true, false},
		{"irc/irc.example.org/#moths/17", false, "bridge:guild/moths", true, false},
		{"irc/irc.example.org/#mothsx", true, "", false, false},
		{"irc/irc.example.org/bob@aria-irc", true, "", false, false},
		{"irc/irc.example.net/#moths", true, "", false, true},
	} {
		there := c.Channel(tt.id)
		home, mirrored := c.HomeOf(tt.id)
		if (there != nil) != tt.there || home != tt.home || mirrored != tt.mirrored || tt.there && there.Relayed != tt.relayed {
			t.Errorf("%s: somebody is there %v, its home is %q, it is a mirror %v", tt.id, there != nil, home, mirrored)
		}
	}
	if why := c.Silent("irc/irc.example.org/#moths"); why != "" {
		t.Errorf("a mirror is silent since %s: that is wanted", why)
	}
	e, err := c.Explain("aria", "irc:irc.example.org/#moths")
	if err != nil || e.There || !strings.Contains(e.Where, "it is a mirror of bridge:guild/moths (") || !strings.Contains(e.Where, `relay here, which writes "<{name}> {text}"`) {
		t.Errorf("of a mirror is said %v, %v", e, err)
	}
	e, err = c.Explain("aria", "bridge:guild/moths")
	if err != nil || !e.There || !strings.Contains(e.Where, "what is said in irc:irc.example.org/#moths is heard here") || !strings.Contains(e.Where, "relay there") {
		t.Errorf("of its home is said %v, %v", e, err)
	}
}

// TestIsOurs: which names elsewhere are a familiar's.
func TestIsOurs(t *testing.T) {
	c, err := load(t, joined+described)
	if err != nil {
		t.Fatal(err)
	}
	known := func(a messages.AccountID) string {
		return map[messages.AccountID]string{"aria-discord": "Aria the Bot"}[a]
	}
	for name, want := range map[string]bool{"Aria": true, "aria": true, "aria_irc": true, "Aria the Bot": true, "bob": false, "moth": false, "": false} {
		if got := c.IsOurs("irc/irc.example.org/#moths", name, known); got != want {
			t.Errorf("%q is a familiar: %v", name, got)
		}
	}
	if c.IsOurs("slack/T/C", "Aria", known) {
		t.Error("a familiar is known where it isn't")
	}
}

// TestRelaysAreRefused: each mistake is told with what to do.
func TestRelaysAreRefused(t *testing.T) {
	for _, tt := range []struct{ story, text, want string }{
		{"a relay without form", "[relays.a]\nmatch = \"irc:*\"\nauthors = [\"x\"]\n", `relays.a: form is not set: want how it writes`},
		{"nor a room", "[relays.a]\nauthors = [\"x\"]\nform = \"{text}\"\n", `relays.a.match: is not set`},
		{"a form that isn't one", "[relays.a]\nmatch = \"irc:*\"\nauthors = [\"x\"]\nform = \"<{nick}>\"\n", `relays.a.form: "<{nick}>" doesn't end with {text}`},
		{"a relay of everybody", "[relays.a]\nmatch = \"irc:*\"\nauthors = [\"*\"]\nform = \"{text}\"\n", "would be everybody"},
		{"puppets of no kind", "[[puppets]]\nmatch = \"irc:*\"\nauthors = [\"x*\"]\n", `puppets[1]: are = "": want people or bots`},
		{"one room", "[[mirrors]]\nrooms = [\"irc:#moths\"]\n", "mirrors[1].rooms: got 1 rooms"},
		{"a mirror of itself", "[[mirrors]]\nrooms = [\"irc:#moths\", \"irc:irc.example.org/#moths\"]\n", "mirrors[1].rooms[2]: irc:irc.example.org/#moths is in this list already: a room is no mirror of itself"},
		{"a room in two lists", mirroring + "[[mirrors]]\nrooms = [\"bridge:guild/owls\", \"irc:#moths\"]\n", "mirrors[2].rooms[2]: irc:#moths is in mirrors[1].rooms, too"},
		{"many rooms", "[[mirrors]]\nrooms = [\"bridge:guild/owls\", \"irc:*\"]\n", "mirrors[1].rooms[2]: irc:* is many rooms"},
		{"nobody hears it", "[[mirrors]]\nrooms = [\"bridge:guild/owls\", \"slack:T/C\"]\n", "mirrors[1].rooms[2]: no account hears anything on slack"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if _, err := load(t, joined+tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
	for _, tt := range []struct{ story, text, want string }{
		{"nobody is in the first", "[[channels]]\nmatch = \"bridge:*\"\nfamiliars = []\n" + described + mirroring, "no familiar is in bridge:guild/moths"},
		{"nothing tells whose lines come", mirroring, "nothing says whose lines come to bridge:guild/moths"},
		{"nor when the relay stands still", strings.Split(described, "[relays.here]")[0] + mirroring, "which lines of irc:irc.example.org/#moths only come from the others"},
		{"a relay nobody hears", described + "[relays.far]\nmatch = \"slack:*\"\nauthors = [\"x\"]\nform = \"{text}\"\n", "no account hears anything on slack"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, joined+tt.text)
			if err != nil {
				t.Fatal(err)
			}
			warned := make([]string, len(c.Warnings))
			for i, w := range c.Warnings {
				warned[i] = w.Error()
			}
			if !slices.ContainsFunc(warned, func(w string) bool { return strings.Contains(w, tt.want) }) {
				t.Errorf("got %q, want %q", warned, tt.want)
			}
		})
	}
}
