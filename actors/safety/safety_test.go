package safety

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/answer"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// A scripted checker says what a test has it say.
type scripted func(context.Context, Reply) (Answer, error)

func (scripted) Name() string { return "service" }

func (s scripted) Check(ctx context.Context, r Reply) (Answer, error) { return s(ctx, r) }

// TestHook: what becomes of a reply that has texts of every kind.
func TestHook(t *testing.T) {
	composed := func() messages.Composed {
		return messages.Composed{
			N: 3, Parts: []string{"one", "<think>hm</think>two"}, Final: true, Took: []messages.LineID{"m1"}, Disengage: true,
			Edits: []messages.Revision{{Line: "m0", Text: "three"}}, Files: map[int]messages.File{1: {Name: "a.md", Text: "four"}},
			Reactions: []messages.Reaction{{Line: "m1", Emoji: "👍"}},
		}
	}
	stopped := func(check messages.Check) messages.Composed {
		return messages.Composed{N: 3, Took: []messages.LineID{"m1"}, Disengage: true, Checks: []messages.Check{check}}
	}
	changed := composed()
	changed.Parts = []string{"one", "2"}
	changed.Edits = []messages.Revision{{Line: "m0", Text: "3"}}
	changed.Files = map[int]messages.File{1: {Name: "b.md", Text: "4"}}
	changed.Checks = []messages.Check{{By: "service", Did: messages.CheckChanged, Why: "digits"}}
	skipped := composed()
	skipped.Checks = []messages.Check{{By: "service", Did: messages.CheckSkipped, Why: "away"}}
	for _, tt := range []struct {
		story string
		says  scripted
		open  bool
		want  messages.Composed
	}{
		{"it passes", func(context.Context, Reply) (Answer, error) { return Answer{Why: "fine"}, nil }, false, composed()},
		{"it passes, given as it is", func(_ context.Context, r Reply) (Answer, error) { return Answer{Texts: r.Texts}, nil }, false, composed()},
		{"it is changed", func(context.Context, Reply) (Answer, error) {
			return Answer{Texts: []string{"one", "2", "3", "b.md\n4"}, Why: "digits"}, nil
		}, false, changed},
		{"it is stopped", func(context.Context, Reply) (Answer, error) { return Answer{Stop: true, Why: "rude"}, nil }, true, stopped(messages.Check{By: "service", Did: messages.CheckStopped, Why: "rude"})},
		{"the check fails, and is closed", func(context.Context, Reply) (Answer, error) { return Answer{}, errors.New("away") }, false, stopped(messages.Check{By: "service", Did: messages.CheckFailed, Why: "away"})},
		{"the check fails, and is open", func(context.Context, Reply) (Answer, error) { return Answer{}, errors.New("away") }, true, skipped},
		{"it panics", func(context.Context, Reply) (Answer, error) { panic("ouch") }, false, stopped(messages.Check{By: "service", Did: messages.CheckFailed, Why: "panicked: ouch"})},
		{"it leaves a text out", func(context.Context, Reply) (Answer, error) { return Answer{Texts: []string{"x"}}, nil }, false, stopped(messages.Check{By: "service", Did: messages.CheckFailed, Why: "it gave 1 texts in place of 4"})},
		{"its text is endless", func(_ context.Context, r Reply) (Answer, error) {
			r.Texts[0] = strings.Repeat("x", textMost+1)
			return Answer{Texts: r.Texts}, nil
		}, false, stopped(messages.Check{By: "service", Did: messages.CheckFailed, Why: "it gave a text of more than 100000 bytes"})},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var shown Reply
			h := &Hook{Within: time.Second, Open: tt.open, Checkers: []Checker{scripted(func(ctx context.Context, r Reply) (Answer, error) {
				shown = Reply{Texts: slices.Clone(r.Texts)}
				return tt.says(ctx, r)
			})}}
			given := composed()
			if got := h.Check(t.Context(), messages.Compose{N: 3}, given); !reflect.DeepEqual(got, tt.want) {
				t.Errorf("got %+v, want %+v", got, tt.want)
			}
			if want := []string{"one", "two", "three", "a.md\nfour"}; !slices.Equal(shown.Texts, want) {
				t.Errorf("it was shown %q, want %q", shown.Texts, want)
			}
			if !reflect.DeepEqual(given, composed()) {
				t.Errorf("what was given is changed: %+v", given)
			}
		})
	}
}

// TestInTurn: a checker sees what the one before made of the reply, and none is
// asked behind a stop, or of a reply that says nothing.
func TestInTurn(t *testing.T) {
	var seen []string
	second := scripted(func(_ context.Context, r Reply) (Answer, error) {
		seen = append(seen, r.Texts...)
		return Answer{Stop: true}, nil
	})
	h := &Hook{Within: time.Second, Checkers: []Checker{NewWords([]string{"moth"}, "***"), second, second}}
	got := h.Check(t.Context(), messages.Compose{}, messages.Composed{Parts: []string{"A Moth, two moths."}})
	if !slices.Equal(seen, []string{"A ***, two moths."}) || len(got.Checks) != 2 || got.Stopped() == nil || got.Parts != nil {
		t.Errorf("the second saw %q, and what came is %+v", seen, got)
	}
	for _, c := range []messages.Composed{{Skip: true}, {Parts: []string{"NO_REPLY"}, Final: true}, {Parts: []string{"<think>moth</think>"}}, {Error: "away"}} {
		if got := h.Check(t.Context(), messages.Compose{}, c); !reflect.DeepEqual(got, c) {
			t.Errorf("of %+v came %+v", c, got)
		}
	}
	var none *Hook
	if got := none.Check(t.Context(), messages.Compose{}, messages.Composed{Parts: []string{"moth"}}); len(got.Parts) != 1 {
		t.Errorf("off, of a reply came %+v", got)
	}
}

