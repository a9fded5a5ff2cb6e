package config

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/schedule"
)

const scheduledFile = `[familiars.aria]
persona = "kind"

# Every morning.
[[familiars.aria.schedule]] # by the clock
name = "morning"
cron = "0 9 * * MON-FRI" # not at weekends
prompt = "Say good morning."

[[familiars.aria.schedule]]
name = "alone"
silence = "24h"
prompt = "Say something."

# The other one.
[familiars.bo]
persona = "curt"

[accounts.aria-irc]
network = "irc"
server = "irc.example.org:6697"
nick = "Aria"
familiars = ["aria"]

[[channels]]
match = "irc:*"
familiars = ["aria"]

[[channels]] # of their own
match = "irc:den-*"

[[channels.override.aria.schedule]]
name = "evening"
cron = "0 20 * * *"
prompt = "Say good night."

[log]
level = "info"
`

// schedulesIn are those that hold for aria in a channel of a file.
func schedulesIn(t interface{ Fatal(...any) }, text, channel string) []schedule.Rule {
	return in(t, text, channel).Schedule
}

func TestPutSchedules(t *testing.T) {
	morning := schedule.Rule{Name: "morning", Cron: "0 9 * * MON-FRI", Overdue: time.Hour, Prompt: "Say good morning."}
	alone := schedule.Rule{Name: "alone", Silence: 24 * time.Hour, Overdue: time.Hour, Prompt: "Say something."}
	later := morning
	later.Cron, later.Zone, later.About = "30 10 * * MON-FRI", "Europe/Berlin", 20*time.Minute
	long := schedule.Rule{Name: "long", Cron: "0 0 1 * *", Overdue: 2 * time.Hour, Prompt: "Say \"this\":\n" + strings.Repeat("# and more ", 30) + "\\"}
	inline := strings.Replace(strings.Replace(scheduledFile, scheduledFile[strings.Index(scheduledFile, "# Every"):strings.Index(scheduledFile, "# The other")], "", 1),
		`persona = "kind"`, "persona = \"kind\"\nschedule = [{name = \"noon\", cron = \"0 12 * * *\", prompt = \"Eat.\"}]", 1)
	for _, tt := range []struct {
		story, text, match string
		to                 []schedule.Rule
		has, lost          []string // lines
	}{
		{"none changes", scheduledFile, "", []schedule.Rule{morning, alone}, []string{"# Every morning.", `silence = "24h"`}, nil},
		{"one changes", scheduledFile, "", []schedule.Rule{later, alone}, []string{`cron = "30 10 * * MON-FRI" # not at weekends`, `zone = "Europe/Berlin"`, `about = "20m"`, "[[familiars.aria.schedule]] # by the clock"}, nil},
		{"one is new", scheduledFile, "", []schedule.Rule{morning, alone, long}, []string{"# The other one.", `overdue = "2h"`}, nil},
		{"the first goes, with the comment above it", scheduledFile, "", []schedule.Rule{alone}, []string{"# The other one."}, []string{"# Every morning.", `name = "morning"`}},
		{"all go", scheduledFile, "", nil, []string{"# The other one."}, []string{"[[familiars.aria.schedule]]"}},
		{"all go and one comes", scheduledFile, "", []schedule.Rule{long}, []string{"[[familiars.aria.schedule]]"}, []string{"# by the clock"}},
		{"they are a list", inline, "", []schedule.Rule{alone}, []string{`schedule = [{name = "alone", silence = "24h", prompt = "Say something."}]`}, []string{"Eat."}},
		{"in a rule that has some", scheduledFile, "irc:den-*", []schedule.Rule{alone}, []string{"[[channels]] # of their own", "[[channels.override.aria.schedule]]"}, []string{`name = "evening"`}},
		{"none in a rule that has some", scheduledFile, "irc:den-*", nil, []string{"schedule = []", "[[channels]] # of their own"}, []string{`name = "evening"`}},
		{"in a new rule", scheduledFile, "irc:x*", []schedule.Rule{long}, []string{`match = "irc:x*"`}, nil},
		{"none in a new rule", scheduledFile, "irc:x*", nil, []string{`match = "irc:x*"`}, nil},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			t.Run(tt.story, func(t *testing.T) {
				text := strings.ReplaceAll(tt.text, "\n", eol)
				put := func(text []byte) ([]byte, error) {
					if tt.match != "" {
						return PutSchedulesIn(text, tt.match, "aria", tt.to)
					}
					return PutSchedules(text, "aria", tt.to)
				}
				got, err := put([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				channels := map[string]string{"": "irc//attic", "irc:den-*": "irc//den-1", "irc:x*": "irc//x1"}
				for match, channel := range channels {
					want := schedulesIn(t, text, channel)
					if match == tt.match || tt.match == "" && match != "irc:den-*" {
						want = tt.to
					}
					if is := schedulesIn(t, string(got), channel); !slices.Equal(is, want) {
						t.Errorf("in %s: got %+v, want %+v\n%s", channel, is, want, got)
					}
				}
				for _, line := range tt.has {
					if !strings.Contains(string(got), line+eol) {
						t.Errorf("there is no %q in\n%s", line, got)
					}
				}
				for _, line := range tt.lost {
					if strings.Contains(string(got), line) {
						t.Errorf("there is still %q in\n%s", line, got)
					}
				}
				if strings.Contains(strings.ReplaceAll(string(got), "\r\n", ""), "\n") && eol == "\r\n" && !slices.Contains(tt.to, long) {
					t.Errorf("its lines end in two ways: %q", got)
				}
				if again, err := put(got); err != nil || string(again) != string(got) {
					t.Errorf("twice it makes %v\n%s", err, again)
				}
				if slices.Equal(tt.to, schedulesIn(t, text, channels[tt.match])) && string(got) != text {
					t.Errorf("nothing changes, and it makes\n%s", got)
				}
			})
		}
	}
}

// TestPutSchedulesRefuses: what has no place for a table is left alone.
func TestPutSchedulesRefuses(t *testing.T) {
	one := []schedule.Rule{{Name: "x", Cron: "0 9 * * *", Overdue: time.Hour, Prompt: "x"}}
	for _, text := range []string{"no toml", `familiars.aria = {persona = "kind"}`, `familiars = {aria = {persona = "kind"}}`, "[[ familiars.aria.schedule ]]\nname = \"x\"\ncron = \"0 8 * * *\"\nprompt = \"x\"\n"} {
		if got, err := PutSchedules([]byte(text), "aria", one); err == nil {
			t.Errorf("of %s it makes %s", text, got)
		}
	}
}

// TestPutSchedulesSaysIt: whatever is written is read back as it was meant, and nothing
// else changes.
func TestPutSchedulesSaysIt(t *testing.T) {
	channels := map[string]messages.ChannelID{"": "irc//attic", "irc:den-*": "irc//den-1", "irc:x*": "irc//x1"}
	parsed := func(t interface{ Fatal(...any) }, text []byte) (*Config, map[string][]schedule.Rule) {
		c, err := Parse("test.toml", text)
		if err != nil {
			t.Fatal(err, string(text))
		}
		hold := map[string][]schedule.Rule{}
		for match, channel := range channels {
			hold[match] = c.Channel(channel).Seats[0].Policy.Schedule
		}
		return c, hold
	}
	_, begins := parsed(t, []byte(scheduledFile))
	rapid.Check(t, func(t *rapid.T) {
		text, hold := []byte(scheduledFile), begins
		for range rapid.IntRange(1, 2).Draw(t, "times") {
			match := rapid.SampledFrom([]string{"", "irc:den-*", "irc:x*"}).Draw(t, "match")
			was := hold[match]
			var to []schedule.Rule
			for _, r := range was { // who stays comes first
				if rapid.Bool().Draw(t, "stays") {
					r.Prompt = rapid.StringMatching(`[ -~\n\tä]{0,20}x`).Draw(t, "prompt")
					to = append(to, r)
				}
			}
			for range rapid.IntRange(0, 2).Draw(t, "new") {
				r := schedule.Rule{Name: rapid.StringMatching(`[a-z0-9-]{1,6}`).Draw(t, "name"), Silence: 24 * time.Hour, Overdue: time.Duration(rapid.IntRange(1, 90).Draw(t, "overdue")) * time.Minute, Prompt: "x"}
				if !slices.ContainsFunc(slices.Concat(to, was), func(o schedule.Rule) bool { return o.Name == r.Name }) {
					to = append(to, r)
				}
			}
			var got []byte
			var err error
			if match == "" {
				got, err = PutSchedules(text, "aria", to)
			} else {
				got, err = PutSchedulesIn(text, match, "aria", to)
			}
			if err != nil {
				t.Fatal(err, string(text))
			}
			c, now := parsed(t, got)
			if c.Familiars["bo"].Persona != "curt" || c.Log.Level != "info" || !slices.Equal(now["irc:den-*"], hold["irc:den-*"]) && match != "irc:den-*" {
				t.Fatalf("something else has changed:\n%s", got)
			}
			if !slices.Equal(now[match], to) {
				t.Fatalf("got %+v, want %+v\n%s", now[match], to, got)
			}
			text, hold = got, now
		}
	})
}
