package telegram

import (
	"bytes"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/internal/await"
	"familiar/messages"
)

// webhook is where Telegram finds the accounts of tests.
const webhook = "https://bot.example.org/telegram"

// openHooked joins an account to a Telegram of its own that comes with updates.
func openHooked(t *testing.T, changes ...func(*Config)) (*Account, *telegramtest.Server) {
	t.Helper()
	s := telegramtest.New()
	t.Cleanup(s.Close)
	return join(t, "acc", s, append(changes, hooked(t, s))...), s
}

// hooked has Telegram come to an account, through what stands in front of it.
func hooked(t *testing.T, s *telegramtest.Server) func(*Config) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	s.Front(webhook, "http://"+l.Addr().String()+"/")
	return func(c *Config) { c.Webhook, c.Listen, c.Look = webhook, l.Addr().String(), 10*time.Millisecond }
}

// TestWebhookWaits: Telegram is answered once the journal has an update, which it keeps
// until then; other chats don't wait for it, and what was taken is taken once.
func TestWebhookWaits(t *testing.T) {
	a, s := openHooked(t)
	const other = -1001000000003
	s.AddChat(telegramtest.Chat{ID: other, Type: "supergroup", Title: "other"})
	j := &adaptertest.Taken{}
	full := errors.New("journal is full")
	j.Answer(func(channel messages.ChannelID, _ messages.Event) error {
		if channel == garden {
			return full
		}
		return nil
	})
	listen(t, a, j)
	s.Say(telegramtest.Group, telegramtest.Ana, "kept by Telegram")
	s.Say(telegramtest.Group, telegramtest.Ana, "and this")
	s.Say(other, telegramtest.Ana, "at once")
	if l := j.Line(t, 1); l.Text != "at once" {
		t.Fatalf("heard %q", l.Text)
	}
	await.Until(t, "the other chat's to be acknowledged", func() bool { return s.Waiting(telegramtest.Bot) == 2 })
	j.Answer(nil)
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Fatal("Telegram still has them")
	}
	if got := strings.Join(j.Texts(), ", "); got != "at once, kept by Telegram, and this" {
		t.Errorf("heard %s", got)
	}
}

// TestWebhookSecret: whoever doesn't show the secret is told nothing, and nothing they say
// is heard; what can't be read, or came before, is not asked for again.
func TestWebhookSecret(t *testing.T) {
	a, s := openHooked(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	s.Say(telegramtest.Group, telegramtest.Ana, "first")
	j.Line(t, 1)
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Fatal("not acknowledged")
	}
	calls := s.Calls("setWebhook")
	set := calls[len(calls)-1].Params
	secret, _ := set["secret_token"].(string)
	if len(secret) != 64 || strings.Contains(secret, telegramtest.Token) || set["url"] != webhook {
		t.Fatalf("set %v", set)
	}
	for _, tt := range []struct {
		story, secret, body string
		want                int
	}{
		{"no secret", "", `{"update_id":900,"message":{"message_id":900,"date":1,"chat":{"id":11,"type":"private"},"from":{"id":11,"first_name":"Eve"},"text":"forged"}}`, http.StatusNotFound},
		{"another secret", strings.Repeat("0", 64), `{"update_id":900}`, http.StatusNotFound},
		{"what can't be read", secret, `{`, http.StatusOK},
		{"more than an update has", secret, `{"update_id":901,"x":"` + strings.Repeat("x", updateMost) + `"}`, http.StatusOK},
		{"what came before", secret, `{"update_id":101,"message":{"message_id":7,"date":1,"chat":{"id":11,"type":"private"},"from":{"id":11,"first_name":"Ana"},"text":"again"}}`, http.StatusOK},
		{"a kind that nobody knows", secret, `{"update_id":902,"poll_answer":{}}`, http.StatusOK},
	} {
		t.Run(tt.story, func(t *testing.T) {
			request, err := http.NewRequest(http.MethodPost, "http://"+a.config.Listen+"/", bytes.NewReader([]byte(tt.body)))
			if err != nil {
				t.Fatal(err)
			}
			request.Header.Set("X-Telegram-Bot-Api-Secret-Token", tt.secret)
			answer, err := http.DefaultClient.Do(request)
			if err != nil {
				t.Fatal(err)
			}
			_ = answer.Body.Close()
			if answer.StatusCode != tt.want {
				t.Errorf("answered %d, want %d", answer.StatusCode, tt.want)
			}
		})
	}
	s.Say(telegramtest.Group, telegramtest.Ana, "last")
	j.Line(t, 2)
	if got := strings.Join(j.Texts(), ", "); got != "first, last" {
		t.Errorf("heard %s", got)
	}
}