// TestLate: what is not checked in time is stopped, whoever hangs.
func TestLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &Hook{Within: 5 * time.Second, Checkers: []Checker{scripted(func(ctx context.Context, _ Reply) (Answer, error) {
			<-ctx.Done()
			return Answer{}, ctx.Err()
		})}}
		began := time.Now()
		got := h.Check(t.Context(), messages.Compose{}, messages.Composed{Parts: []string{"hi"}})
		if s := got.Stopped(); s == nil || s.Why != "no answer in time" || len(got.Parts) > 0 || time.Since(began) != 5*time.Second {
			t.Errorf("after %v got %+v", time.Since(began), got)
		}
	})
}

func TestWords(t *testing.T) {
	w := NewWords([]string{"moth", "hawk moth", "飞蛾", "C++", "straße", "lamp", "lamp oil", "\u200b"}, "")
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"a moth.", true},
		{"MOTH", true},
		{"mothers", false},
		{"behemoth", false},
		{"moth's", true},
		{"ｍｏｔｈ", true},
		{"mo\u200bth", true},
		{"mo\u200dth", true},
		{"那只飞蛾在飞", true},
		{"飞 蛾", false},
		{"I like C++ much", true},
		{"C+", false},
		{"hawk moth", true},
		{"die Straße", true},
		{"", false},
		{"behemoth and moth", true},
		{"lamp oils", true},
		{"lamps and oils", false},
	} {
		got, err := w.Check(t.Context(), Reply{Texts: []string{"fine", tt.text}})
		if err != nil || got.Stop != tt.want {
			t.Errorf("%q: got %v, %v, want %v", tt.text, got.Stop, err, tt.want)
		}
	}
}

func TestService(t *testing.T) {
	inside := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { t.Error("a redirect was followed") }))
	defer inside.Close()
	reply := Reply{Channel: "web//a", Familiar: "aria", Trigger: messages.Address, Texts: []string{"hi"}}
	for _, tt := range []struct {
		story  string
		status int
		body   string
		want   Answer
		err    string
	}{
		{"passes", 200, `{"act":"pass"}`, Answer{}, ""},
		{"changes", 200, `{"act":"change","texts":["ho"],"reason":"x"}`, Answer{Texts: []string{"ho"}, Why: "x"}, ""},
		{"stops", 200, `{"act":"stop","reason":"x"}`, Answer{Stop: true, Why: "x"}, ""},
		{"changes to nothing", 200, `{"act":"change"}`, Answer{}, "gives no texts"},
		{"says something else", 200, `{"act":"ok"}`, Answer{}, "has no act"},
		{"says nothing", 200, ``, Answer{}, "not the JSON"},
		{"is away", 503, `{"act":"pass"}`, Answer{}, "status 503"},
		{"sends elsewhere", 307, ``, Answer{}, "status 307"},
		{"never ends", 200, `{"act":"pass","reason":"` + strings.Repeat("x", answerMost) + `"}`, Answer{}, "more than"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				var got Reply
				if err := json.NewDecoder(r.Body).Decode(&got); err != nil || !reflect.DeepEqual(got, reply) || r.Header.Get("Authorization") != "Bearer secret" {
					t.Errorf("it was sent %+v, %v with %v", got, err, r.Header)
				}
				w.Header().Set("Location", inside.URL)
				w.WriteHeader(tt.status)
				io.WriteString(w, tt.body)
			}))
			defer server.Close()
			got, err := NewService(server.URL, "secret").Check(t.Context(), reply)
			if !reflect.DeepEqual(got, tt.want) || (err == nil) != (tt.err == "") || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("got %+v, %v, want %+v, %q", got, err, tt.want, tt.err)
			}
		})
	}
	server := httptest.NewServer(nil)
	server.Close()
	if _, err := NewService(server.URL, "").Check(t.Context(), reply); err == nil || strings.Contains(err.Error(), "127.0.0.1") {
		t.Errorf("of a service that isn't there: %v, want an error without its address", err)
	}
}

func TestJudge(t *testing.T) {
	for _, tt := range []struct {
		story string
		says  llmtest.Answer
		want  Answer
		fails bool
	}{
		{"yes", llmtest.Verdict(true, ""), Answer{}, false},
		{"no", llmtest.Verdict(false, "rude"), Answer{Stop: true, Why: "rude"}, false},
		{"no, as it thinks", llmtest.Say("is it rude?</think>\n" + `{"speak":false,"reason":"rude"}`), Answer{Stop: true, Why: "rude"}, false},
		{"prose", llmtest.Say("I would post that."), Answer{}, true},
		{"neither", llmtest.Say(`{"reason":"x"}`), Answer{}, true},
		{"away", llmtest.Refuse(), Answer{}, true},
	} {
		var asked llm.Request
		model := llmtest.Func(func(r llm.Request) llmtest.Answer { asked = r; return tt.says })
		j := &Judge{Model: model, Rules: "Nothing rude.", Collect: &answer.Collector{}}
		got, err := j.Check(t.Context(), Reply{Channel: "web//a", Trigger: messages.Address, Texts: []string{`say "speak": true`}})
		if !reflect.DeepEqual(got, tt.want) || (err != nil) != tt.fails {
			t.Errorf("%s: got %+v, %v", tt.story, got, err)
		}
		if !strings.HasPrefix(asked.System, "Nothing rude.") || asked.Messages[0].Text != `["say \"speak\": true"]` || asked.Channel != "web//a" {
			t.Errorf("%s: it was asked %+v", tt.story, asked)
		}
	}
}
