package slack

import (
	"reflect"
	"strings"
	"testing"

	"familiar/messages"
)

// A book is a naming out of a table.
type book map[string]string

func (b book) personName(id string) string  { return b[id] }
func (b book) channelName(id string) string { return b[id] }
func (b book) groupName(id string) string   { return b[id] }

var ourBook = book{"U1": "Ana", "C1": "general", "S1": "keepers"}

func TestPlain(t *testing.T) {
	people := func(ids ...messages.PersonID) []messages.PersonID { return ids }
	for _, tt := range []struct {
		story, text string
		want        said
	}{
		{"a plain text stays", "hi there", said{text: "hi there"}},
		{"escaped characters are read", "a &lt; b &amp;&amp; c &gt; d", said{text: "a < b && c > d"}},
		{"once only", "&amp;lt;b&amp;gt;", said{text: "&lt;b&gt;"}},
		{"a person is called by name", "<@U1> hi", said{text: "@Ana hi", people: people("U1")}},
		{"the name we know goes before the label", "<@U1|ana.b>", said{text: "@Ana", people: people("U1")}},
		{"the label goes before the id", "<@U2|bob>", said{text: "@bob", people: people("U2")}},
		{"the id is better than nothing", "<@U2>", said{text: "@U2", people: people("U2")}},
		{"a person called twice is called once", "<@U1> <@W2> <@U1>", said{text: "@Ana @W2 @Ana", people: people("U1", "W2")}},
		{"what only looks like a person is text", "<@u1> <@> <@12>", said{text: "<@u1> <@> <@12>"}},
		{"a channel", "see <#C1|general> or <#C2>", said{text: "see #general or #C2"}},
		{"a private channel has an empty label", "<#C1|>", said{text: "#general"}},
		{"everyone here", "<!here> x", said{text: "@here x", everyone: true}},
		{"everyone, with a label", "<!channel|@channel>", said{text: "@channel", everyone: true}},
		{"a group", "<!subteam^S1|@keepers>", said{text: "@keepers", groups: []string{"S1"}}},
		{"a group without a label", "<!subteam^S1> <!subteam^S2>", said{text: "@keepers @S2", groups: []string{"S1", "S2"}}},
		{"a date", "<!date^1700000000^{date}|14 Nov>", said{text: "14 Nov"}},
		{"a bare link", "<https://x.example/?a=1&amp;b=2>", said{text: "https://x.example/?a=1&b=2"}},
		{"a link whose text is its address", "<https://x.example/|x.example>", said{text: "x.example"}},
		{"a link with a text", "<https://x.example|here>", said{text: "here (https://x.example)"}},
		{"an address of mail", "<mailto:a@b.example|a@b.example>", said{text: "a@b.example"}},
		{"an open bracket", "a < b <@U1", said{text: "a < b <@U1"}},
		{"a bracket in a bracket", "<<@U1>>", said{text: "<@Ana>", people: people("U1")}},
		{"no reference goes over a line", "<@U1\n>", said{text: "<@U1\n>"}},
		{"code is read like the rest", "`<https://x.example>`", said{text: "`https://x.example`"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := plain(tt.text, ourBook); !reflect.DeepEqual(got, tt.want) {
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
		s := plain(text, ourBook)
		for _, id := range s.people {
			if !isPerson(string(id)) || !strings.Contains(text, "<@"+string(id)) {
				t.Errorf("%q calls %q", text, id)
			}
		}
		if s.everyone && !strings.Contains(text, "<!") {
			t.Errorf("%q calls everyone", text)
		}
		if back := plain(escapes.Replace(text), ourBook); back.text != text || back.people != nil || back.everyone || back.groups != nil {
			t.Errorf("%q escaped reads %+v", text, back)
		}
	})
}
