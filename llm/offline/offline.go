// Package offline is a stand-in for a language model, so that the whole
// program runs without a key: deterministic, free, and honest about being no
// model. To what people say it answers that no model is connected, starting
// with [Prefix]; a line of a [Script] gets the reply that was written for it,
// starting with [Scripted]. It never answers what another stand-in said.
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
)

// What every reply starts with, so that nobody takes it for a model's.
const (
	Prefix   = "(offline) "  // the stand-in's own words
	Scripted = "(scripted) " // written beforehand, by people
)

// Silence is the whole reply when the stand-in has nothing to add; the
// program's word for staying silent.
const Silence = "NO_REPLY"

// A Model answers without thinking. The zero Model answers at once.
type Model struct {
	Latency   time.Duration // before the first word; 0: none
	MaxTokens int           // of an answer; 0: any
	Called    string        // by the configuration; empty: "offline"
	Script    Script        // nil: there is none, and every line is a stranger's
}

// A Script says what was written beforehand for a familiar about a line, by
// their names. A line that isn't in it is not known; one that is, and has no
// reply, is left alone. It is called by several goroutines.
type Script func(familiar, author, text string) (p Part, known bool)

// A Part is a familiar's answer to one line.
type Part struct {
	Reply string // "": it says nothing
	Why   string // what its judge says of that, in a few words; "": no more than yes or no
}

// Name implements llm.Model.
func (m Model) Name() string { return cmp.Or(m.Called, "offline") }

// Generate implements llm.Model: a reply, or for a Verdict request a judgement
// as JSON, for a Word request as YES or NO or as a name, word by word. Usage
// and limits count words for tokens.
func (m Model) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		if err := llm.Pause(ctx, m.Latency); err != nil {
			yield(llm.Delta{}, err)
			return
		}
		text := m.respond(r)
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

func (m Model) respond(r llm.Request) string {
	p := reading{page: quote.Read(lastUserText(r)), script: m.Script}
	p.familiar = p.name(r.System)
	if !r.Verdict && !r.Word {
		return p.reply()
	}
	if len(r.Who) > 0 {
		return p.choose(r)
	}
	speak, reason := p.judge()
	if r.Word {
		return map[bool]string{true: "YES", false: "NO"}[speak]
	}
	answer, _ := json.Marshal(struct { // a bool and a string always marshal
		Speak  bool   `json:"speak"`
		Reason string `json:"reason"`
	}{speak, reason})
	return string(answer)
}

// choose names the one of r.Who whom a line in question calls, else the first who
// has something to say, else the last, which stands for nobody.
func (r reading) choose(q llm.Request) string {
	nobody := len(q.Who) - 1
	who, called := q.Who[nobody], false
	_, reason := r.judge()
	for _, r.familiar = range q.Who[:nobody] {
		speak, why := r.judge()
		if speak && !called && (who == q.Who[nobody] || r.called()) {
			who, reason, called = r.familiar, why, r.called()
		}
	}
	if q.Word {
		return who
	}
	answer, _ := json.Marshal(struct { // strings always marshal
		Who    string `json:"who"`
		Reason string `json:"reason"`
	}{who, reason})
	return string(answer)
}

func lastUserText(r llm.Request) string {
	for _, m := range slices.Backward(r.Messages) {
		if m.Role == llm.User {
			return m.Text
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
