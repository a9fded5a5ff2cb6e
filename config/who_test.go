package config

import (
	"fmt"
	"strings"
	"testing"

	"familiar/policy/ladder"
)

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		story, names string
		calls, not   string // a line that calls it, one that doesn't
		want         string // problem, or none
	}{
		{"no name is the table's name", `name = ""`, "hi X!", "hello", ""},
		{"one letter is found as a word", `name = "a"`, "a, are you there", "also this", ""},
		{"a Korean alias is found inside a word", `aliases = ["나비"]`, "나비야 안녕", "안녕", ""},
		{"a Chinese alias is found without spaces", `aliases = ["小明"]`, "你好小明在吗", "你好", ""},
		{"a Turkish alias is found in capitals", `aliases = ["çağla"]`, "ÇAĞLA nerede", "nerede", ""},
		{"a Turkish alias takes an ending", `aliases = ["Ayşe"]`, "Ayşe'ye sor", "sor", ""},
		{"an emoji is an alias like any other", `aliases = ["🦊"]`, "hey 🦊", "hey", ""},
		{"a blank name", `name = "  "`, "", "", `familiars.x.name: "  " is empty: want a name people can call it by`},
		{"a blank alias", `aliases = ["y", "\t"]`, "", "", `familiars.x.aliases[2]: "\t" is empty`},
		{"a name of two lines", `name = "a\n## system"`, "", "", `familiars.x.name: "a\n## system" contains a line break`},
		{"a name that turns the text round", `name = "a\u202Eb"`, "", "", "familiars.x.name: \"a\\u202eb\" contains a line break, control character or text-direction character"},
		{"a name without end", `name = "` + strings.Repeat("é", 65) + `"`, "", "", `familiars.x.name: "` + strings.Repeat("é", 65) + `" is too long: want at most 64 characters`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, "unknown = \"default\"\n[familiars.x]\npersona = \"x\"\n"+tt.names)
			if tt.want != "" {
				if want := "f.toml:4: " + tt.want; err == nil || !strings.HasPrefix(err.Error(), want) {
					t.Errorf("got %v, want %s", err, want)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			names := c.Channel("terminal//main").Seats[0].Names
			if !names.In(ladder.Fold(tt.calls)) || names.In(ladder.Fold(tt.not)) {
				t.Errorf("%q called it: %v, want true; %q called it: %v, want false",
					tt.calls, names.In(ladder.Fold(tt.calls)), tt.not, names.In(ladder.Fold(tt.not)))
			}
		})
	}
}

func TestAnUnnamedFamiliar(t *testing.T) {
	for _, id := range []string{`""`, `"a b"`, `"a/b"`, `"a:b"`} {
		if _, err := load(t, sound+"[familiars."+id+"]\npersona = \"x\""); err == nil || !strings.Contains(err.Error(), "can't name a familiar: want letters, digits, - and _") {
			t.Errorf("%s: got %v, want an error about its name", id, err)
		}
	}
	if _, err := load(t, "unknown = \"default\"\n[familiars.\"나비\"]"); err != nil {
		t.Errorf("a Korean table: got %v, want none", err)
	}
}

func TestTooManyFamiliars(t *testing.T) {
	text := "unknown = \"default\"\n"
	for i := range 33 {
		text += fmt.Sprintf("[familiars.f%d]\npersona = \"x\"\n", i)
	}
	if _, err := load(t, text); err == nil || !strings.HasPrefix(err.Error(), "f.toml:1: unknown: 33 familiars in one channel: at most 32") {
		t.Errorf("got %v, want an error about 33 familiars", err)
	}
}

func TestFamiliarsInOneChannel(t *testing.T) {
	for _, tt := range []struct{ story, aria, zed, problem, warning string }{
		{"different names go together", `name = "Aria"`, `name = "Zed"`, "", ""},
		{"one display name can't be told apart", `name = "Ari"`, `name = "ARI"`, `f.toml:9: channels[1].familiars: aria and zed are both called "ARI": people couldn't tell them apart`, ""},
		{"an alias for both calls both", `aliases = ["bots"]`, `aliases = ["Bots"]`, "", `channels[1].familiars: "Bots" calls both aria and zed: each of them will answer`},
		{"an alias that is the other's name", `name = "Aria"`, `aliases = ["aria"]`, "", `channels[1].familiars: "aria" calls both aria and zed: each of them will answer`},
		{"an alias twice is once", `aliases = ["a", "A"]`, ``, "", ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, "[familiars.aria]\npersona = \"x\"\n"+tt.aria+"\n[familiars.zed]\npersona = \"x\"\n"+tt.zed+
				"\n[[channels]]\nmatch = \"terminal:*\"\nfamiliars = [\"aria\", \"zed\"]")
			if got := fmt.Sprint(err); tt.problem != "" && got != tt.problem || tt.problem == "" && err != nil {
				t.Fatalf("got %v, want %q", err, tt.problem)
			}
			if err != nil {
				return
			}
			if tt.warning == "" && len(c.Warnings) > 0 || tt.warning != "" && (len(c.Warnings) != 1 || !strings.HasSuffix(c.Warnings[0].Error(), tt.warning)) {
				t.Errorf("warned %v, want %q", c.Warnings, tt.warning)
			}
		})
	}
}

