package layout

import (
	"strings"
	"testing"

	"familiar/journal"
	"familiar/messages"
)

func TestTokens(t *testing.T) {
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
		want    string
	}{
		{"plain parts stay as they are", "discord/99-1/2_3", "discord.99-1.2_3"},
		{"a thread is a fourth token", "slack/T1/C2/1700.5", "slack.T1.C2.1700=2e5"},
		{"an empty workspace is still a token", "terminal//prompt", "terminal.=.prompt"},
		{"wildcards and blanks are written as hex", "web/a b/*>", "web.a=20b.=2a=3e"},
		{"other alphabets too", "web//ä", "web.=.=c3=a4"},
		{"the sign of hex itself", "web//=", "web.=.=3d"},
	} {
		got, err := ChannelTokens(tt.channel)
		if err != nil || got != tt.want {
			t.Errorf("%s: got %s, %v; want %s", tt.story, got, err, tt.want)
		}
		if back, err := ChannelOf(strings.Split(got, ".")); err != nil || back != tt.channel {
			t.Errorf("%s: came back as %q, %v", tt.story, back, err)
		}
	}
}

// TestOfChannel: the subject of what a channel has is made in one piece, and is what its
// tokens make.
func TestOfChannel(t *testing.T) {
	names := Names{Prefix: "familiar"}
	for _, channel := range []messages.ChannelID{"discord/99-1/2_3", "slack/T1/C2/1700.5", "terminal//prompt"} {
		tokens, err := ChannelTokens(channel)
		if err != nil {
			t.Fatal(err)
		}
		for want, made := range map[string]func() (string, error){
			names.Line(3, tokens):         func() (string, error) { return names.LineOf(3, channel) },
			names.Snapshot(3, tokens):     func() (string, error) { return names.SnapshotOf(3, channel) },
			names.Subject("seen", tokens): func() (string, error) { return names.OfChannel(channel, "seen") },
		} {
			if got, err := made(); err != nil || got != want {
				t.Errorf("got %s, %v; want %s", got, err, want)
			}
			if pieces := testing.AllocsPerRun(10, func() { _, _ = made() }); pieces > 1 {
				t.Errorf("%s is made in %v pieces", want, pieces)
			}
		}
	}
	if got, err := names.LineOf(0, "web/a"); err == nil {
		t.Errorf("what is no channel has the subject %q", got)
	}
}

func TestTokensRefused(t *testing.T) {
	for _, tt := range []struct {
		story   string
		channel messages.ChannelID
	}{
		{"two parts are no channel", "web/a"},
		{"nor are five", "web/a/b/c/d"},
		{"one that no subject holds", messages.ChannelID("web//" + strings.Repeat("x", maxSubject))},
	} {
		if got, err := ChannelTokens(tt.channel); err == nil {
			t.Errorf("%s: got %q, want an error", tt.story, got)
		}
	}
	for _, token := range []string{"a=", "a=4", "a=zz", "==="} {
		if got, err := Untoken(token); err == nil {
			t.Errorf("token %q gave %q, want an error", token, got)
		}
	}
}

// FuzzToken: whatever a network's ids hold comes back, in what a subject may
// hold.
func FuzzToken(f *testing.F) {
	for _, seed := range []string{"", "=", "C012", "a.b", "*", "\x00\xff", "ä=", "=41"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		written := Token(s)
		if written == "" || strings.ContainsAny(written, ". *>\t\r\n\x00") {
			t.Errorf("%q is written %q", s, written)
		}
		if back, err := Untoken(written); err != nil || back != s {
			t.Errorf("%q came back as %q, %v", s, back, err)
		}
	})
}

// TestPartitionIsStable: a process with another hash would look for channels
// where they aren't.
func TestPartitionIsStable(t *testing.T) {
	for channel, want := range map[messages.ChannelID]int{
		"discord/1/2": 0, "slack/T1/C2": 7, "terminal//prompt": 7,
	} {
		if got := journal.PartitionOf(channel, 8); got != want {
			t.Errorf("%s is in partition %d, want %d", channel, got, want)
		}
	}
}
