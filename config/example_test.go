package config

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/experiment"
	"familiar/policy/ladder"
	"familiar/policy/relay"
)

// given are the knobs an example has to give because there is no default, by
// path without names and numbers.
var given = []string{"models.kind", "familiars.card", "accounts.network", "accounts.familiars", "channels.match", "retention.match", "relays.match", "relays.authors", "relays.form", "puppets.match", "puppets.authors", "puppets.are", "mirrors.rooms", "experiments.familiar", "experiments.match", "experiments.begin", "experiments.end", "channels.familiars", "control.tokens.name", "control.tokens.secret", "control.tokens.scopes", "room.admission.roles.may", "tools.mcp.name", "tools.mcp.url", "tools.mcp.tools", "familiars.schedule.name", "familiars.schedule.cron", "familiars.schedule.prompt"}

// optional is a line the example leaves out until the operator wants it. A
// comment has a space after its mark.
var optional = regexp.MustCompile(`(?m)^#(\S)`)

// TestExampleHasEveryKnob keeps examples/familiar.toml and the code equal.
func TestExampleHasEveryKnob(t *testing.T) {
	text, err := os.ReadFile("../examples/familiar.toml")
	if err != nil {
		t.Fatal(err)
	}
	for _, finding := range compare(t, string(text)) {
		t.Errorf("examples/familiar.toml: %s", finding)
	}
	for _, tt := range []struct{ story, from, to, want string }{
		{"a knob the file lost", "lull = \"10s\"", "", "familiars.aria.chattiness.lull: missing"},
		{"a text the file lost", "woken = ", "# ", "texts.monitor.woken: missing"},
		{"a table the file lost", "[agent]", "[ignored]", "agent: missing"},
		{"a key the code lost", "pings = false", "pongs = false", "familiars.aria.pongs: there is no such key"},
		{"a number that differs", "notice = 5", "notice = 6", "room.guard.notice: 6, in the code 5"},
		{"a token's key the file lost", "#channels = []", "# ", "control.tokens[1].channels: missing"},
		{"a switch that differs", "quote = true", "quote = false", "familiars.aria.quote: false, in the code true"},
		{"a list that differs", `"solo", "rest"]`, `"solo"]`, "familiars.aria.ladder.rungs: "},
		{"an override that changes something", "answer_within = \"15m\"\n[", "answer_within = \"16m\"\n[", "channels[1].room: changes something"},
		{"a knob without a comment", "sends = 10   # messages in one turn; at least 1", "sends = 10", "familiars.aria.finish.sends: no comment"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			broken := strings.Replace(string(text), tt.from, tt.to, 1)
			found := compare(t, broken)
			if !slices.ContainsFunc(found, func(f string) bool { return strings.HasPrefix(f, tt.want) }) {
				t.Errorf("with %q for %q found %q, want %q", tt.to, tt.from, found, tt.want)
			}
		})
	}
}