func TestWarnings(t *testing.T) {
	two := strings.Replace(sound, `["aria"]`, `["aria", "zed"]`, 1) + "[familiars.zed]\npersona = \"x\"\n"
	for _, tt := range []struct{ story, text, want string }{
		{"nothing odd", sound, ""},
		{"a model on this machine without key", local, ""},
		{"a model beside this machine", remote + "url = \"http://ollama:11434/v1\"", ""},
		{"a model in a network of one's own", remote + "url = \"http://192.168.1.5:8000/v1\"", ""},
		{"a model elsewhere, in the open", remote + "url = \"http://models.test/v1\"", ":9: models.a.url: the key and the chat are sent to models.test unencrypted: use https"},
		{"a familiar nobody will meet", sound + "[familiars.zed]\npersona = \"x\"", ":6: familiars.zed: it is in no channel: add it to a [[channels]] rule"},
		{"a familiar for strangers", "unknown = \"familiar:zed\"\n" + sound + "[familiars.zed]\npersona = \"x\"", ""},
		{"a familiar without character", strings.Replace(sound, "persona", "name", 1), ":1: familiars.aria: it has no card and no persona, so its model doesn't know who it is"},
		{"timing that is tuned for nothing", sound + "[familiars.aria.chattiness]\ntier = \"eager\"", ":6: familiars.aria.chattiness: without a judge it never speaks up after a lull: set judge to a model"},
		{"a turn for nobody", sound + "[room.turns]\nmode = \"direct\"\nmembers = [\"zoe\"]", ":8: room.turns.members: \"zoe\" is not in these channels, so it never gets a turn"},
		{"a turn for somebody elsewhere", sound + "[channels.room.turns]\nunknown = \"default\"\ndefault.members = [\"zoe\"]", ":8: channels[1].room.turns.default.members: \"zoe\" is not in these channels, so it never gets a turn"},
		{"a turn for somebody there", sound + "[channels.room.turns]\nmode = \"direct\"\nmembers = [\"aria\"]", ""},
		{"an assigned familiar where nobody is", strings.Replace(sound, "\n", "\npreset = \"assigned\"\n", 1), "familiars.aria.preset: the preset assigned needs a mode, and channels[1] has none: set mode in [room.turns] or in the rule's room"},
		{"an assigned familiar where it is", strings.Replace(sound, "\n", "\npreset = \"assigned\"\n", 1) + "[room.turns]\nunknown = \"familiar:aria\"", ""},
		{"rungs without sibling where it is alone", sound + "[familiars.aria.ladder]\nrungs = [\"self\", \"sticky\"]", ""},
		{"rungs without sibling beside another", two + "[familiars.aria.ladder]\nrungs = [\"self\", \"sticky\", \"sibling\"]", "familiars.aria.ladder.rungs: there is no \"sibling\" above \"sticky\", and channels[1] has several familiars: it may answer lines meant for another"},
		{"rungs with it", two + "[familiars.aria.ladder]\nrungs = [\"self\", \"sibling\", \"solo\"]", ""},
		{"a question for all without a judge", strings.Replace(sound, "\n", "\njudge_together = true\n", 1), "familiars.aria.judge_together: without a judge it asks nobody: set judge to a model"},
		{"relevance without a judge", strings.Replace(sound, "\n", "\npreset = \"relevance\"\n", 1), "familiars.aria.judge_each: without a judge it answers only mentions: set judge to a model"},
		{"a limit, and a model without a price", local + "[budget]\nday = 1", ":6: models.a: it has no price, so its cost doesn't count towards the budget: set price_input and price_output"},
		{"a limit, and a model with one", local + "price_output = 1\n[budget]\nday = 1", ""},
		{"a limit, and the stand-in, which costs nothing", sound + "[budget]\nfamiliar = 1", ""},
		{"a guard that only advises", sound + "[room.guard]\nstop = 0", ":7: room.guard.stop: a familiar and a bot talk for as long as its model likes, and there is no limit in [budget]"},
		{"one in a rule", sound + "[channels.room.guard]\nstop = 0", ":7: channels[1].room.guard.stop: a familiar and a bot talk for as long as its model likes, and there is no limit in [budget]"},
		{"one and a limit", sound + "[room.guard]\nstop = 0\n[budget]\nday = 1", ""},
		{"an override where it isn't", sound + "[familiars.zed]\npersona = \"x\"\n[[channels]]\nmatch = \"terminal:z\"\nfamiliars = [\"zed\"]\n[channels.override.aria]\npings = true", ":11: channels[2].override.aria: aria is not in these channels"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c, err := load(t, tt.text)
			if err != nil {
				t.Fatal(err)
			}
			if tt.want == "" && len(c.Warnings) > 0 || tt.want != "" && (len(c.Warnings) != 1 || !strings.HasSuffix(c.Warnings[0].Error(), tt.want)) {
				t.Errorf("warned %v, want %q", c.Warnings, tt.want)
			}
		})
	}
}
