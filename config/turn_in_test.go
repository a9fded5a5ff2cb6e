package config

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
	"familiar/policy/conversation"
)

const tuned = `[familiars.aria]
judge = "offline"
persona = "kind"
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

# The quiet ones.
[[channels]] # a rule
match = "irc:den-*"

[channels.override.aria.credit]
window = "3m" # ours

[[channels]]
match = "irc:#loud"
override.aria.chattiness.lull = "7s"
`

// in returns what holds for aria in a channel of a file.
func in(t interface{ Fatal(...any) }, text, channel string) conversation.Policy {
	c, err := Parse("test.toml", []byte(text))
	if err != nil {
		t.Fatal(err, "\n"+text)
	}
	there := c.Channel(messages.ChannelID(channel))
	if there == nil || len(there.Seats) != 1 {
		t.Fatal("aria is not in ", channel)
	}
	return there.Seats[0].Policy
}

func TestTurnIn(t *testing.T) {
	knobs := []Turned{{"chattiness.lull", `"44s"`}, {"credit.window", `"9m"`}, {"odds.wait.lo", "0.05"}}
	for _, tt := range []struct {
		story, match, channel string
		adds                  []string // lines that are there then
	}{
		{"a rule with a table of its own", "irc:den-*", "irc//den-1", []string{`window = "9m" # ours`, "# tuned: by hand"}},
		{"a rule with keys that have dots", "irc:#loud", "irc//#loud", []string{`override.aria.chattiness.lull = "44s"`}},
		{"a rule without an override", "irc:*", "irc//attic", []string{"[channels.override.aria.chattiness]"}},
		{"no rule with that pattern", "irc:x*", "irc//x1", []string{`match = "irc:x*"`, "[channels.override.aria]"}},
	} {
		for _, eol := range []string{"\n", "\r\n"} {
			t.Run(tt.story, func(t *testing.T) {
				before := strings.ReplaceAll(tuned, "\n", eol)
				text, err := TurnIn([]byte(before), tt.match, "aria", []string{"by hand"}, knobs...)
				if err != nil {
					t.Fatal(err)
				}
				want := Knobs{Policy: in(t, before, tt.channel)}
				want.Room, _ = conversation.PresetRoom(DefaultPreset)
				for _, k := range knobs {
					if err := want.Set(k.Key + "=" + k.Value); err != nil {
						t.Fatal(err)
					}
				}
				if !sameKnobs(in(t, string(text), tt.channel), want.Policy) {
					t.Errorf("it doesn't hold in %s:\n%s", tt.channel, text)
				}
				for _, line := range tt.adds {
					if !strings.Contains(string(text), line+eol) {
						t.Errorf("there is no line %q in\n%s", line, text)
					}
				}
				for _, line := range []string{"# The quiet ones.", "[[channels]] # a rule", "# ours"} {
					if !strings.Contains(string(text), line) {
						t.Errorf("%q is gone:\n%s", line, text)
					}
				}
				again, err := TurnIn(text, tt.match, "aria", []string{"by hand"}, knobs...)
				if err != nil || string(again) != string(text) {
					t.Errorf("twice it makes %v\n%s", err, again)
				}
				if strings.Contains(strings.ReplaceAll(string(text), "\r\n", ""), "\n") && eol == "\r\n" {
					t.Errorf("its lines end in two ways: %q", text)
				}
			})
		}
	}
}

func sameKnobs(a, b conversation.Policy) bool { return reflect.DeepEqual(a, b) }

