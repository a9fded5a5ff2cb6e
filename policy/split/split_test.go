package split

import (
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestText(t *testing.T) {
	for _, tt := range []struct {
		what  string
		limit int
		text  string
		want  []string
	}{
		{"without a limit it is one part", 0, strings.Repeat("ab ", 99), []string{strings.Repeat("ab ", 99)}},
		{"what fits is one part", 20, "twenty letters, just", []string{"twenty letters, just"}},
		{"a blank line is the best place", 30, "one two three.\n\nfour five. six seven", []string{"one two three.\n\n", "four five. six seven"}},
		{"then a line", 30, "one two three. four\nfive six. seven eight", []string{"one two three. four\n", "five six. seven eight"}},
		{"then a sentence", 30, "one two three four. five six seven", []string{"one two three four. ", "five six seven"}},
		{"then a word", 20, "one two three four five", []string{"one two three four ", "five"}},
		{"then any character", 16, "abcdefghijklmnopqrst", []string{"abcdefghijklmnop", "qrst"}},
		{"a place in the first half wins only over a torn word", 20, "a. bcdefghijklmnopqrstuvwxyz", []string{"a. ", "bcdefghijklmnopqrstu", "vwxyz"}},
		{"a link stays whole", 30, "have a look https://example.org/moths", []string{"have a look ", "https://example.org/moths"}},
		{"so does a link with a label", 30, "read this [the book of moths](x)", []string{"read this ", "[the book of moths](x)"}},
		{"and a mention", 20, "ask our good <@1234567890> then", []string{"ask our good ", "<@1234567890> then"}},
		{"and code in a line", 20, "now run `go test ./...` again", []string{"now run ", "`go test ./...` ", "again"}},
		{"a link longer than a part is torn", 16, "https://example.org/moths", []string{"https://example.", "org/moths"}},
		{"an emoji of several code points stays whole", 16, "abcdefghijklmno👩\u200d🚀 there", []string{"abcdefghijklmno", "👩\u200d🚀 there"}},
		{
			"a fence is closed and opened again", 30, "```go\nfirst()\nsecond()\nthird()\n```\nthat's all",
			[]string{"```go\nfirst()\nsecond()\n```", "```go\nthird()\n```\nthat's all"},
		},
		{"text before a fence stays out of it", 24, "this is how it goes:\n```\nx := 1\n```\n", []string{"this is how it goes:\n", "```\nx := 1\n```\n"}},
		{"a fence with an endless language is no fence", 16, "```" + strings.Repeat("x", 20), []string{"```xxxxxxxxxxxxx", "xxxxxxx"}},
		{"where sentences have no spaces", 16, "月亮升起来了。飞蛾围着灯打转。我们看着它们。", []string{"月亮升起来了。飞蛾围着灯打转。", "我们看着它们。"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got := Text(tt.text, Limit{Max: tt.limit}); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestLen(t *testing.T) {
	for _, tt := range []struct {
		what                string
		text                string
		runes, utf16, bytes int
	}{
		{"letters", "moth", 4, 4, 4},
		{"an accent", "é", 1, 1, 2},
		{"an emoji", "🦋", 1, 2, 4},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if r, u, b := Runes.Len(tt.text), UTF16.Len(tt.text), Bytes.Len(tt.text); r != tt.runes || u != tt.utf16 || b != tt.bytes {
				t.Errorf("%d runes, %d units, %d bytes", r, u, b)
			}
		})
	}
}

// FuzzText: the parts are the text and the fences added, none is too long,
// none is empty, none tears a rune, and each has closed what it opened.
func FuzzText(f *testing.F) {
	f.Add("```go\nfirst()\nsecond()\n```\nthat's all", 20, byte(0))
	f.Add("👩\u200d🚀 look https://example.org/x [a](b) `code` <@1>", 16, byte(1))
	f.Add("~~~\n```\n\n\n~~~~\nx", 17, byte(2))
	f.Add("\x80\xff```\n", 1, byte(2))
	f.Fuzz(func(t *testing.T, text string, limit int, unit byte) {
		l := Limit{Max: max(limit%200, least), Unit: Unit(unit % 3)}
		parts := Text(text, l)
		if l.Unit.Len(text) <= l.Max {
			if len(parts) != 1 || parts[0] != text {
				t.Fatalf("it fits: %q", parts)
			}
			return
		}
		begin, open := 0, fence{}
		for i, end := range append(ends(text, l), place{at: len(text)}) {
			own := text[begin:end.at]
			part := open.head() + own
			if end.open.mark != "" {
				part += end.open.tail(part)
			}
			switch {
			case own == "":
				t.Fatalf("part %d says nothing: %q", i, parts)
			case parts[i] != part:
				t.Fatalf("part %d is %q, want %q", i, parts[i], part)
			case l.Unit.Len(part) > l.Max:
				t.Fatalf("part %d has %d of %d: %q", i, l.Unit.Len(part), l.Max, part)
			case utf8.ValidString(text) && !utf8.ValidString(part):
				t.Fatalf("part %d tears a rune: %q", i, part)
			}
			if left := openAfter(part, l); i < len(parts)-1 && left.mark != "" {
				t.Fatalf("part %d leaves %+v open: %q", i, left, parts)
			}
			begin, open = end.at, end.open
		}
	})
}

// openAfter reads a part by itself.
func openAfter(part string, l Limit) fence {
	var open fence
	for line := range strings.Lines(part) {
		if open = open.after(line); !open.fits(l) {
			open = fence{}
		}
	}
	return open
}

func BenchmarkText(b *testing.B) {
	text := strings.Repeat("A moth flew by, and nobody looked up. See https://example.org/moths for `more`.\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Text(text, Limit{Max: 2000})
	}
}
