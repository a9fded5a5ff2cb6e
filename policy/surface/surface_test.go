package surface

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		what  string
		place Place
		want  Surface
	}{
		{"the top of a Slack channel", Place{Network: "slack"}, SlackChannel},
		{"a thread there", Place{Network: "slack", Thread: true}, SlackChannelThread},
		{"a direct message on Slack", Place{Network: "slack", DM: true}, SlackDM},
		{"a thread in a direct message is still one", Place{Network: "slack", DM: true, Thread: true}, SlackDM},
		{"the assistant's pane", Place{Network: "slack", Pane: true}, SlackPane},
		{"a thread in the pane", Place{Network: "slack", Pane: true, Thread: true}, SlackPane},
		{"a Discord channel", Place{Network: "discord"}, DiscordChannel},
		{"a thread there", Place{Network: "discord", Thread: true}, DiscordThread},
		{"a direct message on Discord", Place{Network: "discord", DM: true}, DiscordDM},
		{"a direct message on Telegram", Place{Network: "telegram", DM: true}, TelegramDM},
		{"a room on Matrix", Place{Network: "matrix"}, MatrixRoom},
		{"a thread there", Place{Network: "matrix", Thread: true}, MatrixThread},
		{"a direct chat there, in a thread", Place{Network: "matrix", Thread: true, DM: true}, MatrixDM},
		{"a group on QQ", Place{Network: "onebot"}, OneBotGroup},
		{"a private chat there", Place{Network: "onebot", DM: true}, OneBotDM},
		{"a group on Telegram", Place{Network: "telegram"}, TelegramGroup},
		{"a topic there is read like the group", Place{Network: "telegram", Thread: true}, TelegramGroup},
		{"a group on Feishu", Place{Network: "feishu"}, FeishuGroup},
		{"a thread there is read like the group", Place{Network: "feishu", Thread: true}, FeishuGroup},
		{"a direct message on Feishu", Place{Network: "feishu", DM: true}, FeishuP2P},
		{"the web", Place{Network: "web"}, Web},
		{"a thread on the web", Place{Network: "web", Thread: true}, Web},
		{"the terminal, always direct", Place{Network: "terminal", DM: true}, Terminal},
		{"a network without a name of ours", Place{Network: "irc"}, Unknown},
	} {
		if got := Of(tt.place); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.what, got, tt.want)
		}
	}
}

// TestEverySurfaceIsFound: every name is some place's, and has a length and
// words of its own.
func TestEverySurfaceIsFound(t *testing.T) {
	reached := map[Surface]bool{}
	for _, network := range []messages.Network{"slack", "discord", "telegram", "feishu", "matrix", "onebot", "web", "terminal", "irc"} {
		for bits := range 8 {
			reached[Of(Place{Network: network, Thread: bits&1 != 0, DM: bits&2 != 0, Pane: bits&4 != 0})] = true
		}
	}
	c := Default()
	for _, s := range All() {
		if !reached[s] {
			t.Errorf("no place is %q", s)
		}
		if c.Chars(s) == 0 || !strings.HasPrefix(s.Hint(), string(s)+", ") {
			t.Errorf("%q has length %d and hint %q, want both", s, c.Chars(s), s.Hint())
		}
		delete(reached, s)
	}
	delete(reached, Unknown)
	if len(reached) > 0 {
		t.Errorf("these are found and not listed: %v", reached)
	}
	if Unknown.Hint() != "" || Unknown.Hard() || c.Chars(Unknown) != 0 || !c.Fits(Unknown, "any") {
		t.Error("something is known of the unknown surface")
	}
}

