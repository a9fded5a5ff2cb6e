package adapter

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"familiar/messages"
)

func TestCleanName(t *testing.T) {
	for _, tt := range []struct{ story, in, want string }{
		{"a plain name stays", "Ana Bell", "Ana Bell"},
		{"an empty name stays empty", "", ""},
		{"a newline becomes a space", "eve\n# heading", "eve # heading"},
		{"so does a run of unicode white space", "eve \u2028\t\u00a0x ", "eve x"},
		{"control characters go", "a\x00b\x1b[31mc\x7f", "ab[31mc"},
		{"bidi characters go", "\u202eanA\u202c\u2066x\u2069\u200f", "anAx"},
		{"a joined emoji stays whole", "👩\u200d🚀", "👩\u200d🚀"},
		{"other bytes are replaced", "a\xffb", "a\uFFFDb"},
		{"a long name is cut", strings.Repeat("é", 70), strings.Repeat("é", 64)},
		{"it does not end in a space", strings.Repeat("é", 63) + " x", strings.Repeat("é", 63)},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := CleanName(tt.in, 64); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestCleanText(t *testing.T) {
	for _, tt := range []struct{ story, in, want string }{
		{"what fits stays", "12345678", "12345678"},
		{"more is cut", "123456789", "12345678"},
		{"before a rune it would split", "1234567é", "1234567"},
		{"after a rune that fits", "123456éx", "123456é"},
		{"other bytes are replaced", "a\xff\xfeb", "a\uFFFDb"},
		{"and never make it too long", "1234567\xff", "1234567"},
		{"control characters go", "a\x00\x1b[\x07b\x7f", "a[b"},
		{"so do those of eight bits", "a\u009bb", "ab"},
		{"tabs and breaks stay", "a\tb\nc", "a\tb\nc"},
		{"every break is one", "a\r\nb\rc\fd", "a\nb\nc\nd"},
		{"they don't count towards the limit", "\x00\x00\x00\x0012345678", "12345678"},
		{"beside other bytes", "\x00a\xff\xfe", "a\uFFFD"},
		{"only continuation bytes", strings.Repeat("\x80", 20), "\uFFFD"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			if got := CleanText(tt.in, 8); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestClean(t *testing.T) {
	line := func(change func(*messages.Line)) messages.Event {
		l := &messages.Line{ID: "1", Channel: "n//c", Account: "acc", Author: messages.Author{ID: "u", Name: "Ana"}, Text: "hi"}
		change(l)
		return messages.Heard{Line: l}
	}
	for _, tt := range []struct {
		story string
		in    messages.Event
		want  messages.Event // nil: refused
	}{
		{"a proper line passes", line(func(*messages.Line) {}), line(func(*messages.Line) {})},
		{"what is missing is filled in", line(func(l *messages.Line) { l.Channel, l.Account = "", "" }), line(func(*messages.Line) {})},
		{
			"a name is cleaned, an id is not", line(func(l *messages.Line) { l.Author = messages.Author{ID: "a\nb\u202e", Name: "a\nb\u202e"} }),
			line(func(l *messages.Line) { l.Author = messages.Author{ID: "a\nb\u202e", Name: "a b"} }),
		},
		{
			"text is cut", line(func(l *messages.Line) { l.Text = strings.Repeat("x", 100_000) }),
			line(func(l *messages.Line) { l.Text = strings.Repeat("x", 16<<10) }),
		},
		{
			"a text's control characters go", line(func(l *messages.Line) { l.Text = "Ar\x00ia\x1b[2J, hi" }),
			line(func(l *messages.Line) { l.Text = "Aria[2J, hi" }),
		},
		{
			"lists are cut", line(func(l *messages.Line) { l.Mentions = make([]messages.PersonID, 5000) }),
			line(func(l *messages.Line) { l.Mentions = make([]messages.PersonID, 100) }),
		},
		{
			"names and types of attachments are cleaned",
			line(func(l *messages.Line) {
				l.Attachments = []messages.Attachment{{ID: "a\n", Name: "a\nb"}, {ID: "b", Type: "text/\nplain" + strings.Repeat("x", 1000)}}
			}),
			line(func(l *messages.Line) {
				l.Attachments = []messages.Attachment{{ID: "a\n", Name: "a b"}, {ID: "b", Type: "text/ plain" + strings.Repeat("x", 149)}}
			}),
		},
		{
			"lines of history are cleaned",
			messages.HistoryFetched{N: 1, Lines: []*messages.Line{{ID: "1", Text: "\xff"}}},
			messages.HistoryFetched{N: 1, Lines: []*messages.Line{{ID: "1", Channel: "n//c", Account: "acc", Text: "\uFFFD"}}},
		},
		{"a deletion passes", messages.Deleted{ID: "1"}, messages.Deleted{ID: "1"}},
		{
			"of a reaction name and emoji are cleaned",
			messages.Reacted{Line: "1", By: messages.Author{ID: "u", Name: "a\nb"}, Emoji: "👍\u202e"},
			messages.Reacted{Line: "1", By: messages.Author{ID: "u", Name: "a b"}, Emoji: "👍"},
		},
		{"that everybody's are gone passes", messages.Reacted{Line: "1", Removed: true}, messages.Reacted{Line: "1", Removed: true}},
		{"a reaction of nobody is refused", messages.Reacted{Line: "1", Emoji: "👍"}, nil},
		{"one of ours is no network's", messages.Reacted{Line: "1", By: messages.Author{ID: "us" + messages.PersonaMark + "aria"}, Emoji: "👍"}, nil},
		{"one of no kind is refused", messages.Reacted{Line: "1", By: messages.Author{ID: "u"}}, nil},
		{"one to no line is refused", messages.Reacted{By: messages.Author{ID: "u"}, Emoji: "👍"}, nil},
		{"a line without id is refused", line(func(l *messages.Line) { l.ID = "" }), nil},
		{"an id that no journal can write is refused", line(func(l *messages.Line) { l.ID = "\xff" }), nil},
		{"an author who could be one of ours is refused", line(func(l *messages.Line) { l.Author.ID = "us" + messages.PersonaMark + "aria" }), nil},
		{"nor does a network know whom a relay brings", line(func(l *messages.Line) { l.Author.ID = messages.RelayedPerson("garden", "bob") }), nil},
		{"who reacts isn't one of them", messages.Reacted{Line: "1", By: messages.Author{ID: messages.RelayedPerson("garden", "bob")}, Emoji: "👍"}, nil},
		{"a line of another channel is refused", line(func(l *messages.Line) { l.Channel = "n//d" }), nil},
		{"an edit without a line is refused", messages.Edited{}, nil},
		{"a deletion of what no journal can write is refused", messages.Deleted{ID: "\xff"}, nil},
		{"a deletion of nothing is refused", messages.Deleted{}, nil},
		{"a command that is no line is refused", messages.Commanded{Command: messages.Quiet}, nil},
		{"no event is refused", nil, nil},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got, err := Clean("n//c", "acc", tt.in)
			if tt.want == nil {
				if !errors.Is(err, ErrRefused) {
					t.Errorf("got %v, %v; want ErrRefused", got, err)
				}
				return
			}
			if err != nil || !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %v, %v; want %v", got, err, tt.want)
			}
		})
	}
}

func TestCleanCopies(t *testing.T) {
	shared := &messages.Line{ID: "1", Text: "\xff", Attachments: []messages.Attachment{{Name: "a\n"}}}
	if _, err := Clean("n//c", "acc", messages.Heard{Line: shared}); err != nil {
		t.Fatal(err)
	}
	if shared.Text != "\xff" || shared.Channel != "" || shared.Attachments[0].Name != "a\n" {
		t.Errorf("the shared line was changed: %+v", shared)
	}
}

func FuzzClean(f *testing.F) {
	f.Add("a\nb", "x\xff")
	f.Add("\u202e\u2066", strings.Repeat("é", 40))
	f.Fuzz(func(t *testing.T, name, text string) {
		name, text = CleanName(name, 8), CleanText(text, 32)
		if utf8.RuneCountInString(name) > 8 || strings.ContainsAny(name, "\n\r\x00\u202e\u2066") || CleanName(name, 8) != name {
			t.Errorf("name %q", name)
		}
		if len(text) > 32 || !utf8.ValidString(text) || CleanText(text, 32) != text {
			t.Errorf("text %q", text)
		}
	})
}

func TestCleanCommand(t *testing.T) {
	got := CleanCommand(messages.Commanded{By: messages.Author{ID: "u", Name: "A\x1b[2Jna\n"}, Command: messages.Say, Text: "hi\x00 there\r\nyou"})
	want := messages.Commanded{By: messages.Author{ID: "u", Name: "A[2Jna"}, Command: messages.Say, Text: "hi there\nyou"}
	if got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}
