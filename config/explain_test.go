package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
)

const explained = `unknown = "familiar:zed"
[models.quick]
kind = "offline"
[familiars.aria]
persona = "x"
judge = "quick"
preset = "ladder"
credit.window = "10m"
debounce = { quiet = "0s", hot = "0s" }
[familiars.zed]
persona = "x"
preset = "assigned"
[room]
answer_within = "1h"
[[channels]]
match = "terminal:*"
familiars = ["aria"]
[[channels]]
match = "terminal:den*"
override.aria.credit.window = "1m"
override.aria.hours.quiet = ["Sat,Sun"]
[channels.room.guard]
stop = 12
[[channels]]
match = "terminal:both"
familiars = ["aria", "zed"]
[channels.room.turns]
mode = "direct"
members = ["zed"]
`

func explainable(t *testing.T, text string) *Config {
	t.Helper()
	c, err := read("familiar.toml", t.TempDir(), []byte(text), (*Secret).resolve)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestExplainSaysWhereAKnobComesFrom(t *testing.T) {
	c := explainable(t, explained)
	for _, tt := range []struct {
		story, channel, key string
		want                Knob
	}{
		{"the preset's", "terminal:den", "credit.mode", Knob{Value: `"slide"`, From: "preset ladder"}},
		{"the familiar's own", "terminal:main", "credit.window", Knob{Value: `"10m"`, From: "familiar.toml:8"}},
		{"a rule's over the familiar's", "terminal:den", "credit.window", Knob{Value: `"1m"`, From: "familiar.toml:20 (terminal:den*)"}},
		{"the same in a thread", "terminal//den/7", "credit.window", Knob{Value: `"1m"`, From: "familiar.toml:20 (terminal:den*)"}},
		{"in an inline table", "terminal:main", "debounce.hot", Knob{Value: `"0s"`, From: "familiar.toml:9"}},
		{"beside it in no table", "terminal:main", "debounce.cap", Knob{Value: `"4s"`, From: "preset ladder"}},
		{"hours as a file writes them", "terminal:den", "hours.quiet", Knob{Value: `["Sat,Sun 00:00-24:00"]`, From: "familiar.toml:21 (terminal:den*)"}},
		{"what no preset has", "terminal:main", "aliases", Knob{Value: `[]`, From: "default"}},
		{"the room's own", "terminal:den", "room.answer_within", Knob{Value: `"1h"`, From: "familiar.toml:14"}},
		{"a rule's room", "terminal:den", "room.guard.stop", Knob{Value: `12`, From: "familiar.toml:23 (terminal:den*)"}},
		{"the room's default", "terminal:main", "room.overdue_after", Knob{Value: `"2m"`, From: "default"}},
		{"the guard of the only preset there", "terminal:main", "room.guard.stop", Knob{Value: `8`, From: "preset ladder"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			e, err := c.Explain("aria", tt.channel)
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
		})
	}
}

// TestExplainHasEveryKnob: what an explanation prints, read as a file, is the
// policy of the preset again, and no knob is missing or said twice.
func TestExplainHasEveryKnob(t *testing.T) {
	for _, preset := range ladder.Presets() {
		t.Run(preset, func(t *testing.T) {
			c := explainable(t, strings.Replace(sound, "[familiars.aria]", "[familiars.aria]\npreset = \""+preset+"\"", 1))
			e, err := c.Explain("aria", "terminal:main")
			if err != nil {
				t.Fatal(err)
			}
			whole := func(knobs []Knob) []Knob {
				return slices.DeleteFunc(slices.Clone(knobs), func(k Knob) bool { return strings.HasSuffix(k.Value, "…\"") })
			}
			var own Familiar
			if got := again(t, &own, whole(e.Knobs)); !slices.Equal(got, keysAndValues(whole(e.Knobs))) {
				t.Errorf("read again the knobs are %q\nwant %q", got, keysAndValues(whole(e.Knobs)))
			}
			var room conversation.RoomConfig
			if got := again(t, &room, whole(e.Room)); !slices.Equal(got, keysAndValues(whole(e.Room))) {
				t.Errorf("read again the room's knobs are %q\nwant %q", got, keysAndValues(whole(e.Room)))
			}
			if n := leaves(reflect.TypeFor[Familiar]()); len(e.Knobs) != n {
				t.Errorf("it has %d knobs, want %d", len(e.Knobs), n)
			}
			if n := leaves(reflect.TypeFor[conversation.RoomConfig]()); len(e.Room) != n {
				t.Errorf("its room has %d knobs, want %d", len(e.Room), n)
			}
			if len(e.Rungs) != len(c.Channel("terminal//main").Seats[0].Policy.Ladder.Rungs) || len(e.Amounts) == 0 {
				t.Errorf("got the rungs %v and the sentences %q, want all rungs and some sentence", e.Rungs, e.Amounts)
			}
		})
	}
}

// again reads knobs as a file would and tells them once more.
func again(t *testing.T, into any, knobs []Knob) []string {
	t.Helper()
	var text strings.Builder
	for _, k := range knobs {
		text.WriteString(k.Key + " = " + k.Value + "\n")
	}
	doc, err := document.Parse("", []byte(text.String()))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range doc.Into(into, doc.Tree, "") {
		t.Error(p)
	}
	var told []string
	document.EachKnob(reflect.ValueOf(into).Elem(), "", func(key string, value reflect.Value) {
		if slices.ContainsFunc(knobs, func(k Knob) bool { return k.Key == key }) {
			told = append(told, key+" = "+document.WrittenValue(value))
		}
	})
	return told
}

func keysAndValues(knobs []Knob) []string {
	all := make([]string, len(knobs))
	for i, k := range knobs {
		all[i] = k.Key + " = " + k.Value
	}
	return all
}

// leaves counts the knobs of a struct by its tags.
func leaves(t reflect.Type) int {
	n := 0
	for _, f := range reflect.VisibleFields(t) {
		switch tag := f.Tag.Get("toml"); {
		case tag == "" || tag == "-" || len(f.Index) > 1 && !f.IsExported():
		case f.Type.Kind() == reflect.Struct && !document.IsText(f.Type):
			n += leaves(f.Type)
		default:
			n++
		}
	}
	return n
}

func TestExplainSaysWhatThereIs(t *testing.T) {
	c := explainable(t, explained)
	networks := strings.Trim(strings.ReplaceAll(fmt.Sprint(Networks), " ", ", "), "[]")
	for _, tt := range []struct{ story, familiar, channel, want string }{
		{"nobody of that name", "bob", "terminal:main", `there is no familiar "bob": want one of aria, zed`},
		{"no such network", "aria", "smoke:main", `network "smoke": want one of ` + networks + `; * for all; or a class, attachments, edits, files, history, reactions, replies, typing or one of these after no-`},
		{"no such network in an id", "aria", "smoke//main", `network "smoke": want one of ` + networks},
		{"many channels", "aria", "terminal:*", `"terminal:*" matches many channels: want one`},
		{"no channel", "aria", "main", `channel "main": want "network:chat", "network:workspace/chat" or an id such as terminal//main`},
		{"somebody else's", "zed", "terminal:den", "zed is not in terminal//den: matched by terminal:* (familiar.toml:15), then terminal:den* (familiar.toml:18); there is only aria"},
		{"a stranger's", "aria", "web:x", `aria is not in web//x: no rule matches it, and unknown = "familiar:zed" puts zed there; there is only zed`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if _, err := c.Explain(messages.FamiliarID(tt.familiar), tt.channel); err == nil || err.Error() != tt.want {
				t.Errorf("got %v\nwant %s", err, tt.want)
			}
		})
	}
}

