package irc

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"familiar/messages"
)

func TestBucket(t *testing.T) {
	b := newBucket(4, time.Second)
	var waits []time.Duration
	for range 6 {
		waits = append(waits, b.delayForNextLine(noon))
	}
	if got, want := fmt.Sprint(waits), "[0s 0s 0s 0s 1s 2s]"; got != want {
		t.Errorf("six at once wait %s, want %s", got, want)
	}
	if got := b.longest(2, noon); got != 4*time.Second {
		t.Errorf("two more would wait %v, want 4s", got)
	}
	if got := b.delayForNextLine(noon.Add(time.Minute)); got != 0 {
		t.Errorf("after a minute of silence: waits %v, want 0s", got)
	}
	if got := b.longest(4, noon.Add(time.Hour)); got != 0 {
		t.Errorf("a burst after an hour would wait %v, want 0s", got)
	}
}

func TestFold(t *testing.T) {
	for _, tt := range []struct {
		story   string
		folding folding
		name    string
		want    string
	}{
		{"the oldest rule", "rfc1459", `A[]\~`, "a{}|^"},
		{"is meant when a server says nothing", "", `A[]\~`, "a{}|^"},
		{"its strict form", "strict-rfc1459", `A[]\~`, "a{}|~"},
		{"letters only", "ascii", `A[]\~`, `a[]\~`},
		{"of ASCII", "ascii", "ÄB", "Äb"},
		{"and by the oldest rule no others either", "rfc1459", "ÄB\u212a\xff", "Äb\u212a\xff"},
		{"any letters", "rfc7613", "ÄB", "äb"},
	} {
		if got := tt.folding.fold(tt.name); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}

func TestTarget(t *testing.T) {
	a := inDen(t).a
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    string // "": none of ours
	}{
		{"a channel", "irc/den/#moths", "#moths"},
		{"a direct message", "irc/den/bob@felix", "bob"},
		{"of who is logged in", "irc/den/bob!robert@felix", "bob"},
		{"another account's", "irc/den/bob@nora", ""},
		{"another account's of who is logged in", "irc/den/bob!robert@nora", ""},
		{"a nick alone", "irc/den/bob", ""},
		{"another network", "irc/cave/#moths", ""},
		{"another kind of network", "slack/den/#moths", ""},
		{"a thread", "irc/den/#moths/1", ""},
		{"two at once", "irc/den/#moths,#bees", ""},
		{"two people", "irc/den/bob,eve@felix", ""},
		{"everybody", "irc/den/$*@felix", ""},
		{"a command", "irc/den/bob x@felix", ""},
		{"nobody", "irc/den/@felix", ""},
	} {
		if got, _, ok := a.target(tt.channel); ok != (tt.want != "") || ok && got != tt.want {
			t.Errorf("%s: got %q, %v, want %q", tt.story, got, ok, tt.want)
		}
	}
}

func TestCircle(t *testing.T) {
	c := NewCircle()
	hear := func(a messages.AccountID, text, fresh string, at time.Duration) messages.LineID {
		return c.id(a, "irc/den/#moths", "bob", text, messages.LineID(fresh), noon.Add(at))
	}
	c.enter("felix")
	hear("felix", "hi", "f0", 0)
	c.enter("nora")
	for _, tt := range []struct {
		story   string
		account messages.AccountID
		text    string
		fresh   string
		at      time.Duration
		want    messages.LineID
	}{
		{"the first to hear it names it", "felix", "hi", "f1", 0, "f1"},
		{"the second takes that", "nora", "hi", "n1", time.Second, "f1"},
		{"said again, it is another line", "nora", "hi", "n2", time.Second, "n2"},
		{"which the other hears, too", "felix", "hi", "f2", time.Second, "n2"},
		{"another text is another line", "nora", "ho", "n3", time.Second, "n3"},
		{"a minute later nobody knows", "felix", "ho", "f3", 2 * time.Minute, "f3"},
	} {
		if got := hear(tt.account, tt.text, tt.fresh, tt.at); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.story, got, tt.want)
		}
	}
	for n := range 3 * saidMost {
		hear("felix", fmt.Sprint("line ", n), "x", 0)
	}
	if len(c.said) > saidMost || len(c.order) > saidMost {
		t.Errorf("it remembers %d lines, want at most %d", len(c.said), saidMost)
	}
}

func TestConfig(t *testing.T) {
	sound := Config{Server: "irc.example.org:6697", Nick: "Felix", Join: []string{"#moths", "#bees key"}}
	for _, tt := range []struct {
		story  string
		change func(*Config)
		want   string // in the error; "": none
	}{
		{"a sound one", func(*Config) {}, ""},
		{"a server at no port", func(c *Config) { c.Server = "irc.example.org:70000" }, "want host:port"},
		{"a server without a port", func(c *Config) { c.Server = "irc.example.org" }, "want host:port"},
		{"no nick", func(c *Config) { c.Nick = "" }, "nick"},
		{"a nick of two words", func(c *Config) { c.Nick = "Felix Moth" }, "nick"},
		{"a nick that begins with a digit", func(c *Config) { c.Nick = "1st" }, "nick"},
		{"a channel without its mark", func(c *Config) { c.Join = []string{"moths"} }, "join"},
		{"two channels in one", func(c *Config) { c.Join = []string{"#a,#b"} }, "join"},
		{"a password over two lines", func(c *Config) { c.Password = "hush\nJOIN" }, "a line break"},
	} {
		c := sound
		tt.change(&c)
		_, err := Open("felix", c)
		if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(err.Error(), tt.want)) {
			t.Errorf("%s: got %v, want %q", tt.story, err, tt.want)
		}
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v tells the password", tt.story, err)
		}
	}
	var out strings.Builder
	sound.Password = "hush"
	slog.New(slog.NewTextHandler(&out, nil)).Info("account", "config", sound, "password", sound.Password)
	fmt.Fprintf(&out, "%v %+v %#v %s", sound, sound, sound, sound.Password)
	if strings.Contains(out.String(), "hush") {
		t.Errorf("the password is printed: %s", &out)
	}
}

func TestAlternatives(t *testing.T) {
	got := fmt.Sprint(alternatives("Felix"))
	if want := "[Felix_ Felix__ Feli_ Feli1 Feli2 Feli3]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
