package mrkdwn

import (
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/messages"
)

func TestMarkup(t *testing.T) {
	ana, moth := messages.Mention{Name: "Ana", ID: "U1"}, messages.Mention{Name: "Ana Bell", ID: "U2"}
	for _, tt := range []struct {
		story string
		post  messages.Post
		want  string
	}{
		{"a plain text stays", messages.Post{Text: "hi there"}, "hi there"},
		{"markup of Slack's is text", messages.Post{Text: "<!everyone> <@U9> a && b"}, "&lt;!everyone&gt; &lt;@U9&gt; a &amp;&amp; b"},
		{"who is named is called", messages.Post{Text: "@Ana, hi", Mentions: []messages.Mention{ana}}, "<@U1>, hi"},
		{"in any case", messages.Post{Text: "@ana hi", Mentions: []messages.Mention{ana}}, "<@U1> hi"},
		{"by the longest name", messages.Post{Text: "@Ana Bell and @Ana", Mentions: []messages.Mention{ana, moth}}, "<@U2> and <@U1>"},
		{"not inside a word", messages.Post{Text: "a@Ana @Anabel", Mentions: []messages.Mention{ana}}, "a@Ana @Anabel"},
		{"nobody else", messages.Post{Text: "@Bob @channel", Mentions: []messages.Mention{ana}}, "@Bob @channel"},
		{"an id that isn't a person's is not called", messages.Post{Text: "@x", Mentions: []messages.Mention{{Name: "x", ID: "!everyone"}}}, "@x"},
		{"an empty name calls nobody", messages.Post{Text: "@ x", Mentions: []messages.Mention{{ID: "U1"}}}, "@ x"},
		{"a name with an ampersand", messages.Post{Text: "@R&D ok", Mentions: []messages.Mention{{Name: "R&D", ID: "U3"}}}, "<@U3> ok"},
		{"nobody is called in code", messages.Post{Text: "`@Ana` and\n```\n@Ana <b>\n```", Mentions: []messages.Mention{ana}}, "`@Ana` and\n```\n@Ana &lt;b&gt;\n```"},
		{"bold, struck and headings", messages.Post{Text: "# Title\n**so** ~~not~~ ** x **"}, "*Title*\n*so* ~not~ ** x **"},
		{"not in code", messages.Post{Text: "`**x**` [a](https://x.example)"}, "`**x**` <https://x.example|a>"},
		{"a fence loses its language", messages.Post{Text: "```go\nx := 1\n```"}, "```\nx := 1\n```"},
		{"a link", messages.Post{Text: "see [the page](https://x.example/?a=1&b=2)."}, "see <https://x.example/?a=1&amp;b=2|the page>."},
		{"no link to anything else", messages.Post{Text: "[x](javascript:alert)"}, "[x](javascript:alert)"},
		{"a link's text can't break out", messages.Post{Text: "[a|b <!here>](https://x.example)"}, "<https://x.example|a¦b &lt;!here&gt;>"},
		{
			"a line is quoted where there is no reply",
			messages.Post{Text: "yes", ReplyTo: "1.1", Quoting: messages.Quoted{Text: "is it\nlate?", Author: messages.Author{ID: "U1", Name: "Ana"}}},
			"&gt; Ana: is it late?\nyes",
		},
		{
			"its code doesn't run into the answer",
			messages.Post{
				Text: "@Ana **yes**", ReplyTo: "1.1", Mentions: []messages.Mention{ana},
				Quoting: messages.Quoted{Text: "why?\n```\npanic: " + strings.Repeat("x", 200) + "\n```", Author: messages.Author{ID: "U1", Name: "Ana"}},
			},
			"&gt; Ana: why? ''' panic: " + strings.Repeat("x", 83) + "…\n<@U1> *yes*",
		},
		{
			"and not in its own thread",
			messages.Post{Text: "yes", ReplyTo: "1.1", Thread: true, Quoting: messages.Quoted{Text: "late?"}},
			"yes",
		},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := Write(tt.post); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMarkupFits: mentions never make a post longer than Slack takes.
func TestMarkupFits(t *testing.T) {
	long := messages.Mention{Name: "A", ID: "U0123456789"}
	text := strings.Repeat("@A ", 1000) + strings.Repeat("x", 900)
	got := Write(messages.Post{Text: text, Mentions: []messages.Mention{long}})
	if n := utf8.RuneCountInString(got); n > textMost || n < textMost-20 {
		t.Errorf("it has %d characters, want nearly %d", n, textMost)
	}
	if !strings.HasPrefix(got, "<@U0123456789> ") || !strings.Contains(got, "@A x") {
		t.Errorf("the first names are to be called and the last ones plain: %q…", got[:40])
	}
}

// FuzzMarkup: whatever a model writes, nobody but those named is called, and
// all that is not markup is read back.
func FuzzMarkup(f *testing.F) {
	f.Add("**hi** @Ana <!here> `x` [a](https://b.example)")
	f.Add("```\n<@U9>")
	f.Add("[<@U9>](https://x.example)[@Ana](http://y)")
	f.Fuzz(func(t *testing.T, text string) {
		got := Write(messages.Post{Text: text, Mentions: []messages.Mention{{Name: "Ana", ID: "U1"}}})
		read := Read(got, book{"U1": "Ana"})
		if read.Everyone || read.Groups != nil || len(read.People) > 1 || len(read.People) == 1 && read.People[0] != "U1" {
			t.Errorf("%q is posted as %q, which calls %+v", text, got, read)
		}
		if !strings.ContainsAny(text, "*~#[`") && !strings.EqualFold(read.Text, text) {
			t.Errorf("%q is read back as %q", text, read.Text)
		}
	})
}
