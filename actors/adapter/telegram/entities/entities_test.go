package entities

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/actors/adapter/telegram/wire"
	"familiar/messages"
)

// names are people with usernames.
type names map[string][2]string

func (n names) Username(name string) (messages.PersonID, string, bool) {
	known, ok := n[name]
	return messages.PersonID(known[0]), known[1], ok
}

var known = names{"moth_bot": {"7001", "Moth"}, "ana_b": {"11", "Ana"}}

func TestRead(t *testing.T) {
	mention := func(offset, length int) wire.Entity {
		return wire.Entity{Type: "mention", Offset: offset, Length: length}
	}
	for _, tt := range []struct {
		story    string
		text     string
		entities []wire.Entity
		want     string
		people   []messages.PersonID
	}{
		{"nothing marked stays as it is", "a < b & c", nil, "a < b & c", nil},
		{"a username is read as a name", "hi @moth_bot!", []wire.Entity{mention(3, 9)}, "hi @Moth!", []messages.PersonID{"7001"}},
		{"in any case", "@Moth_Bot", []wire.Entity{mention(0, 9)}, "@Moth", []messages.PersonID{"7001"}},
		{"offsets count UTF-16 units", "👋🏽 ü @ana_b ok", []wire.Entity{mention(7, 6)}, "👋🏽 ü @Ana ok", []messages.PersonID{"11"}},
		{"whom nobody knows is somebody else", "@Stranger hi", []wire.Entity{mention(0, 9)}, "@Stranger hi", []messages.PersonID{"@stranger"}},
		{"somebody without a username", "hi Bob", []wire.Entity{{Type: "text_mention", Offset: 3, Length: 3, User: &wire.User{ID: 12}}}, "hi @Bob", []messages.PersonID{"12"}},
		{"a command for us loses the name", "/quiet@moth_bot 30m", []wire.Entity{{Type: "bot_command", Length: 15}}, "/quiet 30m", []messages.PersonID{"7001"}},
		{"a command for another bot keeps it", "/quiet@other_bot", []wire.Entity{{Type: "bot_command", Length: 16}}, "/quiet@other_bot", []messages.PersonID{"@other_bot"}},
		{"a command for everybody calls nobody", "/quiet", []wire.Entity{{Type: "bot_command", Length: 6}}, "/quiet", nil},
		{"a link shows its address", "see here.", []wire.Entity{{Type: "text_link", Offset: 4, Length: 4, URL: "https://example.com/"}}, "see here (https://example.com/).", nil},
		{"code stands in backticks", "run x now", []wire.Entity{{Type: "code", Offset: 4, Length: 1}}, "run `x` now", nil},
		{"a block is fenced", "x := 1", []wire.Entity{{Type: "pre", Length: 6, Language: "go"}}, "```go\nx := 1\n```", nil},
		{"each line of a quotation is marked", "a\nb\nmine", []wire.Entity{{Type: "blockquote", Length: 3}}, "> a\n> b\nmine", nil},
		{"emphasis is left out", "so bold", []wire.Entity{{Type: "bold", Offset: 3, Length: 4}}, "so bold", nil},
		{"the same person twice is one", "@ana_b @ana_b", []wire.Entity{mention(0, 6), mention(7, 6)}, "@Ana @Ana", []messages.PersonID{"11"}},
		{"entities that don't fit are ignored", "👋 hi", []wire.Entity{mention(1, 2), mention(3, 99), mention(-1, 2), mention(2, 0), mention(2, -1)}, "👋 hi", nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got := Read(tt.text, tt.entities, known)
			if want := (Said{tt.want, tt.people}); !reflect.DeepEqual(got, want) {
				t.Errorf("got %+v, want %+v", got, want)
			}
		})
	}
}

