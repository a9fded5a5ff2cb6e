package journal

import (
	"testing"

	"familiar/messages"
)

func TestSubject(t *testing.T) {
	for _, tt := range []struct {
		what, text string
		want       subject
	}{
		{"a message", "1234", subject{line: "1234"}},
		{"a channel", "discord/9/1", subject{channel: "discord/9/1"}},
		{"a channel without a workspace", "web//garden", subject{channel: "web//garden"}},
		{"a link of Discord", "https://discord.com/channels/9/1/55", subject{line: "55", network: "discord", place: "1"}},
		{"a link of Discord's test program", "https://canary.discord.com/channels/9/1/55", subject{line: "55", network: "discord", place: "1"}},
		{"a link of Discord's direct messages", "https://discord.com/channels/@me/1/55", subject{line: "55", network: "discord", place: "1"}},
		{"a link of Slack", "https://team.slack.com/archives/C012/p1700000000123456", subject{line: "1700000000.123456", network: "slack", place: "C012"}},
		{"a link of Slack in a thread", "https://team.slack.com/archives/C012/p1700000000123456?thread_ts=1690000000.000100&cid=C012", subject{line: "1700000000.123456", network: "slack", place: "C012"}},
		{"a link of Telegram", "https://t.me/c/1234567890/55", subject{line: "55", network: "telegram", place: "-1001234567890"}},
		{"a link of Telegram in a topic", "https://t.me/c/1234567890/5/55", subject{line: "55", network: "telegram", place: "-1001234567890"}},
		{"a link of Telegram to a public group", "https://t.me/gardeners/55", subject{line: "55", network: "telegram"}},
	} {
		t.Run(tt.what, func(t *testing.T) {
			if got, err := parseSubject(tt.text); err != nil || got != tt.want {
				t.Errorf("%s is %+v, %v; want %+v", tt.text, got, err, tt.want)
			}
		})
	}
	for _, text := range []string{
		"https://example.com/channels/9/1/55", "https://notslack.com/archives/C012/p1700000000123456", "http://discord.com/channels/9/1/55", "https://discord.com/channels/9/1",
		"https://team.slack.com/archives/C012/1700000000123456", "https://team.slack.com/archives/C012/p123456", "https://team.slack.com/archives/C012/p17000000x0123456", "discord/", "://",
		"https://t.me/c/1234567890", "https://t.me/c", "https://t.me/gardeners", "https://t.me/c/x/55", "https://t.me/c/1/2/3/4",
	} {
		if got, err := parseSubject(text); err == nil {
			t.Errorf("%s is %+v, want an error", text, got)
		}
	}
}

func TestSubjectFits(t *testing.T) {
	for _, tt := range []struct {
		what    string
		subject subject
		channel messages.ChannelID
		want    bool
	}{
		{"a message may stand anywhere", subject{line: "1"}, "web//garden", true},
		{"a link names the chat", subject{line: "1", network: "discord", place: "c"}, "discord/g/c", true},
		{"or the thread", subject{line: "1", network: "discord", place: "t"}, "discord/g/c/t", true},
		{"on its own network", subject{line: "1", network: "slack", place: "c"}, "discord/g/c", false},
		{"and no other chat", subject{line: "1", network: "discord", place: "d"}, "discord/g/c", false},
		{"a channel is itself", subject{channel: "web//garden", line: "1"}, "web//garden", true},
		{"and no other", subject{channel: "web//garden", line: "1"}, "web//attic", false},
	} {
		if got := tt.subject.fits(tt.channel); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.what, got, tt.want)
		}
	}
}
