package config

import (
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

func TestPattern(t *testing.T) {
	for _, tt := range []struct {
		story, pattern string
		channel        messages.ChannelID
		want           bool
	}{
		{"a star is every chat of the network", "terminal:*", "terminal//main", true},
		{"a star is every workspace, too", "discord:*", "discord/g/c", true},
		{"another network isn't meant", "terminal:*", "discord/g/c", false},
		{"a chat in any workspace", "discord:c", "discord/g/c", true},
		{"another chat isn't meant", "discord:c", "discord/g/d", false},
		{"a whole workspace", "discord:g/*", "discord/g/c", true},
		{"another workspace isn't meant", "discord:g/*", "discord/h/c", false},
		{"a thread is matched as its room", "discord:g/c", "discord/g/c/77", true},
		{"a thread's own name doesn't count", "discord:g/77", "discord/g/c/77", false},
		{"part of a name", "terminal:den*", "terminal//den-2", true},
		{"one character", "terminal:den-?", "terminal//den-22", false},
		{"one of several", "terminal:den-[1-3]", "terminal//den-2", true},
		{"a slash inside a name is escaped, as in ids", "terminal:a%2Fb", messages.Channel{Network: "terminal", Chat: "a/b"}.ID(), true},
		{"a star doesn't end at an escaped slash", "terminal:a*", messages.Channel{Network: "terminal", Chat: "a/b"}.ID(), true},
		{"a star is every chat of the web", "web:*", "web//garden", true},
		{"chats of the web have no workspace", "web:garden*", "web//garden-2", true},
		{"a thread of the web is its chat", "web:garden*", "web//garden/7", true},
		{"a thread named so is not", "web:garden*", "web//kitchen/garden", false},
		{"a web chat that looks like another network's", "web:discord*", messages.Channel{Network: "web", Chat: "discord/1/2"}.ID(), true},
		{"another network's is not meant by it", "web:discord*", "discord/1/2", false},
		{"every channel of every network", "*:*", "discord/g/c/77", true},
		{"none of the program's own", "*:*", messages.Roles, false},
		{"a chat called so on any network", "*:moths", "web//moths", true},
		{"one of several networks", "slack,irc:*", "irc//%23moths", true},
		{"another than those", "slack,irc:*", "discord/g/c", false},
		{"a workspace of one of several networks", "slack,discord:g/*", "discord/g/c", true},
		{"a network where people can be told to which line one replies", "replies:*", "discord/g/c", true},
		{"one where they can't", "replies:*", "irc//%23moths", false},
		{"one where they can't, asked for", "no-replies:*", "irc//%23moths", true},
		{"one where they can, not asked for", "no-replies:*", "discord/g/c", false},
		{"a class and a network", "no-edits,bridge:*", "bridge/zulip/moths", true},
		{"a bridge is in no class", "edits:*", "bridge/zulip/moths", false},
		{"nor in one of those that can't", "no-edits:*", "bridge/zulip/moths", false},
		{"the program's own channels are in no class", "no-edits:*", messages.Roles, false},
		{"no channel at all", "terminal:*", "terminal", false},
		{"no id at all", "terminal:*", "", false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var p Pattern
			if err := p.UnmarshalText([]byte(tt.pattern)); err != nil {
				t.Fatal(err)
			}
			if got := p.Match(tt.channel); got != tt.want {
				t.Errorf("%s matches %s: %v, want %v", tt.pattern, tt.channel, got, tt.want)
			}
			if p.String() != tt.pattern {
				t.Errorf("printed as %s, want %s", p, tt.pattern)
			}
		})
	}
	if (Pattern{}).Match("terminal//main") || (Pattern{}).Match("//") {
		t.Error("the zero Pattern matches something")
	}
}

func TestPatternsMeet(t *testing.T) {
	for _, tt := range []struct {
		story string
		p, q  Pattern
		want  bool
	}{
		{"a star meets a name", Pattern{"terminal", "*", "*"}, Pattern{"terminal", "*", "den"}, true},
		{"two names don't meet", Pattern{"terminal", "*", "a"}, Pattern{"terminal", "*", "b"}, false},
		{"a name meets itself", Pattern{"terminal", "*", "a"}, Pattern{"terminal", "*", "a"}, true},
		{"a glob doesn't meet a name it doesn't match", Pattern{"terminal", "*", "a*"}, Pattern{"terminal", "*", "b"}, false},
		{"two networks don't meet", Pattern{"terminal", "*", "*"}, Pattern{"discord", "*", "*"}, false},
		{"two workspaces don't meet", Pattern{"discord", "g", "*"}, Pattern{"discord", "h", "*"}, false},
		{"two classes meet in a network", Pattern{"no-edits", "*", "*"}, Pattern{"reactions", "*", "*"}, true}, // OneBot
		{"a class doesn't meet its opposite", Pattern{"no-edits", "*", "*"}, Pattern{"edits", "*", "*"}, false},
		{"a class meets a network in it", Pattern{"no-edits", "*", "*"}, Pattern{"irc,slack", "*", "den"}, true},
		{"the program's own channels meet nothing", Pattern{"*", "*", "*"}, Pattern{"familiar", "*", "*"}, false},
		{"two globs are taken to meet", Pattern{"terminal", "*", "a*"}, Pattern{"terminal", "*", "b*"}, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got, back := tt.p.meets(tt.q), tt.q.meets(tt.p); got != tt.want || back != tt.want {
				t.Errorf("got %v and %v, want %v", got, back, tt.want)
			}
		})
	}
}

