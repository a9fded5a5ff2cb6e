package relay

import (
	"reflect"
	"strings"
	"testing"

	"familiar/messages"
)

const room = messages.ChannelID("discord/9/42")

// garden is a relay with a person's name in the line, and puppets beside it.
func garden(t *testing.T) *Rules {
	t.Helper()
	in := func(id messages.ChannelID) bool { return id.Room() == room }
	c := Default()
	c.Authors, c.Form, c.Bots, c.Ours = []Mask{"77"}, formOf(t, "<{name}> {text}"), []string{"FeedBot"}, []string{"Aria|away"}
	hooks := Default()
	hooks.Authors, hooks.Form = []Mask{"hook-*"}, formOf(t, "{text}")
	if err := hooks.Shown.UnmarshalText([]byte("{name} (IRC)")); err != nil {
		t.Fatal(err)
	}
	return &Rules{
		Relays: []Relay{{Config: c, Name: "garden", Match: in}, {Config: hooks, Name: "hooks", Match: in}},
		Puppets: []Puppets{
			{PuppetsConfig{Authors: []Mask{"@irc_*:x"}, Are: People}, in},
			{PuppetsConfig{Authors: []Mask{"@irc_feed*:x"}, Are: Bots}, in},
		},
	}
}

func isAria(name string) bool { return IsOneOf(name, "Aria") }

