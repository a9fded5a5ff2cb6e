package mrkdwn

import (
	"reflect"
	"strings"
	"testing"

	"familiar/messages"
)

// A book is a naming out of a table.
type book map[string]string

func (b book) PersonName(id string) string  { return b[id] }
func (b book) ChannelName(id string) string { return b[id] }
func (b book) GroupName(id string) string   { return b[id] }

var ourBook = book{"U1": "Ana", "C1": "general", "S1": "keepers"}

func TestPlain(t *testing.T) {
	people := func(ids ...messages.PersonID) []messages.PersonID { return ids }
	for _, tt := range []struct {
		story, Text string
		want        Said
	}{
		{"a plain text stays", "hi there", Said{Text: "hi there"}},
		{"escaped characters are read", "a &lt; b &amp;&amp; c &gt; d", Said{Text: "a < b && c > d"}},
		{"once only", "&amp;lt;b&amp;gt;", Said{Text: "&lt;b&gt;"}},
		{"a person is called by name", "<@U1> hi", Said{Text: "@Ana hi", People: people("U1")}},
		{"the name we know goes before the label", "<@U1|ana.b>", Said{Text: "@Ana", People: people("U1")}},
		{"the label goes before the id", "<@U2|bob>", Said{Text: "@bob", People: people("U2")}},
		{"the id is better than nothing", "<@U2>", Said{Text: "@U2", People: people("U2")}},
		{"a person called twice is called once", "<@U1> <@W2> <@U1>", Said{Text: "@Ana @W2 @Ana", People: people("U1", "W2")}},
		{"what only looks like a person is text", "<@u1> <@> <@12>", Said{Text: "<@u1> <@> <@12>"}},
		{"a channel", "see <#C1|general> or <#C2>", Said{Text: "see #general or #C2"}},
		{"a private channel has an empty label", "<#C1|>", Said{Text: "#general"}},
		{"everyone here", "<!here> x", Said{Text: "@here x", Everyone: true}},
		{"everyone, with a label", "<!channel|@channel>", Said{Text: "@channel", Everyone: true}},
		{"a group", "<!subteam^S1|@keepers>", Said{Text: "@keepers", Groups: []string{"S1"}}},
		{"a group without a label", "<!subteam^S1> <!subteam^S2>", Said{Text: "@keepers @S2", Groups: []string{"S1", "S2"}}},
		{"a date", "<!date^1700000000^{date}|14 Nov>", Said{Text: "14 Nov"}},
		{"a bare link", "<https://x.example/?a=1&amp;b=2>", Said{Text: "https://x.example/?a=1&b=2"}},
		{"a link whose text is its address", "<https://x.example/|x.example>", Said{Text: "x.example"}},
		{"a link with a text", "<https://x.example|here>", Said{Text: "here (https://x.example)"}},
		{"an address of mail", "<mailto:a@b.example|a@b.example>", Said{Text: "a@b.example"}},
		{"an open bracket", "a < b <@U1", Said{Text: "a < b <@U1"}},
		{"a bracket in a bracket", "<<@U1>>", Said{Text: "<@Ana>", People: people("U1")}},
		{"no reference goes over a line", "<@U1\n>", Said{Text: "<@U1\n>"}},
		{"code is read like the rest", "`<https://x.example>`", Said{Text: "`https://x.example`"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := Read(tt.Text, ourBook); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
		})
	}
}

// FuzzPlain: no markup breaks the reader, what was escaped reads as it was
// written, and nobody is called who isn't named.
func FuzzPlain(f *testing.F) {
	f.Add("<@U1> &lt;<!here>|<https://x|y>")
	f.Add("<<!subteam^S1|@x>>&amp;amp;")
	f.Fuzz(func(t *testing.T, text string) {
		s := Read(text, ourBook)
		for _, id := range s.People {
			if !isPerson(string(id)) || !strings.Contains(text, "<@"+string(id)) {
				t.Errorf("%q calls %q", text, id)
			}
		}
		if s.Everyone && !strings.Contains(text, "<!") {
			t.Errorf("%q calls everyone", text)
		}
		if back := Read(escapes.Replace(text), ourBook); back.Text != text || back.People != nil || back.Everyone || back.Groups != nil {
			t.Errorf("%q escaped reads %+v", text, back)
		}
	})
}
