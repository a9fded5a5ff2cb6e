package telegram

import (
	"errors"
	"strings"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/adaptertest"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/messages"
)

// TestFind: what the next process knows of a post.
func TestFind(t *testing.T) {
	p := messages.Post{ID: "telegram//-1001000000001~moth~1~0", Channel: garden, Text: "hi"}
	other := messages.Post{ID: "telegram//-1001000000001~moth~2~0", Channel: garden, Text: "and"}
	refuse := func(r telegramtest.Refusal) func(*Account, *telegramtest.Server, *adaptertest.Words) {
		return func(a *Account, s *telegramtest.Server, _ *adaptertest.Words) {
			s.Refuse("sendMessage", r)
			_, _ = a.Post(t.Context(), p)
		}
	}
	for _, tt := range []struct {
		story string
		first func(a *Account, s *telegramtest.Server, w *adaptertest.Words) // what an earlier process did
		want  string
	}{
		{"nothing was ever posted there", func(*Account, *telegramtest.Server, *adaptertest.Words) {}, adaptertest.Never},
		{"another post was made", func(a *Account, _ *telegramtest.Server, _ *adaptertest.Words) { _, _ = a.Post(t.Context(), other) }, adaptertest.Never},
		{"it was refused", refuse(telegramtest.Refusal{Code: 400, Text: "Bad Request: TOPIC_CLOSED"}), adaptertest.Never},
		{"it was put off", refuse(telegramtest.Refusal{Code: 429, Text: "Too Many Requests"}), adaptertest.Never},
		{"it was posted", func(a *Account, _ *telegramtest.Server, _ *adaptertest.Words) { _, _ = a.Post(t.Context(), p) }, adaptertest.Made},
		{"its answer was lost", refuse(telegramtest.Refusal{Lose: true, Done: true}), adaptertest.Maybe},
		{"so was its request", refuse(telegramtest.Refusal{Lose: true}), adaptertest.Maybe},
		{"nothing could be marked before", func(a *Account, s *telegramtest.Server, w *adaptertest.Words) {
			w.Break(errors.New("no space"))
			if _, err := a.Post(t.Context(), p); !adapter.IsUnposted(err) || len(s.Posted()) > 0 {
				t.Errorf("posted all the same: %v", err)
			}
			w.Break(nil)
		}, adaptertest.Never},
		{"what was kept can't be read", func(a *Account, _ *telegramtest.Server, w *adaptertest.Words) {
			_, _ = w.Write(a.marks.Name(garden), 0, []byte("{"))
		}, adaptertest.Maybe},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := &adaptertest.Words{}
			a, s := open(t, func(c *Config) { c.Marks = w })
			tt.first(a, s, w)
			next := join(t, "acc", s, func(c *Config) { c.Marks = w })
			if got := adaptertest.FateOf(t, next, p); got != tt.want {
				t.Errorf("%s, want %s", got, tt.want)
			}
			for _, text := range w.All() {
				if strings.Contains(text, "moth") || strings.Contains(text, "1001000000001") {
					t.Errorf("what is kept names something: %s", text)
				}
			}
		})
	}
	a, _ := open(t)
	if got := adaptertest.FateOf(t, a, p); got != adaptertest.Maybe {
		t.Errorf("where nothing is kept: %s", got)
	}
}
