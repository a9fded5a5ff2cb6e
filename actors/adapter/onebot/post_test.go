package onebot

import (
	"errors"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/onebot/onebottest"
	"familiar/messages"
)

// TestFind: what the next process knows of a post.
func TestFind(t *testing.T) {
	p := messages.Post{ID: "onebot/10001/30001~moth~1~0", Channel: garden, Text: "hi @Ana 你好", Mentions: []messages.Mention{{Name: "Ana", ID: "20001"}}}
	for _, tt := range []struct {
		story string
		past  func(t *testing.T, a *Account, s *onebottest.Server)
		want  string
	}{
		{"it was never begun", func(*testing.T, *Account, *onebottest.Server) {}, adaptertest.Never},
		{"it was answered", func(t *testing.T, a *Account, _ *onebottest.Server) { post(t, a, p, true) }, adaptertest.Made},
		{"QQ refused it, says NapCat", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Refuse(onebottest.Refusal{Code: 1200, Text: notPosted})
			post(t, a, p, false)
		}, adaptertest.Never},
		{"go-cqhttp refused it", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Refuse(onebottest.Refusal{Code: 100, Name: "EMPTY_MSG_ERROR", Text: "消息为空"})
			post(t, a, p, false)
		}, adaptertest.Never},
		{"QQ didn't show it to go-cqhttp", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Refuse(onebottest.Refusal{Code: 100, Name: "SEND_MSG_API_ERROR", Text: "请参考 go-cqhttp 端输出"})
			post(t, a, p, false)
		}, adaptertest.Maybe},
		{"QQ refused it, says Lagrange", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Refuse(onebottest.Refusal{Code: 120, Status: "ok"})
			post(t, a, p, false)
		}, adaptertest.Never},
		{"it failed, by a number that nobody has said anything of", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Refuse(onebottest.Refusal{Code: 9000})
			post(t, a, p, false)
		}, adaptertest.Maybe},
		{"its answer was lost, and the history has it", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Lose = true
			post(t, a, p, false)
		}, adaptertest.Made},
		{"its answer was lost, and there is no history", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Lose, s.NoHistory = true, true
			post(t, a, p, false)
		}, adaptertest.Maybe},
		{"the implementation waited in vain", func(t *testing.T, a *Account, s *onebottest.Server) {
			s.Refuse(onebottest.Refusal{Code: 1200, Text: "Timeout: NTEvent"})
			post(t, a, p, false)
		}, adaptertest.Maybe},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := &adaptertest.Words{}
			a, s := open(t, func(c *Config) { c.Marks = w })
			tt.past(t, a, s)
			next := join(t, s, func(c *Config) { c.Marks = w })
			if got := adaptertest.FateOf(t, next, p); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
		})
	}
}

// notPosted is how NapCat says that QQ refused a message.
const notPosted = `EventChecker Failed: NTEvent serviceAndMethod:NodeIKernelMsgService/sendMsg ListenerName:NodeIKernelMsgListener/onMsgInfoListUpdate EventRet: {"result": 120, "errMsg": "发送失败，你已被禁言"}`

func post(t *testing.T, a *Account, p messages.Post, want bool) {
	t.Helper()
	if _, err := a.Post(t.Context(), p); (err == nil) != want {
		t.Fatalf("posted: %v, want %v", err, want)
	}
}

// TestContent: only whom a post mentions is called, and nothing is read as a code.
func TestContent(t *testing.T) {
	a, s := open(t)
	post(t, a, messages.Post{
		ID: "1", Channel: garden, ReplyTo: "-7", Text: "@小艾你好 @Bea [CQ:at,qq=all] @全体成员",
		Mentions: []messages.Mention{{Name: "小艾", ID: "20002"}, {Name: "全体成员", ID: "all"}},
	}, true)
	var kinds []string
	for _, segment := range s.Messages()[0]["message"].([]onebottest.Message) {
		kinds = append(kinds, segment["type"].(string))
	}
	if got, want := strings.Join(kinds, " "), "reply at text text text"; got != want {
		t.Errorf("posted segments %q, want %q", got, want)
	}
	if got, want := s.Posted()[0], "@20002 你好 @Bea [CQ:at,qq=all] @全体成员"; got != want {
		t.Errorf("posted %q, want %q", got, want)
	}
}

// TestToken: a token that isn't taken ends the account, and isn't shown.
func TestToken(t *testing.T) {
	a, _ := open(t, func(c *Config) { c.Token = "wrong-token" })
	if _, err := a.Check(t.Context()); !errors.Is(err, adapter.ErrGone) || strings.Contains(err.Error(), "wrong-token") || !strings.Contains(err.Error(), "access token") {
		t.Errorf("checked: %v, want that the token isn't taken", err)
	}
}

// TestOthers: another account's channels are none of this one's, as what a person says
// to each is in a channel of its own.
func TestOthers(t *testing.T) {
	a, _ := open(t)
	s := onebottest.New()
	t.Cleanup(s.Close)
	s.Self = 10002
	b := join(t, s)
	for _, channel := range []messages.ChannelID{"onebot/10001/u20001", garden, "telegram//1", "onebot/10002/x"} {
		if _, err := b.Post(t.Context(), messages.Post{ID: "1", Channel: channel, Text: "hi"}); !errors.Is(err, adapter.ErrGone) {
			t.Errorf("posted to %s: %v", channel, err)
		}
	}
	post(t, a, messages.Post{ID: "1", Channel: "onebot/10001/u20001", Text: "hi"}, true)
}
