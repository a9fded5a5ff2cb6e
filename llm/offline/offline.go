// Package offline is a stand-in for a language model, so that the whole
// program runs without a key: deterministic, free, and honest about being no
// model. Its answers start with [Prefix].
//
// It is a pure function of the request. It reads the pages that llm/quote
// writes and knows nothing else of its caller. The configuration offers it
// as a model like any other; demonstrations and tests use it.
package offline

import (
	"cmp"
	"context"
	"encoding/json"
	"iter"
	"slices"
	"strings"
	"time"

	"familiar/llm"
	"familiar/llm/quote"
	"familiar/messages"
)

// Prefix starts every reply, so that nobody takes it for a model's.
const Prefix = "(offline) "

// Silence is the whole reply when the stand-in has nothing to add; the
// program's word for staying silent.
const Silence = "NO_REPLY"

// A Model answers without thinking. The zero Model answers at once.
type Model struct {
	Latency   time.Duration // before the first word; 0: none
	MaxTokens int           // of an answer; 0: any
	Called    string        // by the configuration; empty: "offline"
}

// Name implements llm.Model.
func (m Model) Name() string { return cmp.Or(m.Called, "offline") }

// Generate implements llm.Model: a reply, or for a Verdict request a judgement
// as JSON, for a Word request as YES or NO or as a name, word by word. Usage and limits
// count words for tokens.
func (m Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if err := llm.Pause(ctx, m.Latency); err != nil {
			yield(llm.Delta{}, err)
			return
		}
		text := respond(r)
		words := strings.SplitAfter(text, " ")
		limit, limited := cmp.Or(r.MaxTokens, m.MaxTokens), false
		if limit > 0 && len(words) > limit {
			words, limited = words[:limit], true
		}
		for _, word := range words {
			if err := ctx.Err(); err != nil {
				yield(llm.Delta{}, err)
				return
			}
			if !yield(llm.Delta{Text: word}, nil) {
				return
			}
		}
		usage := llm.Usage{Input: input(r), Output: len(words)}
		if yield(llm.Delta{Usage: &usage}, nil) && limited {
			yield(llm.Delta{}, &llm.LimitError{Tokens: limit})
		}
	}
}

func respond(r llm.Request) string {
	page := quote.Read(lastUserText(r))
	if !r.Verdict && !r.Word {
		return reply(page)
	}
	if len(r.Who) > 0 {
		return choose(page, r)
	}
	speak, reason := judge(page)
	if r.Word {
		return map[bool]string{true: "YES", false: "NO"}[speak]
	}
	answer, _ := json.Marshal(struct { // a bool and a string always marshal
		Speak  bool   `json:"speak"`
		Reason string `json:"reason"`
	}{speak, Prefix + reason})
	return string(answer)
}

// choose names the one of the page's familiars whose name a line in question
// holds, else the first where there is a question, else the last of r.Who, which
// stands for nobody.
func choose(page []quote.Passage, r llm.Request) string {
	who, reason := r.Who[len(r.Who)-1], "no question and no name"
	if speak, why := judge(page); speak {
		who, reason = r.Who[0], why
		for _, name := range slices.Backward(r.Who[:len(r.Who)-1]) {
			if named(page, name) {
				who = name
			}
		}
	}
	if r.Word {
		return who
	}
	answer, _ := json.Marshal(struct { // strings always marshal
		Who    string `json:"who"`
		Reason string `json:"reason"`
	}{who, Prefix + reason})
	return string(answer)
}

// onlyBots reports whether the page says that nobody but bots talked lately.
func onlyBots(page []quote.Passage) bool {
	for _, p := range page {
		if p.Mark == quote.Notice && p.Head == string(messages.GuardNotice) {
			return true
		}
	}
	return false
}

func lastUserText(r llm.Request) string {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		if r.Messages[i].Role == llm.User {
			return r.Messages[i].Text
		}
	}
	return ""
}

func input(r llm.Request) int {
	n := len(strings.Fields(r.System))
	for _, m := range r.Messages {
		n += len(strings.Fields(m.Text))
	}
	return n
}
