package conversation

import (
	"strings"
	"testing"

	"familiar/messages"
	"familiar/policy/posts"
	"familiar/policy/surface"
	"familiar/policy/transcript"
	"familiar/policy/turn"
)

// TestAnyPartThatIsTooLongOpensAThread: the longest in characters counts, not
// in bytes.
func TestAnyPartThatIsTooLongOpensAThread(t *testing.T) {
	s := New("slack/T/C", testConfig(t, "social"))
	s.Turn = &turn.Turn{Asked: transcript.Entries{{ID: "1"}}, Posts: posts.List{{Text: strings.Repeat("字", 150)}, {Text: strings.Repeat("x", 201)}}}
	if !s.opensThread() {
		t.Error("201 characters stay on top beside 150 that take more bytes")
	}
	if s.Turn.Posts[1].Text = "x"; s.opensThread() {
		t.Error("150 characters go to a thread")
	}
}

// TestModelIsToldItsSurface: every surface is some channel's, and a turn there
// says so.
func TestModelIsToldItsSurface(t *testing.T) {
	const now = messages.Instant(1_772_366_400_000)
	told := map[surface.Surface]bool{}
	for _, tt := range []struct {
		what    string
		channel messages.ChannelID
		line    messages.Line
		want    surface.Surface
	}{
		{"a Slack channel", "slack/T/C", messages.Line{}, surface.SlackChannel},
		{"a thread there", "slack/T/C/1", messages.Line{}, surface.SlackChannelThread},
		{"a direct message on Slack", "slack/T/D", messages.Line{DM: true}, surface.SlackDM},
		{"the assistant's pane", "slack/T/D/1", messages.Line{Pane: true}, surface.SlackPane},
		{"a Discord channel", "discord/G/C", messages.Line{}, surface.DiscordChannel},
		{"a thread there", "discord/G/C/T", messages.Line{}, surface.DiscordThread},
		{"a direct message on Discord", "discord//D", messages.Line{DM: true}, surface.DiscordDM},
		{"a group on Telegram", "telegram//C", messages.Line{}, surface.TelegramGroup},
		{"a direct message on Telegram", "telegram//D", messages.Line{DM: true}, surface.TelegramDM},
		{"a group on Feishu", "feishu/T/C", messages.Line{}, surface.FeishuGroup},
		{"a direct message on Feishu", "feishu/T/D", messages.Line{DM: true}, surface.FeishuP2P},
		{"a room on Matrix", "matrix//!R", messages.Line{}, surface.MatrixRoom},
		{"a thread there", "matrix//!R/$T", messages.Line{}, surface.MatrixThread},
		{"a direct chat on Matrix", "matrix//!D", messages.Line{DM: true}, surface.MatrixDM},
		{"a group on QQ", "onebot/A/G", messages.Line{}, surface.OneBotGroup},
		{"a private chat on QQ", "onebot/A/uP", messages.Line{DM: true}, surface.OneBotDM},
		{"the web", "web//garden", messages.Line{}, surface.Web},
		{"the terminal", "terminal//main", messages.Line{DM: true}, surface.Terminal},
		{"anywhere else", "test//room", messages.Line{}, surface.Unknown},
	} {
		t.Run(tt.what, func(t *testing.T) {
			c := testConfig(t, "social", "quick")
			c.Seats[0].Policy.Surface.Lengths = map[surface.Surface]int{surface.Web: 900}
			s := New(tt.channel, c)
			l := tt.line
			l.ID, l.Channel, l.Author, l.Mentions = "1", tt.channel, messages.Author{ID: "ana"}, []messages.PersonID{"us"}
			compose := only[messages.Compose](t, s.Step(now, messages.Heard{Line: &l}, nil))
			if chars := c.Seats[0].Policy.Surface.Chars(tt.want); compose.Surface != tt.want.Hint() || compose.Limit != chars {
				t.Errorf("the model is told %q, %d; want %q, %d", compose.Surface, compose.Limit, tt.want.Hint(), chars)
			}
			told[tt.want] = true
		})
	}
	for _, s := range surface.All() {
		if !told[s] {
			t.Errorf("no channel is a %q", s)
		}
	}
}
