package telegram

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"familiar/actors/adapter"
	"familiar/actors/adapter/telegram/telegramtest"
	"familiar/messages"
)

// words are kept in memory, over the life of accounts.
type words struct {
	mu     sync.Mutex // several posts at once
	kept   map[string]string
	at     map[string]uint64
	broken error
}

func newWords() *words { return &words{kept: map[string]string{}, at: map[string]uint64{}} }

func (w *words) Read(name string) ([]byte, uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return []byte(w.kept[name]), w.at[name], w.broken
}

func (w *words) Write(name string, over uint64, body []byte) (uint64, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.broken != nil:
		return 0, w.broken
	case w.at[name] != over:
		return 0, errors.New("another was written")
	}
	w.kept[name] = string(body)
	w.at[name]++
	return w.at[name], nil
}

// TestFind: what the next process knows of a post.
func TestFind(t *testing.T) {
	const maybe, never, made = "nobody knows", "never begun", "made"
	p := messages.Post{ID: "telegram//-1001000000001~moth~1~0", Channel: garden, Text: "hi"}
	other := messages.Post{ID: "telegram//-1001000000001~moth~2~0", Channel: garden, Text: "and"}
	refuse := func(r telegramtest.Refusal) func(*Account, *telegramtest.Server, *words) {
		return func(a *Account, s *telegramtest.Server, _ *words) {
			s.Refuse("sendMessage", r)
			_, _ = a.Post(t.Context(), p)
		}
	}
	for _, tt := range []struct {
		story string
		first func(a *Account, s *telegramtest.Server, w *words) // what an earlier process did
		want  string
	}{
		{"nothing was ever posted there", func(*Account, *telegramtest.Server, *words) {}, never},
		{"another post was made", func(a *Account, _ *telegramtest.Server, _ *words) { _, _ = a.Post(t.Context(), other) }, never},
		{"it was refused", refuse(telegramtest.Refusal{Code: 400, Text: "Bad Request: TOPIC_CLOSED"}), never},
		{"it was put off", refuse(telegramtest.Refusal{Code: 429, Text: "Too Many Requests"}), never},
		{"it was posted", func(a *Account, _ *telegramtest.Server, _ *words) { _, _ = a.Post(t.Context(), p) }, made},
		{"its answer was lost", refuse(telegramtest.Refusal{Lose: true, Done: true}), maybe},
		{"so was its request", refuse(telegramtest.Refusal{Lose: true}), maybe},
		{"nothing could be marked before", func(a *Account, s *telegramtest.Server, w *words) {
			w.broken = errors.New("no space")
			if _, err := a.Post(t.Context(), p); !adapter.IsUnposted(err) || len(s.Posted()) > 0 {
				t.Errorf("posted all the same: %v", err)
			}
			w.broken = nil
		}, never},
		{"what was kept can't be read", func(a *Account, _ *telegramtest.Server, w *words) {
			w.kept[a.marks.Name(garden)], w.at[a.marks.Name(garden)] = "{", 1
		}, maybe},
	} {
		t.Run(tt.story, func(t *testing.T) {
			w := newWords()
			a, s := open(t, func(c *Config) { c.Marks = w })
			tt.first(a, s, w)
			next := join(t, "acc", s, func(c *Config) { c.Marks = w })
			posted, found, err := next.Find(t.Context(), p)
			got := never
			switch {
			case errors.Is(err, adapter.ErrGone):
				got = maybe
			case err != nil:
				t.Fatal(err)
			case found:
				got = made
			}
			if got != tt.want || found != (posted.Line != "") {
				t.Errorf("found %+v, %v: %s, want %s", posted, err, got, tt.want)
			}
			for _, text := range w.kept {
				if strings.Contains(text, "moth") || strings.Contains(text, "1001000000001") {
					t.Errorf("what is kept names something: %s", text)
				}
			}
		})
	}
	a, _ := open(t)
	if _, _, err := a.Find(t.Context(), p); !errors.Is(err, adapter.ErrGone) {
		t.Errorf("where nothing is kept: %v, want ErrGone", err)
	}
}