// TestWebhookAlbum: the parts of an album come one after the other, each once the one
// before is kept, and are one line all the same.
func TestWebhookAlbum(t *testing.T) {
	type M = telegramtest.Message
	a, s := openHooked(t)
	j := &adaptertest.Taken{}
	listen(t, a, j)
	by := s.User(telegramtest.Ana)
	var ids []int64
	for _, file := range []string{"F1", "F2", "F3"} {
		ids = append(ids, s.Write(telegramtest.Group, M{"from": by, "media_group_id": "G1", "photo": []M{{"file_id": file}}}))
	}
	for n := 1; n <= 3; n++ {
		if l := j.Line(t, n); l.ID != lineID(ids[0]) || len(l.Attachments) != n {
			t.Errorf("event %d is %+v, want the album's line with %d pictures", n, l, n)
		}
	}
	s.Write(telegramtest.Group, M{"from": by, "text": "nice?", "reply_to_message": M{"message_id": ids[2], "from": by}})
	if l := j.Line(t, 4); l.ReplyTo.ID != lineID(ids[0]) {
		t.Errorf("the reply is to %+v, want to the album", l.ReplyTo)
	}
}

// TestPollingAgain: a configuration without a webhook ends the one that the account had,
// and hears what waited for it; nobody else's is touched.
func TestPollingAgain(t *testing.T) {
	kept := &adaptertest.Words{}
	a, s := openHooked(t, func(c *Config) { c.Marks = kept })
	j := &adaptertest.Taken{}
	_, stop := listen(t, a, j)
	s.Say(telegramtest.Group, telegramtest.Ana, "by the webhook")
	j.Line(t, 1)
	if !s.UntilAcknowledged(telegramtest.Bot) {
		t.Fatal("not acknowledged")
	}
	stop()
	s.Say(telegramtest.Group, telegramtest.Ana, "meanwhile")
	polls := join(t, "acc", s, func(c *Config) { c.Marks = kept })
	if _, err := polls.Check(t.Context()); err != nil {
		t.Errorf("checked: %v", err)
	}
	listen(t, polls, j)
	if l := j.Line(t, 2); l.Text != "meanwhile" {
		t.Errorf("heard %q", l.Text)
	}
	if at := s.Webhook(telegramtest.Bot); at != "" {
		t.Errorf("the webhook is still %s", at)
	}
}

// TestWebhookOfOthers: where another program has the bot's webhook, the account ends and
// says so, however it hears.
func TestWebhookOfOthers(t *testing.T) {
	t.Run("it polls", func(t *testing.T) {
		a, s := open(t, func(c *Config) { c.Marks = &adaptertest.Words{} })
		s.SetWebhook(telegramtest.Bot, "https://other.example.org/secret-path")
		if _, err := a.Check(t.Context()); !errors.Is(err, adapter.ErrGone) || !strings.Contains(err.Error(), "other.example.org") || strings.Contains(err.Error(), "secret-path") {
			t.Errorf("checked: %v", err)
		}
		ended, _ := listen(t, a, &adaptertest.Taken{})
		if err := await.Value(t, "the end", ended); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("it ended with %v", err)
		}
		if at := s.Webhook(telegramtest.Bot); at == "" {
			t.Error("it ended another program's webhook")
		}
	})
	t.Run("its own webhook is replaced", func(t *testing.T) {
		a, s := openHooked(t)
		ended, _ := listen(t, a, &adaptertest.Taken{})
		s.Until("setWebhook", 1)
		s.SetWebhook(telegramtest.Bot, "https://other.example.org/")
		if err := await.Value(t, "the end", ended); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("it ended with %v", err)
		}
	})
}

// TestWebhookAddress: what can't be a webhook is said before anything is asked.
func TestWebhookAddress(t *testing.T) {
	for _, tt := range []struct {
		story, webhook, listen string
		ok                     bool
	}{
		{"both", webhook, "127.0.0.1:8443", true},
		{"a proxy on another machine", webhook, ":8443", true},
		{"not over TLS", "http://bot.example.org/", "127.0.0.1:8443", false},
		{"no port", webhook, "127.0.0.1", false},
		{"nowhere to arrive", webhook, "", false},
	} {
		if _, err := Open("acc", Config{Token: "7001:test-token-of-moth", Webhook: tt.webhook, Listen: tt.listen}); (err == nil) != tt.ok {
			t.Errorf("%s: %v", tt.story, err)
		}
	}
}