// TestPutRoom: what all familiars share is turned in a pattern's rule, or everywhere, and
// nobody's own knobs are.
func TestPutRoom(t *testing.T) {
	knobs := []Turned{{"guard.cooldown", `"9m"`}, {"answer_within", `"4m"`}}
	room := func(text []byte, channel string) conversation.RoomConfig {
		c, err := Parse("test.toml", text)
		if err != nil {
			t.Fatal(err, "\n"+string(text))
		}
		return c.Channel(messages.ChannelID(channel)).Room
	}
	for _, tt := range []struct {
		story, match string
		there        map[string]bool // channel: the knobs hold there
	}{
		{"in a rule that overrides a familiar", "irc:den-*", map[string]bool{"irc//den-1": true, "irc//#loud": false, "irc//attic": false}},
		{"in a rule whose keys have dots", "irc:#loud", map[string]bool{"irc//den-1": false, "irc//#loud": true}},
		{"in a rule of its own", "irc:x*", map[string]bool{"irc//x1": true, "irc//den-1": false}},
		{"everywhere", "", map[string]bool{"irc//den-1": true, "irc//#loud": true, "irc//attic": true}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			put := func(text []byte) ([]byte, error) { return PutRoomIn(text, tt.match, knobs...) }
			if tt.match == "" {
				put = func(text []byte) ([]byte, error) { return PutRoom(text, knobs...) }
			}
			text, err := put([]byte(tuned))
			if err != nil {
				t.Fatal(err)
			}
			for channel, holds := range tt.there {
				want := Knobs{Room: room([]byte(tuned), channel), Policy: in(t, tuned, channel)}
				if holds {
					if err := want.Set("room.guard.cooldown=9m", "room.answer_within=4m"); err != nil {
						t.Fatal(err)
					}
				}
				if !reflect.DeepEqual(room(text, channel), want.Room) || !sameKnobs(in(t, string(text), channel), want.Policy) {
					t.Errorf("in %s other knobs hold:\n%s", channel, text)
				}
			}
			again, err := put(text)
			if err != nil || string(again) != string(text) {
				t.Errorf("twice it makes %v\n%s", err, again)
			}
		})
	}
}

// TestTurnInRefusesWhatItCantWrite: rules in an array have no place for a table.
func TestTurnInRefusesWhatItCantWrite(t *testing.T) {
	for _, text := range []string{`channels = [{match = "irc:*"}]`, "no toml"} {
		if got, err := TurnIn([]byte(text), "irc:*", "aria", nil, Turned{"credit.window", `"9m"`}); err == nil {
			t.Errorf("of %s it makes %s", text, got)
		}
	}
}

// TestTurnInTurnsNothingElse: whatever is turned where, what other channels have
// and what no key was given for stays.
func TestTurnInTurnsNothingElse(t *testing.T) {
	values := map[string][]string{
		"chattiness.lull": {`"3s"`, `"44s"`}, "chattiness.share": {"0.2", "0.5"},
		"credit.window": {`"9m"`}, "odds.wait.lo": {"0.05"},
	}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(tuned)
		match := map[string]string{"irc:den-*": "irc//den-1", "irc:#loud": "irc//#loud", "irc:x*": "irc//x1"}
		for range rapid.IntRange(1, 5).Draw(t, "n") {
			key := rapid.SampledFrom([]string{"chattiness.lull", "chattiness.share", "credit.window", "odds.wait.lo"}).Draw(t, "key")
			value := rapid.SampledFrom(values[key]).Draw(t, "value")
			m := rapid.SampledFrom([]string{"irc:den-*", "irc:#loud", "irc:x*"}).Draw(t, "match")
			next, err := TurnIn(text, m, "aria", nil, Turned{key, value})
			if err != nil {
				t.Fatal(err)
			}
			for pattern, channel := range match {
				want := Knobs{Policy: in(t, string(text), channel)}
				want.Room, _ = conversation.PresetRoom(DefaultPreset)
				if pattern == m {
					if err := want.Set(key + "=" + value); err != nil {
						t.Fatal(err)
					}
				}
				if !sameKnobs(in(t, string(next), channel), want.Policy) {
					t.Fatalf("%s = %s in %s is otherwise in %s:\n%s", key, value, m, channel, next)
				}
			}
			text = next
		}
	})
}
