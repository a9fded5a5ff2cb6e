package split

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEnd(t *testing.T) {
	for _, tt := range []struct{ what, text, want string }{
		{"nothing is nothing", "", ""},
		{"half a word is nothing", "Lepidop", ""},
		{"a sentence's end is the best", "Moths fly by night. Most of th", "Moths fly by night."},
		{"the text may have ended with one", "Moths fly by night.", "Moths fly by night."},
		{"with what closes behind it", `"Moths fly by night!" (They do.) And so d`, `"Moths fly by night!" (They do.)`},
		{"a sentence in the first half is too far back", "Well. The moths that come to the lamp are the ones which never lear", "Well. The moths that come to the lamp are the ones which never…"},
		{"without one half a word goes", "the moths that come to the la", "the moths that come to the…"},
		{"and what stood between words", "the moths, the lamps, th", "the moths, the lamps…"},
		{"a whole line will do", "Moths fly by night.\nMost of th", "Moths fly by night."},
		{"if it is no sentence it shows", "- a hawk moth\n- a goat moth\n- an emp", "- a hawk moth\n- a goat moth\n…"},
		{"a number before an item is no sentence", "What to do:\n1. Light the lamp\n2. Wa", "What to do:\n1. Light the lamp\n…"},
		{"a number may be half of one", "They are rare. The biggest one is worth 3.", "They are rare. The biggest one is worth…"},
		{"a year ends a sentence that others follow", "It was found in 1912. The next one was n", "It was found in 1912."},
		{"an abbreviation goes on in small letters", "Some moths, e.g. the hawk mo", "Some moths, e.g. the hawk…"},
		{"a dot in a name ends nothing", "The page is example.org and it has moths on i", "The page is example.org and it has moths on…"},
		{"a fence is closed behind its last line", "So:\n```go\nfirst()\nsecond()\nthi", "So:\n```go\nfirst()\nsecond()\n```\n…"},
		{"also with its closing mark cut", "```\nfirst()\n``", "```\nfirst()\n```\n…"},
		{"a fence of which nothing came goes", "It goes like this.\n```go\nfir", "It goes like this."},
		{"or half a line of it", "It goes like this.\n```g", "It goes like this."},
		{"a fence that is closed is an end", "So:\n```go\nfirst()\n```", "So:\n```go\nfirst()\n```"},
		{"also with a line behind it", "So:\n```go\nfirst()\n```\nTha", "So:\n```go\nfirst()\n```"},
		{"half a link goes", "the book is [the book of moths](https://example.or", "the book is…"},
		{"half a label", "the book is [the book of mo", "the book is…"},
		{"a bare link may be half of one", "the book is https://example.or", "the book is…"},
		{"a whole link stays", "read [the book of moths](https://example.org) and th", "read [the book of moths](https://example.org) and…"},
		{"also at the end", "now read [the book of moths](x)", "now read [the book of moths](x)…"},
		{"half a mention goes", "that one is for <@1234", "that one is for…"},
		{"half a tag", "the moths are here <b", "the moths are here…"},
		{"what is less than something stays", "a moth has < 5 cm and more th", "a moth has < 5 cm and more…"},
		{"half of inline code goes", "then you run `go te", "then you run…"},
		{"emphasis is closed", "the moth is **very big and ra", "the moth is **very big and…**"},
		{"emphasis in emphasis, too", "*waves at ~~the mo", "*waves at ~~the…~~*"},
		{"also behind a sentence", "**Moths fly by night. Most o", "**Moths fly by night.**"},
		{"what is closed stays so", "the moth is **big** and ra", "the moth is **big** and…"},
		{"a name with underscores is no emphasis", "it calls moth_lamp and the oth", "it calls moth_lamp and the…"},
		{"a bullet is none, either", "* a hawk moth is a", "* a hawk moth is…"},
		{"a spoiler stays one", "it is ||the butler who di", "it is ||the butler who…||"},
		{"where words have no spaces, between two letters", "月亮升起来了飞蛾围着灯打", "月亮升起来了飞蛾围着灯打…"},
		{"sentences have none behind them", "月亮升起来了。飞蛾", "月亮升起来了。"},
		{"half a character goes", "the moths are here \ufffd", "the moths are here…"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := End(tt.text); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// FuzzEnd: whatever broke off, what is left has no half character and no open
// fence, and is the text's own beginning but for what closes it.
func FuzzEnd(f *testing.F) {
	for _, text := range []string{"Moths fly. Th", "```go\na\nb", "a **b `c [d](e <f", "1. 2. 3", "月亮。飞", "||a\n~~~\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			t.Skip()
		}
		got := End(text)
		if !utf8.ValidString(got) {
			t.Errorf("%q became %q, which is no UTF-8", text, got)
		}
		open := fence{}
		for line := range strings.SplitSeq(got, "\n") {
			open = open.after(line)
		}
		if open.mark != "" {
			t.Errorf("%q became %q, with a fence open", text, got)
		}
		if own := strings.TrimRight(got, "…*_~|`\n"); !strings.HasPrefix(text, own) {
			t.Errorf("%q became %q, which it doesn't begin with", text, got)
		}
	})
}
