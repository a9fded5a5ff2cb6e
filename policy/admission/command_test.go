package admission

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"familiar/messages"
)

// two familiars: Aria by account a, whose name is that of nobody else, and
// Aria Bell by account b.
func two() []Ear {
	return []Ear{Listen("a", "U1", "Aria", "小明"), Listen("b", "U2", "Aria Bell", "Zed")}
}

func TestRead(t *testing.T) {
	c := Default()
	c.Phrases = map[string][]string{"quiet": {"Ruhe, bitte"}, "alone": {"Lass mich in Ruhe"}}
	for _, tt := range []struct{ what, text, want string }{
		{"a slash is for everybody", "/stop", "stop [0 1]"},
		{"in any letters, with blanks around", "  /STOP ", "stop [0 1]"},
		{"not in the middle of a line", "hey /stop", "-"},
		{"not in what is quoted", "> /stop", "-"},
		{"not in what is quoted with a mention", "> @Aria stop\nhm", "-"},
		{"another word is talk", "/shrug", "-"},
		{"so is a path", "/stop/now", "-"},
		{"one can be told by her name", "/stop Aria", "stop [0]"},
		{"the longest name counts", "/stop Aria Bell", "stop [1]"},
		{"a name ends at a word's end", "/stop Arial", "stop [0 1] rest Arial"},
		{"as bots are called in some networks", "/stop@Zed", "stop [1]"},
		{"by an id there, too", "/stop@u2", "stop [1]"},
		{"another bot's command is talk", "/stop@otherbot", "-"},
		{"a mention isn't its end", "/stop@", "-"},
		{"quiet without an end", "/quiet", "quiet [0 1]"},
		{"quiet for a while", "/quiet 30m", "quiet [0 1] for 30m0s rest 30m"},
		{"one is quiet for a while", "/quiet zed for an hour", "quiet [1] for 1h0m0s rest for an hour"},
		{"a name in another script", "/quiet 小明 2h", "quiet [0] for 2h0m0s rest 2h"},
		{"quiet that makes no sense is answered", "/quiet banana", "quiet [0 1] rest banana unclear"},
		{"quiet for no time makes none", "/quiet 0m", "quiet [0 1] rest 0m unclear"},
		{"quiet can be switched off", "/quiet off", "resume [0 1] rest off"},
		{"or ended", "/resume", "resume [0 1]"},
		{"what is to be said keeps its letters", "/say Aria: Good Morning\nAll", "say [0] rest Good Morning\nAll"},
		{"nothing to say", "/say", "say [0 1] unclear"},
		{"nobody to forget", "/forget", "forget [0 1] unclear"},
		{"somebody to forget", "/forget web/U7", "forget [0 1] rest web/U7"},
		{"what only the operator's side does is no command here", "/clear", "-"},

		{"a mention and a word", "@Aria quiet", "quiet [0]"},
		{"with politeness and a stop", "@aria, please be quiet.", "quiet [0]"},
		{"for a while", "@Aria quiet for an hour", "quiet [0] for 1h0m0s rest for an hour"},
		{"a phrase has to be the whole line", "@Aria quiet people are nice", "-"},
		{"and not the beginning of a word", "@Aria quietly", "-"},
		{"a question is no command", "@Aria stop?", "-"},
		{"nobody asks why as a command", "@Aria why", "-"},
		{"a mention as discord writes it", "<@U2> stop", "stop [1]"},
		{"and used to", "<@!U1> stop", "stop [0]"},
		{"and as slack does", "<@U1|aria>: step back", "disengage [0]"},
		{"two are told at once", "@Aria @Zed hush", "quiet [0 1]"},
		{"with somebody else it is talk", "@Aria @Bob hush", "-"},
		{"somebody else's mention is", "<@U9> stop", "-"},
		{"an open bracket is", "<@U1 stop", "-"},
		{"a mention alone is", "@Aria", "-"},
		{"a name without a sign is", "Aria stop", "-"},
		{"a phrase of the configuration", "@Aria ruhe, bitte!", "quiet [0]"},
		{"with a while behind it", "@Aria Ruhe,  bitte 20 min", "quiet [0] for 20m0s rest 20 min"},
		{"leave me alone, with a curly apostrophe", "@Zed don’t talk to me", "alone [1]"},
		{"and the end of it", "@Zed you may talk to me again.", "again [1]"},
		{"without a mention it is talk", "leave me alone", "-"},
		{"a phrase drawn out beyond its length is", "@Aria be" + strings.Repeat(" ", 80) + "quiet", "-"},
		{"nothing is", "", "-"},
		{"a slash is", "/", "-"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			l := &messages.Line{Text: tt.text, Author: messages.Author{ID: "ana"}}
			if got := show(c.Read(l, two())); got != tt.want {
				t.Errorf("%q is %s, want %s", tt.text, got, tt.want)
			}
			for what, unheeded := range map[string]*messages.Line{
				"of a bot":      {Text: tt.text, Author: messages.Author{ID: "b", Bot: true}},
				"fetched later": {Text: tt.text, Author: messages.Author{ID: "ana"}, Backfilled: true},
			} {
				if got := show(c.Read(unheeded, two())); got != "-" {
					t.Errorf("%q %s is %s, want talk", tt.text, what, got)
				}
			}
		})
	}
}

