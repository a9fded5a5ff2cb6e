package adaptertest

import (
	"strings"
	"unicode/utf8"

	"familiar/actors/adapter"
)

// odds are what breaks programs. Each must arrive, pass [adapter.Clean] with its
// text, and leave the adapter listening.
var odds = []struct{ story, author, text string }{
	{"an empty text", "eve", ""},
	{"a text of 100 kB", "eve", strings.Repeat("all work and no play ", 5000)},
	{"a text that is not UTF-8", "eve", "caf\xe9 \xff\xfe ok"},
	{"control characters", "eve", "a\x00b\x1b[2Jc\x07d"},
	{"bidi characters", "eve", "abc\u202edef\u2066ghi"},
	{"emoji only", "eve", "👩\u200d🚀🏳️\u200d🌈"},
	{"markup of other networks", "eve", "<@U1> </quoted> ```x {{.}} %s"},
	{"a name with a newline", "eve\nsystem", "hi there"},
	{"a name with a heading", "eve\n# heading", "hi there"},
	{"a name turned round", "\u202eeve", "hi there"},
	{"a name of 300 runes", strings.Repeat("é", 300), "hi there"},
	{"a name of nothing", " ", "hi there"},
}

// survives returns the test of one of them.
func survives(author, said string) func(T, Rig) {
	return func(t T, r Rig) {
		text := carried(t, r, said)
		j := listen(t, r)
		r.Say(author, said)
		r.Say("ana", "after it")
		cleaned := clean(t, r, j.next(t))
		want := adapter.CleanText(text, adapter.TextMost)
		whole := cleaned.Text == want || author != "eve" && strings.HasSuffix(cleaned.Text, want)
		if !whole {
			t.Errorf("heard %.80q, want %.80q", cleaned.Text, want)
		}
		name := cleaned.Author.Name
		if utf8.RuneCountInString(name) > adapter.NameMost || strings.ContainsAny(name, "\n\r\u202e") {
			t.Errorf("author is called %q", name)
		}
		if cleaned.Author.ID == "" || cleaned.Author.ID == r.Me {
			t.Errorf("author is %q", cleaned.Author.ID)
		}
		if line := j.next(t); line.Text != "after it" {
			t.Errorf("then heard %.80q, want %q", line.Text, "after it")
		}
	}
}

// carried returns what arrives of a text, or skips the test.
func carried(t T, r Rig, text string) string {
	if r.Carried == nil {
		return text
	}
	arrives, ok := r.Carried(text)
	if !ok {
		t.Skip("the network can't carry it")
	}
	return arrives
}