func TestWrite(t *testing.T) {
	people := []messages.Mention{{Name: "Ana", ID: "11"}, {Name: "the garden", ID: "-1001"}, {Name: "stranger", ID: "@stranger"}}
	for _, tt := range []struct {
		story string
		text  string
		want  string // the text, and what each entity marks
	}{
		{"plain text needs nothing", "a < b & c_d_e *", "a < b & c_d_e *"},
		{"bold, italic, struck", "**b** *i* _j_ ~~s~~", "b i j s|bold:b|italic:i|italic:j|strikethrough:s"},
		{"one inside the other", "**a *b* c**", "**a b c**|italic:b"},
		{"italic in bold", "**a _b_ c**", "a b c|bold:a b c|italic:b"},
		{"a star between digits is one", "2*3*4", "2*3*4"},
		{"snake case is none", "snake_case_name", "snake_case_name"},
		{"a heading is bold", "# **Title** #\ntext", "Title\ntext|bold:Title"},
		{"a link", "see [the page](https://example.com/a_b_c).", "see the page.|text_link:the page"},
		{"code keeps its markup", "run `**x** @ana_b`", "run **x** @ana_b|code:**x** @ana_b"},
		{"a block", "so:\n```go\nx := \"*\"\n```\nok", "so:\nx := \"*\"\nok|pre:x := \"*\""},
		{"a block that never ends", "```\nabc", "abc|pre:abc"},
		{"nothing in backticks stays", "``` ```", "``` ```"},
		{"offsets count UTF-16 units", "👋🏽 **ü👋** @Ana", "👋🏽 ü👋 @Ana|bold:ü👋|text_mention:@Ana"},
		{"who may be called is", "@Ana, @ana and @Anabel", "@Ana, @ana and @\u2060Anabel|text_mention:@Ana|text_mention:@ana"},
		{"a mention in bold", "**@Ana**", "@Ana|bold:@Ana|text_mention:@Ana"},
		{"a chat can't be called, nor a name without a number", "@the garden @stranger", "@\u2060the garden @\u2060stranger"},
		{"nobody else is called", "@everyone @moth_bot", "@\u2060everyone @\u2060moth_bot"},
		{"an address is no mention", "me@example.com, @ and @ü", "me@example.com, @ and @ü"},
		{"emphasis doesn't make one", "**a**@moth_bot", "a@moth_bot|bold:a"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			text, marks := Write(tt.text, people)
			if got := drawn(t, text, marks); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	full := strings.Repeat("@abc ", 820)[:textMost-1] // no room for the joiners of all
	text, _ := Write(full, nil)
	if units(text) > textMost || strings.Contains(text, "@abc") {
		t.Errorf("a full message has %d units, or calls somebody: %.60q", units(text), text)
	}
}

// drawn returns a text and what each entity marks of it.
func drawn(t *testing.T, text string, marks []wire.Entity) string {
	t.Helper()
	all := text
	places := ruler{text: text}
	for _, e := range marks {
		from, a := places.byteAt(e.Offset)
		to, b := places.byteAt(e.Offset + e.Length)
		if !a || !b || from >= to {
			t.Fatalf("%+v marks nothing of %q", e, text)
		}
		all += fmt.Sprintf("|%s:%s", e.Type, text[from:to])
	}
	return all
}

// FuzzRead: whatever the entities say, the words of the text stay, in order.
func FuzzRead(f *testing.F) {
	f.Add("hi @moth_bot 👋🏽", "mention", 3, 9, "https://example.com", 0, 2)
	f.Add("a\nb", "blockquote", 0, 3, "", 1, 1)
	f.Fuzz(func(t *testing.T, text, kind string, offset, length int, address string, other, long int) {
		if !utf8.ValidString(text) {
			t.Skip()
		}
		said := Read(text, []wire.Entity{
			{Type: kind, Offset: offset, Length: length, URL: address},
			{Type: "code", Offset: other, Length: long},
			{Type: "blockquote", Offset: other, Length: length},
			{Type: "bold", Offset: offset, Length: long},
		}, names{})
		if utf8.ValidString(address) && !utf8.ValidString(said.Text) {
			t.Fatalf("%q is cut inside a character", said.Text)
		}
		at := 0
		for _, r := range said.Text { // the text is what is left when something is taken out
			if at < len(text) && strings.HasPrefix(text[at:], string(r)) {
				at += utf8.RuneLen(r)
			}
		}
		if kind != "mention" && kind != "bot_command" && at < len(text) {
			t.Fatalf("%q became %q", text, said.Text)
		}
	})
}

// FuzzWrite: Telegram takes what is written of a message that fits.
func FuzzWrite(f *testing.F) {
	f.Add("**b** *i* `c` [l](https://e.org) @Ana @bob ```x\ny```")
	f.Add("# h\n***a*** ~~b~~ 👋🏽@a_b_c")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || units(text) > textMost {
			t.Skip()
		}
		shown, marks := Write(text, []messages.Mention{{Name: "Ana", ID: "11"}})
		if units(shown) > textMost || len(marks) > entitiesMost {
			t.Fatalf("%d units and %d entities", units(shown), len(marks))
		}
		drawn(t, shown, marks)
	})
}