// TestWhoSaysIt: whose a line is that comes by a relay.
func TestWhoSaysIt(t *testing.T) {
	rules := garden(t)
	bob := messages.Author{ID: "relayed:garden:bob", Name: "bob"}
	for _, tt := range []struct {
		story string
		line  messages.Line
		want  messages.Author
		text  string
		own   bool
	}{
		{"a person", messages.Line{Author: messages.Author{ID: "77", Name: "Relay", Bot: true}, Text: "<bob> Aria, hello"}, bob, "Aria, hello", false},
		{"in a thread", messages.Line{Channel: room + "/1", Author: messages.Author{ID: "77", Bot: true}, Text: "<bob> hello"}, bob, "hello", false},
		{"a bot behind it", messages.Line{Author: messages.Author{ID: "77", Bot: true}, Text: "<feedbot> news"}, messages.Author{ID: "relayed:garden:feedbot", Name: "feedbot", Bot: true}, "news", false},
		{"nobody can tell who", messages.Line{Author: messages.Author{ID: "77", Name: "Relay", Bot: true}, Text: "<ana> hi <x> hello"}, messages.Author{ID: "relayed:garden:", Name: "Relay"}, "<ana> hi <x> hello", false},
		{"the relay's own word", messages.Line{Author: messages.Author{ID: "77", Name: "Relay", Bot: true}, Text: "bob joined"}, messages.Author{ID: "77", Name: "Relay", Bot: true}, "bob joined", false},
		{"also where the network doesn't know it for a bot", messages.Line{Author: messages.Author{ID: "77", Name: "Relay"}, Text: "bob joined"}, messages.Author{ID: "77", Name: "Relay", Bot: true}, "bob joined", false},
		{"nobody can tell whether it is a bot", messages.Line{Author: messages.Author{ID: "77", Name: "Relay"}, Text: "<feedbot> a -> b"}, messages.Author{ID: "relayed:garden:", Name: "Relay", Bot: true}, "<feedbot> a -> b", false},
		{"nor whether it is a familiar", messages.Line{Author: messages.Author{ID: "77", Bot: true}, Text: "<Aria> a -> b"}, messages.Author{ID: "77", Bot: true}, "<Aria> a -> b", true},
		{"a familiar's line", messages.Line{Author: messages.Author{ID: "77", Bot: true}, Text: "<ARIA> hello"}, messages.Author{ID: "77", Bot: true}, "<ARIA> hello", true},
		{"a familiar by the name it has there", messages.Line{Author: messages.Author{ID: "77", Bot: true}, Text: "<aria|away> hello"}, messages.Author{ID: "77", Bot: true}, "<aria|away> hello", true},
		{"with letters that nobody sees", messages.Line{Author: messages.Author{ID: "77", Bot: true}, Text: "<A\u200bria> hello"}, messages.Author{ID: "77", Bot: true}, "<A\u200bria> hello", true},
		{"in a direct message", messages.Line{DM: true, Author: messages.Author{ID: "77", Bot: true}, Text: "<bob> hello"}, messages.Author{ID: "77", Bot: true}, "<bob> hello", false},
		{"in another room", messages.Line{Channel: "discord/9/43", Author: messages.Author{ID: "77", Bot: true}, Text: "<bob> hello"}, messages.Author{ID: "77", Bot: true}, "<bob> hello", false},
		{"somebody who writes like it", messages.Line{Author: messages.Author{ID: "78", Name: "Eve"}, Text: "<bob> hello"}, messages.Author{ID: "78", Name: "Eve"}, "<bob> hello", false},
		{"under the person's name", messages.Line{Author: messages.Author{ID: "hook-3", Name: "bob (IRC)", Bot: true}, Text: "hello"}, messages.Author{ID: "relayed:hooks:bob", Name: "bob"}, "hello", false},
		{"a hook of another's", messages.Line{Author: messages.Author{ID: "hook-4", Name: "news", Bot: true}, Text: "hello"}, messages.Author{ID: "hook-4", Name: "news", Bot: true}, "hello", false},
		{"a puppet", messages.Line{Author: messages.Author{ID: "@irc_bob:x", Name: "bob", Bot: true}, Text: "hello"}, messages.Author{ID: "@irc_bob:x", Name: "bob"}, "hello", false},
		{"a bot's puppet", messages.Line{Author: messages.Author{ID: "@irc_feed1:x", Name: "feed"}, Text: "hello"}, messages.Author{ID: "@irc_feed1:x", Name: "feed", Bot: true}, "hello", false},
		{"somebody who only looks like one", messages.Line{Author: messages.Author{ID: "@irc_bob:y", Name: "bob"}, Text: "hello"}, messages.Author{ID: "@irc_bob:y", Name: "bob"}, "hello", false},
		{"what is taken apart already", messages.Line{Author: bob, Text: "<ana> hello"}, bob, "<ana> hello", false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if tt.line.Channel == "" {
				tt.line.Channel = room
			}
			was := tt.line
			got, own := rules.Line(&tt.line, isAria)
			if got.Author != tt.want || got.Text != tt.text || own != tt.own {
				t.Errorf("got %+v: %q, %v, want %+v: %q, %v", got.Author, got.Text, own, tt.want, tt.text, tt.own)
			}
			if !reflect.DeepEqual(tt.line, was) {
				t.Error("the line itself has changed")
			}
		})
	}
}

// TestEveryEventWithALine: edits, copies and what is fetched later are the person's,
// too; a familiar's line isn't fetched twice.
func TestEveryEventWithALine(t *testing.T) {
	rules := garden(t)
	line := func(id messages.LineID, text string) *messages.Line {
		return &messages.Line{ID: id, Channel: room, Author: messages.Author{ID: "77", Bot: true}, Text: text}
	}
	bobs, arias := line("1", "<bob> hello"), line("2", "<Aria> hello")
	for _, tt := range []struct {
		event messages.Event
		own   bool
	}{
		{messages.Heard{Line: bobs}, false},
		{messages.AlsoHeard{Line: bobs}, false},
		{messages.Edited{Line: bobs}, false},
		{messages.Heard{Line: arias}, true},
		{messages.Edited{Line: arias}, true},
	} {
		taken, own := rules.Take(room, tt.event, isAria)
		if own != tt.own {
			t.Errorf("%T: own is %v", tt.event, own)
		}
		if reflect.TypeOf(taken) != reflect.TypeOf(tt.event) {
			t.Errorf("%T has become %T", tt.event, taken)
		}
	}
	taken, own := rules.Take(room, messages.HistoryFetched{N: 3, Lines: []*messages.Line{bobs, arias}}, isAria)
	if e := taken.(messages.HistoryFetched); own || e.N != 3 || len(e.Lines) != 1 || e.Lines[0].Author.Name != "bob" {
		t.Errorf("fetched are %+v", taken)
	}
	taken, _ = rules.Take(room, messages.Reacted{Line: "1", By: messages.Author{ID: "@irc_bob:x", Bot: true}, Emoji: "🦋"}, isAria)
	if taken.(messages.Reacted).By.Bot {
		t.Error("a puppet's reaction is a bot's")
	}
	if _, own := (&Rules{}).Take(room, messages.Heard{Line: arias}, isAria); own {
		t.Error("without a relay something is a familiar's")
	}
	if !rules.Brought(bobs) || rules.Brought(&messages.Line{Channel: room, Author: messages.Author{ID: "ana"}}) {
		t.Error("what comes by the relay isn't told")
	}
}