func show(o Order, ok bool) string {
	if !ok {
		return "-"
	}
	var to []int
	for i := range 32 {
		if o.To&(1<<i) != 0 {
			to = append(to, i)
		}
	}
	s := fmt.Sprint(o.Command, " ", to)
	if o.For > 0 {
		s += fmt.Sprint(" for ", o.For)
	}
	if o.Rest != "" {
		s += " rest " + o.Rest
	}
	if o.Unclear {
		s += " unclear"
	}
	return s
}

func TestReadAlone(t *testing.T) {
	c := Default()
	c.Phrases = map[string][]string{"alone": {"Lass mich in Ruhe"}}
	ana := messages.Author{ID: "ana"}
	for _, tt := range []struct {
		what string
		line messages.Line
		want string
	}{
		{"in a reply to one", messages.Line{Text: "leave me alone!", ReplyTo: messages.Reply{ID: "7", Author: "U2"}}, "alone [1]"},
		{"in a reply to somebody else it is talk", messages.Line{Text: "leave me alone!", ReplyTo: messages.Reply{ID: "7", Author: "bo"}}, "-"},
		{"in a direct message to an account", messages.Line{Text: "Please leave me alone", DM: true, Account: "a"}, "alone [0]"},
		{"in one that all heard", messages.Line{Text: "you may talk to me again", DM: true}, "again [0 1]"},
		{"in another language", messages.Line{Text: "lass mich in ruhe.", DM: true, Account: "b"}, "alone [1]"},
		{"no other command goes without a slash or mention", messages.Line{Text: "stop", DM: true, Account: "a"}, "-"},
		{"eighty bytes are the longest", messages.Line{Text: "leave" + strings.Repeat(" ", 67) + "me alone", DM: true}, "alone [0 1]"},
		{"more are talk", messages.Line{Text: "leave" + strings.Repeat(" ", 68) + "me alone", DM: true}, "-"},
		{"within a longer text it is talk", messages.Line{Text: "they said leave me alone", DM: true}, "-"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			tt.line.Author = ana
			if got := show(c.Read(&tt.line, two())); got != tt.want {
				t.Errorf("%q is %s, want %s", tt.line.Text, got, tt.want)
			}
		})
	}
}

