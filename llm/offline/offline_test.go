package offline_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/llm/offline"
	"familiar/llm/quote"
	"familiar/messages"
)

func TestSuite(t *testing.T) {
	llmtest.Suite(t, func(*testing.T) llm.Model { return offline.Model{} })
}

func said(name, text string) messages.Quoted {
	return messages.Quoted{Author: messages.Author{Name: name}, Text: text}
}

func page(notice messages.Notice, current ...messages.Quoted) string {
	p := quote.NewPage("c0ffee1234", 0)
	p.Fact("familiar", "Mira")
	p.Quote(quote.Background, said("Eve", "context about penguins?"))
	for _, q := range current {
		p.Quote(quote.Current, q)
	}
	if notice != messages.NoNotice {
		p.Notice(string(notice), "words")
	}
	return p.String()
}

func generate(t *testing.T, r llm.Request) string {
	t.Helper()
	var text strings.Builder
	for d, err := range (offline.Model{}).Generate(t.Context(), r) {
		if err != nil {
			t.Fatalf("generate: %v", err)
		}
		text.WriteString(d.Text)
	}
	return text.String()
}

func ask(text string, verdict bool) llm.Request {
	return llm.Request{Verdict: verdict, Messages: []llm.Message{{Role: llm.User, Text: text}}}
}

func TestReply(t *testing.T) {
	own := said("Mira", "I like lighthouses")
	own.Own = true
	for _, test := range []struct {
		name, page string
		holds      []string // empty: it is silent
	}{
		{"it names the author and echoes the topic", page("", said("Ada", "do you know the lighthouse of Dover?")), []string{"(offline) ", "Ada", "lighthouse", "Dover"}},
		{"the newest line is answered", page("", said("Ada", "planets!"), said("Bob", "oceans!")), []string{"Bob", "oceans"}},
		{"its own line is not answered", page("", said("Ada", "planets!"), own), []string{"Ada", "planets"}},
		{"short words are better than none", page("", said("Ada", "so it is")), []string{"Ada", "so it is"}},
		{"text without spaces is cut", page("", said("Ada", strings.Repeat("字", 100))), []string{"Ada", "字字", "…"}},
		{"an echo pings nobody", page("", said("Ada", "@all <@1> ok")), []string{"all 1 ok"}},
		{"a group nudge does not silence it", page(messages.GroupNudge, said("Ada", "planets!")), []string{"planets"}},
		{"when only bots talked it is silent", page(messages.GuardNotice, said("Ada", "planets!")), nil},
		{"with no line to answer it is silent", page(""), nil},
		{"a line without a word leaves it silent", page("", said("Ada", "👍")), nil},
		{"a prompt that is no page is answered as it stands", "tell me of rivers", []string{"someone", "rivers"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := generate(t, ask(test.page, false))
			if len(test.holds) == 0 && got != offline.Silence {
				t.Errorf("got %q, want %q", got, offline.Silence)
			}
			for _, want := range test.holds {
				if !strings.Contains(got, want) {
					t.Errorf("got %q, want %q in it", got, want)
				}
			}
			if n := strings.Count(got, offline.Prefix); len(test.holds) > 0 && n != 1 {
				t.Errorf("got %q: it says %q %d times, want once", got, offline.Prefix, n)
			}
			if again := generate(t, ask(test.page, false)); again != got {
				t.Errorf("asked again it says %q, want %q", again, got)
			}
		})
	}
}

func TestVerdict(t *testing.T) {
	for _, test := range []struct {
		name, page string
		want       bool
	}{
		{"a question is worth an answer", page("", said("Ada", "what now?")), true},
		{"the name is as well", page("", said("Ada", "ask MIRA about it")), true},
		{"plain talk is not", page("", said("Ada", "going home")), false},
		{"a question in the context does not count", page(""), false},
		{"when only bots talked the answer is no", page(messages.GuardNotice, said("Ada", "Mira?")), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			var got struct {
				Speak  bool
				Reason string
			}
			text := generate(t, ask(test.page, true))
			if err := json.Unmarshal([]byte(text), &got); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if got.Speak != test.want || !strings.HasPrefix(got.Reason, offline.Prefix) {
				t.Errorf("got %+v, want speak %v and a reason that says who gave it", got, test.want)
			}
		})
	}
}

func TestVerdictOfSeveral(t *testing.T) {
	for _, test := range []struct{ name, line, want string }{
		{"who is named is chosen", "ask VESPER about it", "Vesper"},
		{"a question is for the first", "what now?", "Mira"},
		{"plain talk is for nobody", "going home", "nobody"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := quote.NewPage("c0ffee1234", 0)
			p.Fact("familiar", "Mira")
			p.Fact("familiar", "Vesper")
			p.Quote(quote.Current, said("Ada", test.line))
			r := ask(p.String(), true)
			r.Who = []string{"Mira", "Vesper", "nobody"}
			var got struct{ Who, Reason string }
			if text := generate(t, r); json.Unmarshal([]byte(text), &got) != nil || got.Who != test.want || !strings.HasPrefix(got.Reason, offline.Prefix) {
				t.Errorf("got %s, want %s and a reason that says who gave it", text, test.want)
			}
			r.Verdict, r.Word = false, true
			if got := generate(t, r); got != test.want {
				t.Errorf("in a word it says %q, want %q", got, test.want)
			}
		})
	}
}

func TestLatency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start := time.Now()
		for _, err := range (offline.Model{Latency: time.Minute}).Generate(t.Context(), ask("hello", false)) {
			if err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(start); took != time.Minute {
			t.Errorf("took %v, want 1m", took)
		}
	})
}

func TestLimit(t *testing.T) {
	whole := generate(t, ask("tell me of rivers", false))
	for _, test := range []struct {
		name  string
		model offline.Model
		asked int // max_tokens of the request
		words int // 0: all
	}{
		{"without one the answer is whole", offline.Model{}, 0, 0},
		{"the configuration's ends it", offline.Model{MaxTokens: 3}, 0, 3},
		{"the request's own goes before that", offline.Model{MaxTokens: 3}, 2, 2},
		{"one that isn't reached does nothing", offline.Model{}, 1000, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			request := ask("tell me of rivers", false)
			request.MaxTokens = test.asked
			text, usages := "", 0
			var last error
			for d, err := range test.model.Generate(t.Context(), request) {
				text, last = text+d.Text, err
				if d.Usage != nil {
					usages++
				}
			}
			limit, limited := errors.AsType[*llm.LimitError](last)
			if limited != (test.words > 0) || limited && limit.Tokens != test.words || usages != 1 {
				t.Fatalf("got %v and %d usages, want a limit of %d and one usage", last, usages, test.words)
			}
			if !strings.HasPrefix(whole, text) || limited && len(strings.Fields(text)) != test.words || !limited && text != whole {
				t.Errorf("got %q, want %d words of %q", text, test.words, whole)
			}
		})
	}
}
