package relay

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"familiar/messages"
)

// formOf reads a form that is sound.
func formOf(t testing.TB, text string) (f Form) {
	t.Helper()
	if err := f.UnmarshalText([]byte(text)); err != nil {
		t.Fatal(err)
	}
	return f
}

func TestForms(t *testing.T) {
	long := strings.Repeat("x", 64)
	for _, tt := range []struct {
		story      string
		form, text string
		nicks      bool // names have no blanks
		name, said string
		how        fit
	}{
		{"a line in angle brackets", "<{name}> {text}", "<bob> hello", false, "bob", "hello", person},
		{"a bold name", "**{name}**: {text}", "**Bob the Moth**: hello", false, "Bob the Moth", "hello", person},
		{"the network before it", "[irc] <{name}> {text}", "[irc] <bob> hello", false, "bob", "hello", person},
		{"of another network", "[irc] <{name}> {text}", "[telegram] <bob> hello", false, "", "", unfit},
		{"several lines", "<{name}> {text}", "<bob> one\n<ana> two", false, "bob", "one\n<ana> two", person},
		{"an empty name", "<{name}> {text}", "<> hello", false, "", "", unfit},
		{"a name of blanks", "<{name}> {text}", "<  > hello", false, "", "", unfit},
		{"a name that nobody sees", "<{name}> {text}", "<\u200b\u200b> hello", false, "", "", unfit},
		{"a name that begins with a blank", "<{name}> {text}", "< bob> hello", false, " bob", "hello", person},
		{"who joins", "<{name}> {text}", "bob joined the channel", false, "", "", unfit},
		{"somebody has the end of a name in theirs", "<{name}> {text}", "<ana> hi <x> hello", false, "", "", unclear},
		{"and says only that", "<{name}> {text}", "<ana> > hello", false, "", "", unclear},
		{"somebody points with an arrow", "<{name}> {text}", "<bob> a -> b", false, "", "", unclear},
		{"or has a nick without blanks", "<{name}> {text}", "<bob> a -> b", true, "bob", "a -> b", person},
		{"a bracket in a nick", "<{name}> {text}", "<ana>x> hello", true, "ana>x", "hello", person},
		{"an arrow far behind any name", "<{name}> {text}", "<bob> " + strings.Repeat("moths ", 300) + "-> b", false, "bob", strings.Repeat("moths ", 300) + "-> b", person},
		{"a name of 64 characters", "<{name}> {text}", "<" + long + "> hello", false, long, "hello", person},
		{"a longer one is nobody's that could be told", "<{name}> {text}", "<" + long + "y> hello", false, "", "", unclear},
		{"one of 32 bytes in eight characters", "<{name}> {text}", "<" + strings.Repeat("🦋", 8) + "> hello", false, strings.Repeat("🦋", 8), "hello", person},
		{"one longer than any", "<{name}> {text}", "<" + strings.Repeat("x", 2000) + "> hello", false, "", "", unfit},
		{"a name from right to left", "<{name}> {text}", "<\u202eלילה\u202c> שלום", false, "\u202eלילה\u202c", "שלום", person},
		{"one that pings nobody", "<{name}> {text}", "<b\u200bob> hello", false, "b\u200bob", "hello", person},
		{"no text", "<{name}> {text}", "<bob> ", false, "bob", "", person},
		{"under the person's own name", "{text}", "hello", false, "", "hello", person},
		{"and with something before it", "[irc] {text}", "[irc] hello", false, "", "hello", person},
	} {
		t.Run(tt.story, func(t *testing.T) {
			name, said, how := formOf(t, tt.form).read(tt.text, !tt.nicks, false)
			if how == unclear { // it may be whoever stands first
				name = ""
			}
			if name != tt.name || said != tt.said || how != tt.how {
				t.Errorf("got %q, %q, %d, want %q, %q, %d", name, said, how, tt.name, tt.said, tt.how)
			}
		})
	}
	if name, said, how := formOf(t, "<{name}> {text}").read("<bob>", true, true); name != "bob" || said != "" || how != person {
		t.Errorf("a picture without a word is %q's, %q, %d", name, said, how)
	}
}

func TestFormsThatAreRefused(t *testing.T) {
	for _, text := range []string{"", "{name}", "{text} ({name})", "{text}{text}", "{name}{text}", "<{name}> <{name}> {text}", "\x02{name}: {text}", strings.Repeat("x", 300) + "{text}"} {
		var f Form
		if err := f.UnmarshalText([]byte(text)); err == nil || f != (Form{}) {
			t.Errorf("%q is read as %v", text, f)
		}
	}
	for _, text := range []string{"{text}", "<{name}> {text}", "{name}: {text}"} {
		if got := formOf(t, text).String(); got != text {
			t.Errorf("%q is written %q", text, got)
		}
	}
}

