package irc

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"familiar/actors/adapter"
	"familiar/messages"
)

func TestRender(t *testing.T) {
	bob, eve := messages.Mention{Name: "bob", ID: "bob"}, messages.Mention{Name: "Eve", ID: "login:evelyn"}
	for _, tt := range []struct {
		story string
		post  messages.Post
		want  []string
	}{
		{"a text", messages.Post{Text: "hello"}, []string{"hello"}},
		{"lines, blank ones left out", messages.Post{Text: "a\r\n\r\n  \n b\rc\n"}, []string{"a", " b", "c"}},
		{"somebody is called", messages.Post{Text: "@bob hello", Mentions: []messages.Mention{bob}}, []string{"bob: hello"}},
		{"with a colon already", messages.Post{Text: "@bob: hello", Mentions: []messages.Mention{bob}}, []string{"bob: hello"}},
		{"with a comma", messages.Post{Text: "@bob, hello", Mentions: []messages.Mention{bob}}, []string{"bob: hello"}},
		{"and nothing said", messages.Post{Text: "@bob", Mentions: []messages.Mention{bob}}, []string{"bob:"}},
		{"elsewhere it is plain", messages.Post{Text: "ask @Eve or @bob.", Mentions: []messages.Mention{bob, eve}}, []string{"ask Eve or bob."}},
		{"who isn't to be called keeps the mark", messages.Post{Text: "@everyone @here @eve", Mentions: []messages.Mention{bob}}, []string{"@everyone @here @eve"}},
		{"nor is who has a longer name", messages.Post{Text: "ask @bobby", Mentions: []messages.Mention{bob}}, []string{"ask @bobby"}},
		{"who is renamed is called as now", messages.Post{Text: "@evie hi", Mentions: []messages.Mention{{Name: "evie", ID: "login:evelyn"}}}, []string{"Eve: hi"}},
		{
			"a reply names whom it answers",
			messages.Post{Text: "yes", ReplyTo: "1", Quoting: messages.Quoted{Author: messages.Author{ID: "bob", Name: "bob"}}},
			[]string{"bob: yes"},
		},
		{
			"unless the text does",
			messages.Post{Text: "yes @bob", ReplyTo: "1", Mentions: []messages.Mention{bob}, Quoting: messages.Quoted{Author: messages.Author{ID: "bob", Name: "bob"}}},
			[]string{"yes bob"},
		},
		{
			"nobody answers himself",
			messages.Post{Text: "also", ReplyTo: "1", Quoting: messages.Quoted{Own: true, Author: messages.Author{ID: "account:felix", Name: "Felix"}}},
			[]string{"also"},
		},
		{"whom it is by stands first", messages.Post{As: "Aria", Text: "hello"}, []string{"<Aria> hello"}},
		{"before whom it calls", messages.Post{As: "Aria", Text: "@bob hello", Mentions: []messages.Mention{bob}}, []string{"<Aria> bob: hello"}},
		{"a command is text", messages.Post{Text: "hi\r\nQUIT :x\x00\nPRIVMSG #bees :y"}, []string{"hi", "QUIT :x", "PRIVMSG #bees :y"}},
		{"so is a request", messages.Post{Text: "\x01DCC SEND x\x01 \x02bold\x03"}, []string{"DCC SEND x bold"}},
		{"a name can't smuggle one in", messages.Post{Text: "@a\nb hi", Mentions: []messages.Mention{{Name: "a\nb", ID: "x"}}}, []string{"a_b: hi"}},
		{"what is not UTF-8 is mended", messages.Post{Text: "caf\xe9"}, []string{"caf\uFFFD"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			got, err := inDen(t).render(tt.post, "#moths", false, 20)
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("got %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestRenderTooMuch(t *testing.T) {
	l := inDen(t)
	got, err := l.render(messages.Post{Text: strings.Repeat("a moth\n", 30)}, "#moths", false, 20)
	if want := strings.TrimSpace(strings.Repeat("a moth ", 30)); err != nil || len(got) != 1 || got[0] != want {
		t.Errorf("thirty lines: got %q, %v, want them in one", got, err)
	}
	for _, tt := range []struct{ story, text string }{
		{"more than the server takes", strings.Repeat("x", 10_000)},
		{"nothing", " \n\x02\n"},
	} {
		if got, err := l.render(messages.Post{Text: tt.text}, "#moths", false, 20); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("%s: got %d lines and %v, want ErrGone", tt.story, len(got), err)
		}
	}
	for _, most := range []int{24, 11} { // by default, and with the least burst and the longest pause there may be
		if got, err := l.render(messages.Post{Text: strings.Repeat("word ", 800)}, "#moths", false, most); err != nil || len(got) > most {
			t.Errorf("4000 bytes in %d lines: got %d lines and %v", most, len(got), err)
		}
	}
}

// FuzzRender: whatever a model writes, every line is one PRIVMSG that others
// get whole, and no word is lost.
func FuzzRender(f *testing.F) {
	f.Add("hello\nworld", "bob")
	f.Add("@bob "+strings.Repeat("é", 900), "bob")
	f.Add("a\r\nQUIT\x00\x01\x04ff0000", "a\rb")
	f.Add(strings.Repeat("word ", 300), "")
	f.Fuzz(func(t *testing.T, text, name string) {
		l := inDen(t)
		post := messages.Post{Text: text, Mentions: []messages.Mention{{Name: name, ID: "bob"}}}
		lines, err := l.render(post, "#moths", false, 1000)
		if err != nil {
			return
		}
		for _, line := range lines {
			if whole := ":Felix!" + strings.Repeat("h", hostMost) + " PRIVMSG #moths :" + line + "\r\n"; len(whole) > lineMost {
				t.Errorf("%d bytes: %q", len(whole), line)
			}
			if !utf8.ValidString(line) || strings.TrimSpace(line) == "" || strings.ContainsFunc(line, func(r rune) bool { return unicode.IsControl(r) && r != '\t' }) {
				t.Errorf("line %q", line)
			}
		}
		if strings.Contains(text, "@") {
			return // who is called is written otherwise
		}
		if got, want := letters(strings.Join(lines, "")), letters(fillText(text)); got != want {
			t.Errorf("said %q, want %q", got, want)
		}
	})
}

// letters leaves out white space.
func letters(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
}

// fillText returns what of a text can be said at all.
func fillText(text string) string {
	var b strings.Builder
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == '\n' || r == '\r' }) {
		b.WriteString(plain(line))
	}
	return b.String()
}