// compare says where an example and the defaults differ.
func compare(t *testing.T, text string) []string {
	t.Helper()
	text = optional.ReplaceAllString(text, "$1")
	doc, err := document.Parse("", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	read, code := Default(), Default()
	problems := doc.Into(&read, doc.Tree, "")
	e := example{doc: doc, lines: strings.Split(text, "\n")}
	for _, p := range problems {
		e.findings = append(e.findings, p.Key+": "+p.Message)
	}
	e.compare(reflect.ValueOf(&read).Elem(), reflect.ValueOf(&code).Elem(), "", "")
	return e.findings
}

type example struct {
	doc      *document.Document
	lines    []string
	findings []string
}

func (e *example) find(path, format string, args ...any) {
	e.findings = append(e.findings, path+": "+fmt.Sprintf(format, args...))
}

// compare walks both by the knobs' tags; general is path without names.
func (e *example) compare(read, code reflect.Value, path, general string) {
	if path != "" && e.doc.Lines[path] == 0 {
		e.find(path, "missing")
		return
	}
	switch value := read.Interface().(type) {
	case document.Override:
		e.override(value)
		return
	case Secret, Pattern, experiment.Day, relay.Form, relay.Shown, time.Duration:
		e.leaf(read, code, path, general)
		return
	}
	switch read.Kind() {
	case reflect.Struct:
		if s, ok := code.Addr().Interface().(document.Starter); ok {
			s.Start(nil)
		}
		knobs := document.KnobsOf(code)
		for key, knob := range document.KnobsOf(read) {
			e.compare(knob, knobs[key], document.Inside(path, key), strings.TrimPrefix(general+"."+key, "."))
		}
	case reflect.Map:
		for _, key := range read.MapKeys() {
			elem := reflect.New(read.Type().Elem()).Elem()
			elem.Set(read.MapIndex(key))
			e.compare(elem, reflect.New(elem.Type()).Elem(), document.Inside(path, key.String()), general)
		}
	case reflect.Slice:
		if read.Type().Elem().Kind() != reflect.Struct {
			e.leaf(read, code, path, general)
			return
		}
		for i := range read.Len() {
			e.compare(read.Index(i), reflect.New(read.Type().Elem()).Elem(), document.Item(path, i+1), general)
		}
	default:
		e.leaf(read, code, path, general)
	}
}

func (e *example) leaf(read, code reflect.Value, path, general string) {
	line := e.doc.Lines[path]
	if !strings.Contains(e.lines[line-1], "# ") && !strings.HasPrefix(e.lines[max(0, line-2)], "# ") {
		e.find(path, "no comment")
	}
	empty := read.Kind() == reflect.Slice && read.Len()+code.Len() == 0
	if !slices.Contains(given, general) && !empty && !reflect.DeepEqual(read.Interface(), code.Interface()) {
		e.find(path, "%v, in the code %v", read, code)
	}
}

// override checks that a rule's table shows defaults, too.
func (e *example) override(o document.Override) {
	room, policy := conversation.DefaultRoom(), conversation.Default()
	switch {
	case strings.HasSuffix(o.Path, ".room"):
		o.LayOver(&room, e.doc)
	default:
		o.LayOver(&policy, e.doc)
	}
	if !reflect.DeepEqual(room, conversation.DefaultRoom()) || !reflect.DeepEqual(policy, conversation.Default()) {
		e.find(o.Path, "changes something")
	}
}

func TestExamplesLoad(t *testing.T) {
	files, err := filepath.Glob("../examples/*.toml")
	if err != nil || len(files) < 3 {
		t.Fatalf("got %v, %v; want the examples", files, err)
	}
	for _, secret := range []string{"ARIA_DISCORD_TOKEN", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "FEISHU_SECRET", "ARIA_TELEGRAM_TOKEN", "ARIA_MATRIX_TOKEN", "ARIA_ONEBOT_TOKEN"} {
		t.Setenv(secret, "a secret")
	}
	places := []messages.ChannelID{"terminal//main", "web//garden", "discord/1/2", "slack/T1/C1", "feishu/t/oc_1", "telegram//-1001", "matrix//!r:example.org", "onebot/10001/30001", "irc/irc.example.org/#moths"}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			c, err := Load(file)
			if err != nil {
				t.Fatal(err)
			}
			if len(c.Warnings) > 0 || !slices.ContainsFunc(places, func(id messages.ChannelID) bool { return c.Channel(id) != nil }) {
				t.Errorf("got warnings %v, want none, and somebody in one of %q", c.Warnings, places)
			}
		})
	}
}

// TestPresetExamples: every preset has an example, in which all are of it.
func TestPresetExamples(t *testing.T) {
	for _, preset := range ladder.Presets() {
		c, err := Load("../examples/presets/" + preset + ".toml")
		if err != nil {
			t.Errorf("%s: %v", preset, err)
			continue
		}
		if len(c.Warnings) > 0 || c.Channel("terminal//main") == nil {
			t.Errorf("%s: got warnings %v, want none, and somebody in the terminal", preset, c.Warnings)
		}
		for name, f := range c.Familiars {
			if f.Preset != preset {
				t.Errorf("%s: %s has the preset %s", preset, name, f.Preset)
			}
		}
	}
}

// TestDefaultsAreSound: what a file leaves out must pass as well.
func TestDefaultsAreSound(t *testing.T) {
	c, err := load(t, sound)
	if err != nil {
		t.Fatal(err)
	}
	if got := c.Channel("terminal//main").Seats[0].Policy; !reflect.DeepEqual(got, conversation.Default()) {
		t.Errorf("got %+v, want the preset social", got)
	}
	if filepath.Base(c.Data) != "data" || !filepath.IsAbs(c.Data) {
		t.Errorf("got data in %s, want a folder beside the file", c.Data)
	}
}