// TestAReplyToARelayedLine: whose line it answers the transcript tells, not the network.
func TestAReplyToARelayedLine(t *testing.T) {
	rules := garden(t)
	for _, tt := range []struct{ to, want messages.Reply }{
		{messages.Reply{ID: "1", Author: "77"}, messages.Reply{ID: "1"}},
		{messages.Reply{ID: "1", Author: "ana"}, messages.Reply{ID: "1", Author: "ana"}},
		{messages.Reply{Author: "77"}, messages.Reply{Author: "77"}},
	} {
		l := &messages.Line{Channel: room, Author: messages.Author{ID: "ana"}, Text: "so", ReplyTo: tt.to}
		if got, _ := rules.Line(l, isAria); got.ReplyTo != tt.want || l.ReplyTo != tt.to {
			t.Errorf("a reply to %+v is one to %+v, want %+v", tt.to, got.ReplyTo, tt.want)
		}
	}
}

func TestMasks(t *testing.T) {
	for _, tt := range []struct {
		mask Mask
		id   messages.PersonID
		want bool
	}{
		{"77", "77", true},
		{"77", "770", false},
		{"", "", false},
		{"*", "", false},
		{"@irc_*:x", "@irc_bob:x", true},
		{"@irc_*:x", "@irc_:x", true},
		{"@irc_*:x", "@irc_bob:xx", false},
		{"a*a", "a", false},
		{"a*b*c", "aXbYc", true},
		{"a*b*c", "aXcYb", false},
		{"*b*", "abc", true},
		{"*[x]*", "a[x]b", true},
	} {
		if got := tt.mask.Match(tt.id); got != tt.want {
			t.Errorf("%q is %q: %v", tt.mask, tt.id, got)
		}
	}
}

func TestConfigsThatAreRefused(t *testing.T) {
	sound := func() Config {
		c := Default()
		c.Authors, c.Form = []Mask{"77"}, formOf(t, "<{name}> {text}")
		return c
	}
	for _, tt := range []struct {
		story string
		spoil func(*Config)
		want  string
	}{
		{"nobody says it", func(c *Config) { c.Authors = nil }, "authors: got 0"},
		{"everybody does", func(c *Config) { c.Authors = []Mask{"*"} }, "would be everybody"},
		{"no form", func(c *Config) { c.Form = Form{} }, "form is not set"},
		{"two places for a name", func(c *Config) { c.Shown = Shown{after: " (IRC)"} }, "shown is for a form without {name}"},
		{"a name that ends anywhere", func(c *Config) { c.Form = formOf(t, "{name} {text}") }, "set blanks = false"},
		{"a bot without a name", func(c *Config) { c.Bots = []string{" "} }, "is no name"},
	} {
		c := sound()
		if err := c.Validate(); err != nil {
			t.Fatal(err)
		}
		tt.spoil(&c)
		if err := c.Validate(); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
	}
	p := PuppetsConfig{Authors: []Mask{"@x*"}, Are: "puppets"}
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "want people or bots") {
		t.Errorf("got %v", err)
	}
}
