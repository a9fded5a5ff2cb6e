package telegram

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/messages"
)

// TestWhatIsPosted: what the Bot API is asked for.
func TestWhatIsPosted(t *testing.T) {
	a, s := open(t)
	first := s.Say(telegramtest.Group, telegramtest.Ana, "hello?")
	s.AddChat(telegramtest.Chat{ID: small, Type: "group", Title: "the shed"})
	for _, tt := range []struct {
		story string
		post  messages.Post
		want  string // of the parameters
	}{
		{
			"formatting and mentions go beside the text",
			messages.Post{Channel: garden, Text: "**hi** @Ana, @everyone <b>", Mentions: []messages.Mention{{Name: "Ana", ID: "11"}}},
			`chat_id:-1001000000001 entities:[map[length:2 offset:0 type:bold] map[length:4 offset:3 type:text_mention user:map[first_name:Ana id:11 is_bot:false]]] link_preview_options:map[is_disabled:true] text:hi @Ana, @` + "\u2060" + `everyone <b>`,
		},
		{
			"an answer to a line, which may be gone",
			messages.Post{Channel: garden, Text: "yes", ReplyTo: lineID(first)},
			`chat_id:-1001000000001 link_preview_options:map[is_disabled:true] reply_parameters:map[allow_sending_without_reply:true message_id:1] text:yes`,
		},
		{"a topic", messages.Post{Channel: garden + "/5", Text: "yes"}, `chat_id:-1001000000001 link_preview_options:map[is_disabled:true] message_thread_id:5 text:yes`},
		{"a topic of the group", messages.Post{Channel: garden, Within: garden + "/5", Text: "yes"}, `chat_id:-1001000000001 link_preview_options:map[is_disabled:true] message_thread_id:5 text:yes`},
		{"a private chat", messages.Post{Channel: "telegram/7001/11", Text: "yes"}, `chat_id:11 link_preview_options:map[is_disabled:true] text:yes`},
		{"a basic group", messages.Post{Channel: "telegram/7001/-55", Text: "yes"}, `chat_id:-55 link_preview_options:map[is_disabled:true] text:yes`},
		{"an answer to a command of another network's list", messages.Post{Channel: garden, Text: "yes", ReplyTo: "command:1"}, `chat_id:-1001000000001 link_preview_options:map[is_disabled:true] text:yes`},
	} {
		t.Run(tt.story, func(t *testing.T) {
			before := len(s.Calls("sendMessage"))
			made, err := a.Post(t.Context(), tt.post)
			if err != nil || made.Line == "" {
				t.Fatalf("got %+v, %v", made, err)
			}
			if want := tt.post.Within; made.Thread != want {
				t.Errorf("it stands in thread %q, want %q", made.Thread, want)
			}
			if got, want := fmt.Sprint(s.Calls("sendMessage")[before].Params), "map["+tt.want+"]"; got != want {
				t.Errorf("asked for\n%s, want\n%s", got, want)
			}
		})
	}
}

// TestRefusedPosts: what is known of a post that was not answered with yes.
func TestRefusedPosts(t *testing.T) {
	const gone, later, unknown = "gone", "later", "unknown"
	for _, tt := range []struct {
		story   string
		refusal telegramtest.Refusal
		want    string
		pause   time.Duration
	}{
		{"the bot was kicked", telegramtest.Refusal{Code: 403, Text: "Forbidden: bot was kicked from the supergroup chat"}, gone, 0},
		{"the topic is closed", telegramtest.Refusal{Code: 400, Text: "Bad Request: TOPIC_CLOSED"}, gone, 0},
		{"the token is revoked", telegramtest.Refusal{Code: 401, Text: "Unauthorized"}, gone, 0},
		{"a rate limit", telegramtest.Refusal{Code: 429, Text: "Too Many Requests: retry after 7", RetryAfter: 7}, later, 7 * time.Second},
		{"a rate limit of a proxy", telegramtest.Refusal{Code: 429, Text: "slow down", Bare: true}, later, 0},
		{"Telegram is out of order", telegramtest.Refusal{Code: 500, Text: "Internal Server Error"}, unknown, 0},
		{"a proxy is", telegramtest.Refusal{Code: 502, Text: "<html>", Bare: true}, unknown, 0},
		{"the answer is lost", telegramtest.Refusal{Lose: true, Done: true}, unknown, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			a, s := open(t)
			s.Refuse("sendMessage", tt.refusal)
			_, err := a.Post(t.Context(), messages.Post{Channel: garden, Text: "hi"})
			_, isLater := errors.AsType[*adapter.RetryError](err)
			got := unknown
			if errors.Is(err, adapter.ErrGone) {
				got = gone
			} else if isLater {
				got = later
			}
			if err == nil || got != tt.want || adapter.PauseOf(err).Round(time.Second) != tt.pause {
				t.Errorf("got %v, which is %s, want %s after %v", err, got, tt.want, tt.pause)
			}
		})
	}
}

