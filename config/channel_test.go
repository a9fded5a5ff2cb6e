package config

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/hours"
)

const house = `
[familiars.aria]
persona = "x"
preset = "ladder"
credit.window = "10m"
[familiars.zed]
persona = "x"
judge = "offline"
[accounts.z]
network = "terminal"
familiars = ["zed"]

[room]
answer_within = "1h"

[[channels]]
match = "terminal:*"
familiars = ["aria"]
[[channels]]
match = "terminal:den*"
familiars = ["zed", "aria"]
override.aria.credit.window = "1m"
[[channels]]
match = "terminal:den-2"
[channels.room]
answer_within = "2h"
[channels.override.aria.credit]
mode = "once"
[[channels]]
match = "terminal:empty"
familiars = []
`

// TestSharedAccount: each familiar of an account is a person of its own, in the
// order the account lists them; on other networks nothing is shared.
func TestSharedAccount(t *testing.T) {
	c, err := load(t, "unknown = \"default\"\n[familiars.aria]\npersona = \"x\"\n[familiars.zed]\npersona = \"x\"\n"+
		"[accounts.house]\nnetwork = \"web\"\npersona = true\nfamiliars = [\"zed\", \"aria\"]")
	if err != nil {
		t.Fatal(err)
	}
	for channel, want := range map[messages.ChannelID]string{
		"web//den":       "aria house/house true 1, zed house/house true 0",
		"terminal//main": "aria terminal/aria/terminal/aria false 0, zed terminal/zed/terminal/zed false 0",
	} {
		var got []string
		selves := map[messages.PersonID]bool{}
		for _, seat := range c.Channel(channel).Seats {
			got = append(got, fmt.Sprint(seat.Familiar, " ", seat.Account, "/", seat.Person(), " ", seat.Persona, " ", seat.Rank))
			selves[seat.Self] = true
		}
		if strings.Join(got, ", ") != want || len(selves) != 2 {
			t.Errorf("%s: got %q, %v, want %q and each a person", channel, got, selves, want)
		}
	}
}

func TestChannel(t *testing.T) {
	c, err := load(t, house)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    string
	}{
		{"one rule, the preset and its change", "terminal//main", "1h0m0s aria/terminal/aria:ladder 10m0s slide"},
		{"a thread is its room", "terminal//main/7", "1h0m0s aria/terminal/aria:ladder 10m0s slide"},
		{"a later rule overrides", "terminal//den", "1h0m0s zed/z:social judged 5m0s slide, aria/terminal/aria:ladder 1m0s slide"},
		{"a third adds and keeps who is there", "terminal//den-2", "2h0m0s zed/z:social judged 5m0s slide, aria/terminal/aria:ladder 1m0s once"},
		{"a rule can empty a channel", "terminal//empty", "nobody"},
		{"no rule, nobody", "discord/g/main", "nobody"},
		{"no channel at all", "x", "nobody"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := seated(c.Channel(tt.channel)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	if a, b := c.Channel("terminal//x"), c.Channel("terminal//y/1"); a != b {
		t.Error("two channels under the same rules don't share their settings")
	}
	if c.Familiars["aria"].Credit.Window != 10*time.Minute || c.Room.AnswerWithin != time.Hour {
		t.Error("a rule changed the settings of the whole file")
	}
}

func seated(c *conversation.Config) string {
	if c == nil {
		return "nobody"
	}
	s := c.Room.AnswerWithin.String()
	for i, seat := range c.Seats {
		if i > 0 {
			s += ","
		}
		preset := "social"
		if !seat.Policy.Chattiness.On {
			preset = "ladder"
		}
		if seat.Judged {
			preset += " judged"
		}
		s += fmt.Sprintf(" %s/%s:%s %v %s", seat.Familiar, seat.Account, preset, seat.Policy.Credit.Window, seat.Policy.Credit.Mode)
	}
	return s
}

func TestUnknownChannels(t *testing.T) {
	const two = "\n[familiars.zed]\npersona = \"x\"\n[familiars.aria]\npersona = \"x\"\n[[channels]]\nmatch = \"terminal:main\"\nfamiliars = [\"zed\"]\n"
	for _, tt := range []struct{ story, unknown, want string }{
		{"are ignored", `unknown = "ignore"`, "nobody"},
		{"are ignored when nothing is said", ``, "nobody"},
		{"are everybody's", `unknown = "default"`, "15m0s aria/terminal/aria:social 5m0s slide, zed/terminal/zed:social 5m0s slide"},
		{"are one familiar's", `unknown = "familiar:zed"`, "15m0s zed/terminal/zed:social 5m0s slide"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, tt.unknown+two)
			if err != nil {
				t.Fatal(err)
			}
			if got := seated(c.Channel("terminal//other")); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if got := seated(c.Channel("discord/g/c")); got != "nobody" {
				t.Errorf("on a network without account: got %s, want nobody", got)
			}
		})
	}
}