// FuzzForm: whatever a line holds, whoever it is said to be is who the relay may have
// meant and nobody else: what it would write of them is the line.
func FuzzForm(f *testing.F) {
	for _, text := range []string{"<bob> hello", "<ana> hi <x> hello", "<> x", "<\u202eb> x", "<a>\n> x", "**b**: **c**: d", "[irc] <b> c", "\xff<b> c"} {
		for kind := range uint8(4) {
			f.Add(text, kind, true)
			f.Add(text, kind, false)
		}
	}
	forms := []string{"<{name}> {text}", "**{name}**: {text}", "{name}: {text}", "[irc] <{name}> {text}"}
	f.Fuzz(func(t *testing.T, text string, kind uint8, blanks bool) {
		form := formOf(t, forms[int(kind)%len(forms)])
		name, said, how := form.read(text, blanks, false)
		if how != person {
			if how == unfit && name != "" || said != "" {
				t.Fatalf("a line that is nobody's has %q and %q", name, said)
			}
			return
		}
		if form.before+name+form.between+said != text {
			t.Fatalf("%q is taken apart as %q and %q", text, name, said)
		}
		if utf8.RuneCountInString(name) > longestName || shown(name) == "" || strings.ContainsAny(shown(name), "\n\t") {
			t.Fatalf("%q is a name", name)
		}
		if !blanks && strings.ContainsFunc(name, unicode.IsSpace) {
			t.Fatalf("%q is a name without blanks", name)
		}
	})
}

// FuzzForgery: whatever somebody is called and says, what the relay writes of it is
// never taken for somebody else's.
func FuzzForgery(f *testing.F) {
	for _, name := range []string{"ana", "ana> hi <x", "ana> ", " ana", "> ", "<", "ana>", ">ana", "ана", "a\u200bna", "ana> > ", "\u202eana> x\u202c"} {
		for _, says := range []string{"hello", "> hello", "a -> b", "<bob> hi", ""} {
			f.Add(name, says)
		}
	}
	form := formOf(f, "<{name}> {text}")
	f.Fuzz(func(t *testing.T, name, says string) {
		if len(name) > furthest || strings.Contains(name, "\n") {
			return
		}
		line := form.before + name + form.between + says
		if read, _, how := form.read(line, true, false); how == person && read != name {
			t.Fatalf("what %q says, %q, is said to be %q's", name, line, read)
		}
		pictured := strings.TrimRightFunc(form.before+name+form.between, unicode.IsSpace)
		if read, _, how := form.read(pictured, true, true); how == person && read != name {
			t.Fatalf("a picture of %q's, %q, is said to be %q's", name, pictured, read)
		}
		if strings.ContainsFunc(name, unicode.IsSpace) {
			return
		}
		if read, _, how := form.read(line, false, true); how == person && read != name {
			t.Fatalf("where names have no blanks what %q says, %q, is said to be %q's", name, line, read)
		}
	})
}

// FuzzIDs: no two people behind relays have one id, whatever they are called, and none
// has that of somebody on the network.
func FuzzIDs(f *testing.F) {
	f.Add("garden", "bob", "garden", "b%6Fb")
	f.Add("a", "b/c", "a/b", "c")
	f.Add("a", "b:c", "a:b", "c")
	f.Add("a", "\u202eb", "a", "b")
	f.Add("a", "\xff", "a", "\xfe")
	f.Fuzz(func(t *testing.T, relay, name, relayToo, nameToo string) {
		one, other := messages.RelayedPerson(relay, name), messages.RelayedPerson(relayToo, nameToo)
		if (one == other) != (relay == relayToo && name == nameToo) {
			t.Fatalf("%q of %q and %q of %q: %q and %q", name, relay, nameToo, relayToo, one, other)
		}
		if !utf8.ValidString(string(one)) || strings.ContainsFunc(string(one), func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Fatalf("%q has what nobody sees", one)
		}
		if _, err := messages.ParseChannel(messages.ChannelID(one)); err == nil {
			t.Fatalf("%q may be a channel", one)
		}
		if of, is := one.Relay(); !is || relay == "garden" && of != relay {
			t.Fatalf("%q comes by %q", one, of)
		}
	})
}