// TestPostsElsewhere: a place that isn't this account's takes nothing.
func TestPostsElsewhere(t *testing.T) {
	a, s := open(t)
	for _, channel := range []messages.ChannelID{"slack/T1/C1", "telegram/7002/11", "telegram//garden", "telegram//0", garden + "/x", "telegram//-1009999999999"} {
		if _, err := a.Post(t.Context(), messages.Post{Channel: channel, Text: "hi"}); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("%s: got %v, want ErrGone", channel, err)
		}
	}
	if _, err := a.Post(t.Context(), messages.Post{Channel: garden, Within: "telegram//-1009/5", Text: "hi"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("a topic of another group: got %v, want ErrGone", err)
	}
	if got := s.Posted(); len(got) > 0 {
		t.Errorf("posted %q", got)
	}
}

// TestMigration: a post to a group that is a supergroup by now goes there.
func TestMigration(t *testing.T) {
	a, s := open(t)
	s.Refuse("sendMessage", telegramtest.Refusal{Code: 400, Text: "Bad Request: group chat was upgraded to a supergroup chat", MigrateTo: telegramtest.Group})
	made, err := a.Post(t.Context(), messages.Post{Channel: "telegram/7001/-55", Text: "hi", ReplyTo: "3"})
	if err != nil || made.Line == "" {
		t.Fatalf("got %+v, %v", made, err)
	}
	calls := s.Calls("sendMessage")
	if last := calls[len(calls)-1].Params; len(calls) != 2 || fmt.Sprint(last["chat_id"]) != fmt.Sprint(telegramtest.Group) || last["reply_parameters"] != nil {
		t.Errorf("asked for %v", calls)
	}
}

// TestPace: a group has three messages at once, and then waits.
func TestPace(t *testing.T) {
	a, s := open(t, func(c *Config) { c.Every, c.GroupEvery = time.Hour, time.Hour })
	post := func(channel messages.ChannelID) error {
		_, err := a.Post(t.Context(), messages.Post{Channel: channel, Text: "hi"})
		return err
	}
	for range burst {
		if err := post(garden); err != nil {
			t.Fatal(err)
		}
	}
	if err := post(garden); adapter.PauseOf(err) < 59*time.Minute {
		t.Errorf("the next got %v, want it to wait", err)
	}
	if err := post("telegram/7001/11"); err != nil {
		t.Errorf("another chat waits, too: %v", err)
	}
	s.Refuse("sendMessage", telegramtest.Refusal{Code: 429, Text: "Too Many Requests: retry after 30", RetryAfter: 30})
	_ = post("telegram/7001/11")
	if err := a.React(t.Context(), messages.React{Channel: "telegram/7001/11", Line: "1", Emoji: "👍"}); adapter.PauseOf(err) < 29*time.Second {
		t.Errorf("after a refusal something else in the chat got %v, want it to wait", err)
	}
	if len(s.Posted()) != burst+1 {
		t.Errorf("posted %q", s.Posted())
	}
}

// TestGestures: typing and reactions.
func TestGestures(t *testing.T) {
	a, s := open(t)
	id := s.Say(telegramtest.Group, telegramtest.Ana, "hello?")
	if err := a.ShowTyping(t.Context(), messages.ShowTyping{Channel: garden + "/5", On: true}); err != nil {
		t.Error(err)
	}
	if err := a.ShowTyping(t.Context(), messages.ShowTyping{Channel: garden}); err != nil {
		t.Error(err)
	}
	if got := s.Calls("sendChatAction"); len(got) != 1 || fmt.Sprint(got[0].Params) != "map[action:typing chat_id:-1001000000001 message_thread_id:5]" {
		t.Errorf("asked for %v", got)
	}
	if err := a.React(t.Context(), messages.React{Channel: garden, Line: lineID(id), Emoji: "❤\ufe0f"}); err != nil {
		t.Error(err)
	}
	if got := fmt.Sprint(s.Message(telegramtest.Group, id)["reactions"]); got != "[map[emoji:❤ type:emoji]]" {
		t.Errorf("it has the reactions %s", got)
	}
	if err := a.React(t.Context(), messages.React{Channel: garden, Line: lineID(id), Emoji: "🦋"}); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("an emoji that Telegram doesn't take: %v, want ErrGone", err)
	}
}