func TestExplainOfUnknownChannels(t *testing.T) {
	for _, tt := range []struct {
		story, unknown, want string
		there                bool
	}{
		{"are ignored", "ignore", `no rule matches it, and unknown = "ignore": no familiar is there, and nothing said there is heard`, false},
		{"are everybody's", "default", `no rule matches it, and unknown = "default" puts every familiar with an account there`, true},
		{"are one familiar's", "familiar:zed", `no rule matches it, and unknown = "familiar:zed" puts zed there`, true},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := explainable(t, strings.Replace(explained, "familiar:zed", tt.unknown, 1))
			e, err := c.Explain("zed", "web:x")
			if err != nil || e.Where != tt.want || e.There != tt.there || e.There != (len(e.Knobs) > 0) {
				t.Errorf("got %+v, %v; want %s", e, err, tt.want)
			}
		})
	}
}

// TestExplainTellsWhatIsLeftOut: the table that Channel leaves out is named,
// and is no knob's origin.
func TestExplainTellsWhatIsLeftOut(t *testing.T) {
	c := explainable(t, sound+`
[[channels]]
match = "terminal:*b*"
override.aria.chattiness.backoff_base = "10m"
[[channels]]
match = "terminal:a*"
override.aria.chattiness.backoff_base = "1m"
[[channels]]
match = "terminal:*c"
override.aria.chattiness.backoff_max = "5m"
`)
	e, err := c.Explain("aria", "terminal:bc")
	if err != nil {
		t.Fatal(err)
	}
	if len(e.LeftOut) != 1 || !strings.Contains(strings.Join(keysAndValues(e.Knobs), "\n"), `chattiness.backoff_max = "10m"`) {
		t.Errorf("left out %q, want the last table, and its knob at the preset's value", e.LeftOut)
	}
	if slices.ContainsFunc(e.Knobs, func(k Knob) bool { return k.Key == "chattiness.backoff_max" && k.From != "preset social" }) {
		t.Error("the table that is left out is called a knob's origin")
	}
}
