package scripted

import (
	"context"
	"errors"
	"net/http/httptest"
	"slices"
	"testing"
	"time"

	"familiar/lab/load"
	"familiar/llm"
	"familiar/llm/openai"
)

// TestModel has the client that familiar uses ask it.
func TestModel(t *testing.T) {
	names := load.Names{Run: "r"}
	key := load.Key{Channel: 1, Number: 2}
	ask := llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "what of " + names.Quote([]load.Key{key}) + "?"}}}
	for _, tt := range []struct {
		story string
		model Options
		ask   llm.Request
		want  string // what it says
		err   error
		calls int // it tells of
	}{
		{story: "a call is answered with its token", ask: ask, want: "re q1x2r", calls: 1},
		{story: "other talk is not", ask: llm.Request{Messages: []llm.Message{{Role: llm.User, Text: "hello"}}}, want: "NO_REPLY"},
		{story: "nor is a call of another run", ask: llm.Request{Messages: []llm.Message{{Role: llm.User, Text: load.Names{Run: "q"}.Quote([]load.Key{key})}}}, want: "NO_REPLY"},
		{story: "a judge says no", ask: llm.Request{Messages: ask.Messages, Verdict: true}, want: `{"speak": false, "reason": "they talk among themselves"}`},
		{story: "in a word, too", ask: llm.Request{Messages: ask.Messages, Word: true, MaxTokens: 3}, want: "NO"},
		{story: "it may be overloaded", model: Options{Errors: 1}, ask: ask, err: errAny},
		{story: "it may hang for one channel", model: Options{Hung: func(k load.Key) bool { return k == key }}, ask: ask, err: context.DeadlineExceeded},
		{story: "or for anybody", model: Options{Hangs: 1}, ask: ask, err: context.DeadlineExceeded},
	} {
		t.Run(tt.story, func(t *testing.T) {
			var answered, hanging []load.Key
			tt.model.Hanging = func(lines ...load.Key) { hanging = append(hanging, lines...) }
			tt.model.Names = names
			tt.model.Answered = func(_ time.Time, lines ...load.Key) { answered = append(answered, lines...) }
			s := httptest.NewServer(New(tt.model))
			defer s.Close()
			within := 30 * time.Second
			if tt.err == context.DeadlineExceeded {
				within = 500 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			said := ""
			var failed error
			for d, err := range openai.New(openai.Options{Name: "scripted", Model: "scripted", URL: s.URL + "/v1"}).Generate(ctx, tt.ask) {
				if err != nil {
					failed = err
					break
				}
				said += d.Text
			}
			if said != tt.want || (failed != nil) != (tt.err != nil) || tt.err != nil && tt.err != errAny && !errors.Is(failed, tt.err) {
				t.Errorf("said %q, %v; want %q, %v", said, failed, tt.want, tt.err)
			}
			s.Close() // waits for the model
			if want := slices.Repeat([]load.Key{key}, tt.calls); !slices.Equal(answered, want) {
				t.Errorf("told of answers to %v, want %v", answered, want)
			}
			if hangs := tt.err == context.DeadlineExceeded; slices.Contains(hanging, key) != hangs {
				t.Errorf("told that it hangs at %v, want %v", hanging, hangs)
			}
		})
	}
}

var errAny = errors.New("any error")

func TestTimes(t *testing.T) {
	m := New(Options{Median: 4 * time.Second})
	var all []time.Duration
	for range 2000 {
		all = append(all, m.time())
	}
	slices.Sort(all)
	if all[0] < time.Second || all[len(all)-1] > 20*time.Second || all[1000] < 3500*time.Millisecond || all[1000] > 4500*time.Millisecond {
		t.Errorf("answers take %v to %v, half of them %v; want 1 s to 20 s, half of them 4 s", all[0], all[len(all)-1], all[1000])
	}
	if got := New(Options{}).time(); got != 0 {
		t.Errorf("without a median it takes %v", got)
	}
}