// TestWithEverybody: all familiars are where nobody was; two of one name can't be.
func TestWithEverybody(t *testing.T) {
	const two = "[familiars.zed]\npersona = \"x\"\n[familiars.aria]\npersona = \"x\"\n%s[[channels]]\nmatch = \"web:*\"\nfamiliars = [\"zed\"]\n"
	c, err := load(t, fmt.Sprintf(two, ""))
	if err != nil {
		t.Fatal(err)
	}
	if got := seated(c.Channel("terminal//main")); got != "nobody" {
		t.Fatalf("before: got %s, want nobody", got)
	}
	all, err := c.WithEverybody()
	if err != nil {
		t.Fatal(err)
	}
	const want = "15m0s aria/terminal/aria:social 5m0s slide, zed/terminal/zed:social 5m0s slide"
	if got := seated(all.Channel("terminal//main")); got != want {
		t.Errorf("at the prompt: got %s, want %s", got, want)
	}
	if got, before := seated(all.Channel("web//main")), seated(c.Channel("web//main")); got != before {
		t.Errorf("where a rule says who: got %s, want %s", got, before)
	}
	if got := seated(c.Channel("terminal//main")); got != "nobody" {
		t.Errorf("in the configuration it was made of: got %s, want nobody", got)
	}

	if c, err = load(t, fmt.Sprintf(two, "name = \"Zed\"\n")); err != nil {
		t.Fatal(err)
	}
	if _, err = c.WithEverybody(); err == nil || !strings.Contains(err.Error(), "both called") {
		t.Errorf("two of one name: got %v, want that they can't be told apart", err)
	}
}

// TestRulesThatMeetByChance: no rule is wrong alone or on top of all before it,
// but a channel between them gets the first and the last only.
func TestRulesThatMeetByChance(t *testing.T) {
	c, err := load(t, sound+`
[[channels]]
match = "terminal:*b*"
override.aria.chattiness.backoff_base = "10m"
[[channels]]
match = "terminal:a*"
override.aria.chattiness.backoff_base = "1m"
[[channels]]
match = "terminal:*c"
override.aria.chattiness.backoff_max = "5m"
override.aria.chattiness.step = 1
`)
	if err != nil {
		t.Fatal(err)
	}
	for channel, want := range map[messages.ChannelID]string{"terminal//abc": "1m0s 5m0s 1", "terminal//bc": "10m0s 10m0s 3"} {
		got := c.Channel(channel).Seats[0].Policy
		if s := fmt.Sprint(got.Chattiness.BackoffBase, got.Chattiness.BackoffMax, " ", got.Chattiness.Step); s != want || got.Validate() != nil {
			t.Errorf("%s: got %s and %v, want %s and a sound policy", channel, s, got.Validate(), want)
		}
	}
}

// TestHoursOfASeat: a rule's hours are those of its channels, by the clock they
// name.
func TestHoursOfASeat(t *testing.T) {
	c, err := load(t, sound+`
[channels.override.aria.hours]
zone = "Asia/Kathmandu"
quiet = ["22:00-07:00"]
[[channels]]
match = "terminal:day*"
override.aria.hours.quiet = []
`)
	if err != nil {
		t.Fatal(err)
	}
	night := messages.InstantOf(time.Date(2026, 3, 1, 17, 0, 0, 0, time.UTC)) // 22:45 there
	for channel, want := range map[messages.ChannelID]hours.Level{"terminal//main": hours.Silent, "terminal//daytime": hours.Free} {
		if got := c.Channel(channel).Seats[0].Hours.At(night); got != want {
			t.Errorf("%s: got %s at night, want %s", channel, got, want)
		}
	}
}

func TestChannelForMany(t *testing.T) {
	c, err := load(t, house)
	if err != nil {
		t.Fatal(err)
	}
	var (
		running sync.WaitGroup
		got     [8]*conversation.Config
	)
	for i := range got {
		running.Go(func() {
			for n := range 100 {
				got[i] = c.Channel(messages.ChannelID(fmt.Sprintf("terminal//den/%d", n)))
			}
		})
	}
	running.Wait()
	for i := range got {
		if got[i] == nil || got[i] != got[0] {
			t.Errorf("caller %d got %p, the first %p: want the same settings", i, got[i], got[0])
		}
	}
}

func BenchmarkChannel(b *testing.B) {
	c := Default()
	c.seats = &seating{accounts: map[place]messages.AccountID{{network: "terminal", familiar: "aria"}: "a"}}
	c.Familiars = map[messages.FamiliarID]Familiar{"aria": {Name: "aria", Policy: conversation.Default()}}
	for range 10 {
		c.Channels = append(c.Channels, Rule{Match: Pattern{"terminal", "*", "den*"}, Familiars: []messages.FamiliarID{"aria"}})
	}
	b.ReportAllocs()
	for b.Loop() {
		if c.Channel("terminal//den/77") == nil {
			b.Fatal("nobody there")
		}
	}
}

// TestAdmission: who may do what is known by channel, and each familiar by
// every name of its.
func TestAdmission(t *testing.T) {
	c, err := load(t, "unknown = \"default\"\n[room.admission]\nunlisted = \"guest\"\n[room.admission.roles.trusted]\nmatch = [\"terminal:* author:tess\"]\n"+house+
		"[channels.room.admission]\nlisted = \"guest\"\n[texts.answers]\nstop = \"halt\"\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		who     messages.PersonID
		text    string
		want    string
	}{
		{"a member may not stop it", "terminal//main", "ana", "/stop", "/stop isn't yours to say here: you are member."},
		{"whom a rule trusts may", "terminal//main", "tess", "/stop@aria", "halt"},
		{"somebody else is meant", "terminal//main", "tess", "/stop@zed", "not answered"},
		{"a stranger in a channel no rule is for is a guest", "web//yard", "ana", "/help", "denied"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			s := conversation.New(tt.channel, c.Channel(tt.channel))
			l := &messages.Line{ID: "1", Channel: tt.channel, Author: messages.Author{ID: tt.who, Name: string(tt.who)}, Text: tt.text}
			got := "not answered"
			for _, effect := range s.Step(1, messages.Heard{Line: l}, nil) {
				switch e := effect.(type) {
				case messages.Post:
					got = e.Text
				case *messages.Note:
					if e.Act == messages.Denied {
						got = "denied"
					}
				default: // the turn it may begin
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