func TestDuration(t *testing.T) {
	for _, tt := range []struct {
		what, text string
		want       time.Duration // 0: not understood
	}{
		{"minutes", "30m", 30 * time.Minute},
		{"a bare number is minutes", "45", 45 * time.Minute},
		{"two units in a word", "1h30m", 90 * time.Minute},
		{"two words", "2 hours", 2 * time.Hour},
		{"with for", "for 90 sec", 90 * time.Second},
		{"an hour", "for an hour", time.Hour},
		{"a week", "a week", 7 * day},
		{"half an hour", "for half an hour", 30 * time.Minute},
		{"with and", "an hour and 15 minutes", 75 * time.Minute},
		{"three words, two of them packed", "1d 2h30m", day + 150*time.Minute},
		{"too long is cut", "9999999999999999999 weeks", longest},
		{"so is too much together", "300d 300d", longest},
		{"nothing", "", 0},
		{"only for", "for", 0},
		{"no time at all", "0h", 0},
		{"a unit nobody knows", "3 moons", 0},
		{"no unit in a longer text", "3 5", 0},
		{"a letter for a number", "a", 0},
		{"a fraction", "1.5h", 0},
		{"less than none", "-5m", 0},
		{"nothing to add", "and 5m", 0},
		{"and nothing", "5m and", 0},
		{"half a minute isn't said so", "half an minute", 0},
	} {
		t.Run(tt.what, func(t *testing.T) {
			got, ok := duration(tt.text)
			if !ok {
				got = 0
			}
			if got != tt.want || ok != (tt.want > 0) {
				t.Errorf("%q is %v, %v; want %v", tt.text, got, ok, tt.want)
			}
		})
	}
}

// TestAnyLine: whatever is said, an order is a known command for seats that
// are there, with a duration only where one was understood.
func TestAnyLine(t *testing.T) {
	c := Default()
	ears := two()
	word := rapid.SampledFrom([]string{
		"/quiet", "/stop", "@", "@Aria", "<@U1>", "<@!U2|x>", "<@", "quiet", "for", "an", "hour", "30", "99999999999h", "leave me alone",
		"please", "İ", "ς", "\xff", "?", ",", ":", ">", "/say", "@zed", "\n",
	})
	rapid.Check(t, func(t *rapid.T) {
		text := ""
		for range rapid.IntRange(0, 6).Draw(t, "words") {
			text += word.Draw(t, "word") + rapid.SampledFrom([]string{" ", "", "\n"}).Draw(t, "blank")
		}
		l := &messages.Line{Text: text + rapid.String().Draw(t, "tail"), Author: messages.Author{ID: "ana"}, DM: rapid.Bool().Draw(t, "dm")}
		o, ok := c.Read(l, ears)
		switch {
		case !ok && o != (Order{}):
			t.Fatalf("%q is talk, and yet %+v", l.Text, o)
		case ok && (o.To == 0 || o.To >= 1<<len(ears) || !isCommand(o.Command)):
			t.Fatalf("%q is for nobody here or no command: %+v", l.Text, o)
		case o.For < 0 || o.For > longest || o.For > 0 && (o.Command != messages.Quiet || o.Unclear):
			t.Fatalf("%q lasts %v: %+v", l.Text, o.For, o)
		}
	})
}

func isCommand(c messages.Command) bool { return known(string(c)) != "" }

func TestCorrection(t *testing.T) {
	ears := []Ear{Listen("aria-irc", "aria", "Aria").Keeping(true)}
	for _, tt := range []struct {
		line string
		n    int
		text string
		ok   bool
	}{
		{"/memory correct 2 I live in Bergen", 2, "I live in Bergen", true},
		{"/memory Correct  1  three cats", 1, "three cats", true},
		{"/memory correct 0 nothing", 0, "nothing", false},
		{"/memory correct -1 nothing", -1, "nothing", false},
		{"/memory correct 99999999999999999999 nothing", 0, "nothing", false},
		{"/memory correct one three cats", 0, "three cats", false},
		{"/memory correct 1", 1, "", false},
		{"/memory correct", 0, "", false},
		{"/memory correction 1 three cats", 1, "three cats", false},
		{"/memory", 0, "", false},
		{"/memory forget", 0, "", false},
	} {
		o, ok := readSlash(tt.line, ears)
		if !ok {
			t.Fatalf("%s is no command", tt.line)
		}
		n, text, ok := o.Correction()
		if ok != tt.ok || ok && (n != tt.n || text != tt.text) {
			t.Errorf("%s: got %d, %q, %v, want %d, %q, %v", tt.line, n, text, ok, tt.n, tt.text, tt.ok)
		}
		if plain := o.Rest == "" || o.Rest == string(Forget); o.Unclear == (tt.ok || plain) {
			t.Errorf("%s: unclear is %v", tt.line, o.Unclear)
		}
	}
}