// TestFetch: a file comes from the API's own host, below its files.
func TestFetch(t *testing.T) {
	a, s := open(t)
	s.AddFile("F1", "documents/a b.txt", "content")
	s.AddFile("F2", "/etc/passwd", "secret")
	s.AddFile("F3", "../x", "secret")
	fetch := func(id string) (string, error) {
		body, err := a.Fetch(t.Context(), garden, "1", messages.Attachment{ID: id})
		if err != nil {
			return "", err
		}
		defer body.Close()
		text, err := io.ReadAll(body)
		return string(text), err
	}
	if text, err := fetch("F1"); text != "content" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
	for _, id := range []string{"F2", "F3", "F4"} {
		if text, err := fetch(id); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("%s: got %q, %v; want ErrGone", id, text, err)
		}
	}
}

// TestMembers: more than one besides the account is a hint.
func TestMembers(t *testing.T) {
	a, s := open(t)
	s.AddChat(telegramtest.Chat{ID: small, Type: "group", Title: "the shed", Count: 2})
	for channel, want := range map[messages.ChannelID]messages.MembersKnown{
		garden:              {Humans: 2, Bots: 1, Truncated: true},
		"telegram/7001/-55": {Humans: 1, Bots: 1},
		"telegram/7001/11":  {Humans: 1, Bots: 1},
	} {
		got, err := a.Members(t.Context(), channel)
		if got.FetchedAt = 0; err != nil || got != want {
			t.Errorf("%s: got %+v, %v; want %+v", channel, got, err, want)
		}
	}
}

// TestCheck: what an operator is told.
func TestCheck(t *testing.T) {
	a, s := open(t)
	standing, err := a.Check(t.Context())
	want := adapter.Standing{Me: messages.Author{ID: "7001", Name: "Moth", Bot: true}, Hidden: true, Invite: "https://t.me/moth_bot?startgroup=true"}
	if err != nil || !reflect.DeepEqual(standing, want) {
		t.Errorf("got %+v, %v; want %+v", standing, err, want)
	}
	s.AddBot(telegramtest.Profile{ID: 7003, Token: "7003:a-token-of-a-shy-bot", Name: "Shy", Username: "shy_bot", Private: true})
	shy := join(t, "shy", s, func(c *Config) { c.Token = "7003:a-token-of-a-shy-bot" })
	if standing, err := shy.Check(t.Context()); err != nil || len(standing.Missing) != 1 || !strings.Contains(standing.Missing[0], "/setprivacy") {
		t.Errorf("in privacy mode: %+v, %v", standing, err)
	}
	s.SetWebhook(telegramtest.Bot, "https://example.com/hook/7001:test-token")
	if _, err := a.Check(t.Context()); !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), "example.com") || strings.Contains(err.Error(), "test-token") {
		t.Errorf("with a webhook: %v", err)
	}
}

// TestPrivacyMode: a bot that hears mentions only says so once, and hears them.
func TestPrivacyMode(t *testing.T) {
	s := telegramtest.New()
	t.Cleanup(s.Close)
	s.AddBot(telegramtest.Profile{ID: 7003, Token: "7003:a-token-of-a-shy-bot", Name: "Shy", Username: "shy_bot", Private: true})
	var log bytes.Buffer
	a := join(t, "shy", s, func(c *Config) {
		c.Token, c.Log = "7003:a-token-of-a-shy-bot", slog.New(slog.NewTextHandler(&log, nil))
	})
	j := &adaptertest.Taken{}
	_, stop := listen(t, a, j)
	s.Say(telegramtest.Group, telegramtest.Ana, "nothing for you")
	s.Say(telegramtest.Group, telegramtest.Ana, "hi @shy_bot")
	if l := j.Line(t, 1); l.Text != "hi @Shy" {
		t.Errorf("heard %q", l.Text)
	}
	stop()
	if strings.Count(log.String(), "privacy mode is on") != 1 {
		t.Errorf("the log says %s", &log)
	}
}

// TestNoTokenShows: no error has the token, which is part of each address.
func TestNoTokenShows(t *testing.T) {
	a, s := open(t)
	s.Refuse("sendMessage", telegramtest.Refusal{Lose: true})
	_, lost := a.Post(t.Context(), messages.Post{Channel: garden, Text: "hi"})
	s.Close()
	_, closed := a.Post(t.Context(), messages.Post{Channel: garden, Text: "hi"})
	_, unfetched := a.Fetch(t.Context(), garden, "1", messages.Attachment{ID: "F1"})
	b := join(t, "other", s)
	_, unknown := b.who(t.Context())
	for _, err := range []error{lost, closed, unfetched, unknown} {
		if err == nil || strings.Contains(err.Error(), "test-token") {
			t.Errorf("got %v", err)
		}
	}
	if _, later := errors.AsType[*adapter.RetryError](closed); !later {
		t.Errorf("nobody was there to take a post: %v, want it to be tried again", closed)
	}
	if _, err := Open("a", Config{Token: "not-a-token-of-telegram"}); err == nil || strings.Contains(err.Error(), "not-a-token") {
		t.Errorf("got %v", err)
	}
}
