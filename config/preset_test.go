package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/config/document"
	"familiar/messages"
)

// layered has a familiar of another preset in some channels.
const layered = `
[models.quick]
kind = "offline"
[familiars.aria]
persona = "x"
judge = "quick"
preset = "social"
busy = "interrupt"
credit.window = "10m"
[[channels]]
match = "terminal:*"
familiars = ["aria"]
[channels.override.aria]
quote = false
debounce.cap = "9s"
[[channels]]
match = "terminal:den*"
[channels.override.aria]
preset = "ladder"
debounce.cap = "7s"
[[channels]]
match = "terminal:den-2"
[channels.override.aria]
preset = "chatty"
[[channels]]
match = "terminal:den-3"
[channels.override.aria]
pings = false
`

// TestWhichKnobWins: the last preset of the rules goes below everything, what
// the familiar sets by itself before it, and each rule before the ones above.
func TestWhichKnobWins(t *testing.T) {
	c := explainable(t, layered)
	for _, tt := range []struct {
		story, channel, key string
		want                Knob
	}{
		{"the familiar's own preset", "main", "preset", Knob{Value: `"social"`, From: "familiar.toml:7"}},
		{"a knob of it", "main", "pings", Knob{Value: "false", From: "preset social"}},
		{"a rule's preset", "den", "preset", Knob{Value: `"ladder"`, From: "familiar.toml:19 (terminal:den*)"}},
		{"a knob of that", "den", "pings", Knob{Value: "true", From: "preset ladder"}},
		{"of which the rungs", "den", "ladder.alias", Knob{Value: `"substring"`, From: "preset ladder"}},
		{"the familiar's own goes before it", "den", "busy", Knob{Value: `"interrupt"`, From: "familiar.toml:8"}},
		{"in a table, too", "den", "credit.window", Knob{Value: `"10m"`, From: "familiar.toml:9"}},
		{"beside it the preset's", "den", "credit.on", Knob{Value: "true", From: "preset ladder"}},
		{"so does an earlier rule's", "den", "quote", Knob{Value: "false", From: "familiar.toml:14 (terminal:*)"}},
		{"its own knobs go before all", "den", "debounce.cap", Knob{Value: `"7s"`, From: "familiar.toml:20 (terminal:den*)"}},
		{"of two presets the later one's", "den-2", "preset", Knob{Value: `"chatty"`, From: "familiar.toml:24 (terminal:den-2)"}},
		{"and nothing of the earlier one", "den-2", "pings", Knob{Value: "false", From: "preset chatty"}},
		{"whose rule's knobs stay", "den-2", "debounce.cap", Knob{Value: `"7s"`, From: "familiar.toml:20 (terminal:den*)"}},
		{"a later rule without a preset keeps it", "den-3", "preset", Knob{Value: `"ladder"`, From: "familiar.toml:19 (terminal:den*)"}},
		{"and turns one knob of it", "den-3", "pings", Knob{Value: "false", From: "familiar.toml:28 (terminal:den-3)"}},
		{"the guard is the preset's there", "den", "room.guard.reset", Knob{Value: `"engaged"`, From: "preset ladder"}},
		{"and elsewhere the other's", "main", "room.guard.reset", Knob{Value: `"any"`, From: "preset social"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			e, err := c.Explain("aria", "terminal:"+tt.channel)
			if err != nil {
				t.Fatal(err)
			}
			knobs, key := e.Knobs, tt.key
			if below, ok := strings.CutPrefix(key, "room."); ok {
				knobs, key = e.Room, below
			}
			tt.want.Key = key
			if i := slices.IndexFunc(knobs, func(k Knob) bool { return k.Key == key }); i < 0 || knobs[i] != tt.want {
				t.Errorf("got %v, want %v", knobs[max(0, i)], tt.want)
			}
			id := messages.ChannelID("terminal//" + tt.channel)
			if got := c.PresetIn(id, "aria"); got != e.Preset {
				t.Errorf("the preset is %s, and explained as %s", got, e.Preset)
			}
			if held := c.Channel(id).Seats[0].Policy; key == "pings" && document.WrittenValue(document.KnobsOf(reflect.ValueOf(&held).Elem())[key]) != tt.want.Value {
				t.Errorf("explained as %v, and %s holds", tt.want, document.WrittenValue(document.KnobsOf(reflect.ValueOf(&held).Elem())[key]))
			}
		})
	}
}

func TestPresetOfARuleIsChecked(t *testing.T) {
	const base = "[familiars.aria]\npersona = \"x\"\ncredit.mode = \"slide\"\n[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\"]\n[channels.override.aria]\n"
	for _, tt := range []struct{ story, more, wrong, warns string }{
		{"one that there is", `preset = "ladder"`, "", ""},
		{"one that there isn't", `preset = "loud"`, `f.toml:8: channels[1].override.aria.preset: there is no preset "loud": want one of ladder, `, ""},
		{"no text", `preset = 5`, `f.toml:8: channels[1].override.aria.preset: want text in quotes, got 5`, ""},
		{"one that what the familiar sets doesn't go with", `preset = "window"`, `f.toml:7: channels[1].override.aria: mode = "slide": want kept`, ""},
		{"unless the rule mends it", "preset = \"window\"\ncredit.mode = \"kept\"", "", ""},
		{"one that asks nobody", `preset = "relevance"`, "", "channels[1].override.aria.preset: without a judge it answers only mentions: set judge to a model"},
		{"one that nobody assigns", `preset = "assigned"`, "", "channels[1].override.aria.preset: the preset assigned needs a mode, and channels[1] has none: set mode in [room.turns] or in the rule's room"},
		{"none for a room", "[channels.room]\npreset = \"ladder\"", "f.toml:9: channels[1].room.preset: there is no such key", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := read("f.toml", t.TempDir(), []byte(base+tt.more), (*Secret).resolve)
			if tt.wrong != "" {
				if err == nil || !strings.HasPrefix(err.Error(), tt.wrong) {
					t.Errorf("got %v, want %q", err, tt.wrong)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if tt.warns == "" && len(c.Warnings) > 0 || tt.warns != "" && (len(c.Warnings) != 1 || !strings.HasSuffix(c.Warnings[0].Error(), tt.warns)) {
				t.Errorf("warned %v, want %q", c.Warnings, tt.warns)
			}
		})
	}
}

// TestPresetThatDoesNotGoWithAnotherRule is left out with its table, where
// only the two rules together make a knob invalid.
func TestPresetThatDoesNotGoWithAnotherRule(t *testing.T) {
	c := explainable(t, sound+"[channels.override.aria]\ncredit.mode = \"once\"\n")
	c.Channels = append(c.Channels, Rule{Match: c.Channels[0].Match, Override: map[messages.FamiliarID]document.Override{"aria": {Table: map[string]any{"preset": "window", "quote": false}}}})
	there := c.Channel("terminal//main").Seats[0].Policy
	if got := c.PresetIn("terminal//main", "aria"); got != "social" || there.Credit.Mode != "once" || !there.Quote {
		t.Errorf("preset %s, credit %s, quote %t; want that rule left out", got, there.Credit.Mode, there.Quote)
	}
}