// TestWrongNetworks: what is no network says what one may be.
func TestWrongNetworks(t *testing.T) {
	for text, want := range map[string]string{
		"termnal:*":         `network "termnal": want one of terminal, web`,
		"no-termnal:*":      `or a class, attachments, edits, files, history, reactions, replies, typing or one of these after no-`,
		"slack,:*":          `network ""`,
		"slack,*:*":         `network "*"`,
		"slack,irc,slack:*": `network "slack" is named twice in "slack,irc,slack"`,
		"no-no-edits:*":     `network "no-no-edits"`,
	} {
		var p Pattern
		if err := p.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestClassOfNetworks: a rule for a class puts a familiar where it has an account, and its
// knobs hold there and nowhere else.
func TestClassOfNetworks(t *testing.T) {
	c, err := load(t, joined+"[[channels]]\nmatch = \"web,bridge:*\"\nfamiliars = [\"aria\"]\n[[channels]]\nmatch = \"edits:*\"\n[channels.room]\nanswer_within = \"7m\"\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Channel("web//moths").Room.AnswerWithin; got != 7*time.Minute {
		t.Errorf("on the web it answers within %v, want 7m", got)
	}
	if got := c.Channel("bridge/guild/moths").Room.AnswerWithin; got == 7*time.Minute {
		t.Error("over a bridge it answers as the web does")
	}
	if _, err := c.Explain("aria", "web,bridge:moths"); err == nil {
		t.Error("channels of two networks are explained as one")
	}
	for _, wrong := range []string{
		"[[channels]]\nmatch = \"no-replies:*\"\naudience = \"all\"\n",
		"[[mirrors]]\nrooms = [\"web,bridge:moths\", \"web:owls\"]\n",
	} {
		if _, err := load(t, joined+wrong); err == nil {
			t.Errorf("%s is taken", wrong)
		}
	}
}

// TestTwoBridgedNetworks: a familiar has an account on each of two networks that bridges
// join, and speaks on each by that one.
func TestTwoBridgedNetworks(t *testing.T) {
	t.Setenv("ONE", "0123456789abcdef")
	const two = `
[familiars.aria]
persona = "kind"
[familiars.bram]
persona = "kind"
[accounts.aria-zulip]
network = "bridge"
familiars = ["aria"]
token = "env:ONE"
workspace = "zulip"
[accounts.aria-moo]
network = "bridge"
familiars = ["aria"]
token = "env:ONE"
[accounts.bram-zulip]
network = "bridge"
familiars = ["bram"]
token = "env:ONE"
workspace = "zulip"
[[channels]]
match = "bridge:*"
familiars = ["aria", "bram"]
`
	c, err := load(t, two)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[messages.ChannelID]string{
		"bridge/zulip/moths":             "aria-zulip bram-zulip",
		"bridge/aria-moo/moths/7":        "aria-moo",
		"bridge/zulip@aria-zulip/ana":    "aria-zulip bram-zulip",
		"bridge/aria-moo@aria-moo/ana":   "aria-moo",
		"bridge/a%20workspace%20past/in": "bram-zulip", // nobody's: aria's account there can't be told
	} {
		var there []string
		if made := c.Channel(id); made != nil {
			for _, seat := range made.Seats {
				there = append(there, string(seat.Account))
			}
		}
		if got := strings.Join(there, " "); got != want {
			t.Errorf("in %s are %s, want %s", id, got, want)
		}
	}
	if e, err := c.Explain("aria", "bridge/aria-moo/moths"); err != nil || e.Account != "aria-moo" {
		t.Errorf("explained as %+v, %v", e, err)
	}
	if _, err := c.Explain("bram", "bridge/aria-moo/moths"); err == nil {
		t.Error("bram is explained where he has no account")
	}
	if n := len(c.Voices("bridge")); n != 3 {
		t.Errorf("%d accounts speak over bridges, want 3", n)
	}
	if _, err := load(t, strings.Replace(two, `workspace = "zulip"`, `workspace = "aria-moo"`, 1)); err == nil || !strings.Contains(err.Error(), "in aria-moo: want one in each workspace") {
		t.Errorf("two accounts in one workspace: %v", err)
	}
}

// TestEveryNetwork: a rule for all networks puts familiars where they have an account,
// and keeps texts everywhere.
func TestEveryNetwork(t *testing.T) {
	c, err := load(t, joined+"[familiars.bram]\npersona = \"kind\"\n[[channels]]\nmatch = \"*:moths\"\nfamiliars = [\"bram\", \"aria\"]\n[[retention]]\nmatch = \"*:*\"\nkeep = \"24h\"\n")
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[messages.ChannelID]int{"web//moths": 2, "bridge/guild/moths": 1, "web//owls": 0, "familiar//roles": 0} {
		there := 0
		if made := c.Channel(id); made != nil {
			there = len(made.Seats)
		}
		if there != want {
			t.Errorf("%d familiars are in %s, want %d", there, id, want)
		}
	}
	if c.Retained("slack/T/C").Keep != 24*time.Hour || c.Retained(messages.Roles).Keep != 0 {
		t.Error("it is not kept so on every network, or also in a channel of the program's own")
	}
	if !c.On("irc") || !c.On("web") {
		t.Error("nobody is on a network that all are on")
	}
	if _, err := c.Explain("aria", "*:moths"); err == nil {
		t.Error("the channels of all networks are explained as one")
	}
}