func TestOpensThread(t *testing.T) {
	fits, long := strings.Repeat("ü", 200), strings.Repeat("ü", 201)
	for _, tt := range []struct {
		what    string
		surface Surface
		threads Threads
		reply   Reply
		want    bool
	}{
		{"a reply to a mention opens one", SlackChannel, Mention, Reply{Text: "yes", Answers: true, Mentioned: true}, true},
		{"a short reply to anything else stays", SlackChannel, Mention, Reply{Text: fits, Answers: true}, false},
		{"one character too many, and it goes", SlackChannel, Mention, Reply{Text: long, Answers: true}, true},
		{"by length only, a mention stays", SlackChannel, Long, Reply{Text: "yes", Answers: true, Mentioned: true}, false},
		{"by length only, a long one goes", SlackChannel, Long, Reply{Text: long, Answers: true, Mentioned: true}, true},
		{"told to stay, nothing goes", SlackChannel, Stay, Reply{Text: long, Answers: true, Mentioned: true}, false},
		{"what answers nothing stays on top", SlackChannel, Mention, Reply{Text: long}, false},
		{"a timed turn stays on top", SlackChannel, Mention, Reply{Text: long, Answers: true, Mentioned: true, Timed: true}, false},
		{"in a thread there is none to open", SlackChannelThread, Mention, Reply{Text: long, Answers: true, Mentioned: true}, false},
		{"nor in a direct message", SlackDM, Mention, Reply{Text: long, Answers: true, Mentioned: true}, false},
		{"elsewhere a long reply stays", DiscordChannel, Mention, Reply{Text: strings.Repeat("x", 900), Answers: true, Mentioned: true}, false},
	} {
		c := Config{Threads: tt.threads}
		if got := c.OpensThread(tt.surface, tt.reply); got != tt.want {
			t.Errorf("%s: got %v, want %v", tt.what, got, tt.want)
		}
	}
}

func TestConfiguredLengths(t *testing.T) {
	c := Config{Threads: Long, Lengths: map[Surface]int{SlackChannel: 20, DiscordDM: 0}}
	if !c.OpensThread(SlackChannel, Reply{Text: strings.Repeat("x", 21), Answers: true}) {
		t.Error("with a length of 20, 21 characters stay on top")
	}
	if !c.Fits(DiscordDM, strings.Repeat("x", 9000)) || c.Chars(DiscordDM) != 0 {
		t.Error("with a length of 0 there still is one")
	}
	if got := c.Chars(Web); got != 16000 {
		t.Errorf("on a surface that isn't configured the length is %d, want 16000", got)
	}
}

// TestFitsCountsCharacters: the quick look at bytes changes nothing.
func TestFitsCountsCharacters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 40, -1).Draw(t, "text")
		n := rapid.IntRange(1, 40).Draw(t, "n")
		c := Config{Lengths: map[Surface]int{Web: n}}
		if got, want := c.Fits(Web, text), len([]rune(text)) <= n; got != want {
			t.Fatalf("Fits(%q) within %d = %v, want %v", text, n, got, want)
		}
	})
}

func TestValidate(t *testing.T) {
	for _, tt := range []struct {
		what   string
		config Config
		want   []string // parts of the error; none: it is valid
	}{
		{"the default is valid", Default(), nil},
		{"so is ladder's", Preset("ladder"), nil},
		{"no word for threads", Config{}, []string{`threads = ""`}},
		{"every mistake is named", Config{Threads: "often", Lengths: map[Surface]int{"slack-chanel": 5, Web: -1}}, []string{`threads = "often"`, `no surface "slack-chanel"`, "lengths.web = -1"}},
		{"the unknown surface has no length", Config{Threads: Stay, Lengths: map[Surface]int{Unknown: 5}}, []string{`no surface ""`}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			err := tt.config.Validate()
			if (err == nil) != (tt.want == nil) {
				t.Fatalf("got %v, want an error with %q", err, tt.want)
			}
			for _, want := range tt.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("got %v, want an error with %q", err, want)
				}
			}
		})
	}
	if a, b := Preset("social").Threads, Preset("ladder").Threads; a != Mention || b != Stay {
		t.Errorf("social's threads are %q and ladder's %q, want mention and stay", a, b)
	}
}

func BenchmarkOpensThread(b *testing.B) {
	c := Default()
	r := Reply{Text: strings.Repeat("ü", 180), Answers: true}
	b.ReportAllocs()
	for b.Loop() {
		if c.OpensThread(SlackChannel, r) {
			b.Fatal("a short reply went to a thread")
		}
	}
}
