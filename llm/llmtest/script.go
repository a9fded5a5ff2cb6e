// Package llmtest has models for tests: [Script] answers what it was told to,
// one [Answer] after the other, and remembers what it was asked; [Func]
// computes its answer. Both wait with plain timers, so they work in a
// testing/synctest bubble. [Suite] is what every model must pass.
//
// It knows the contract of llm.Model and nothing of prompts. Tests of agent,
// monitor, app and of the model clients use it.
package llmtest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"sync"
	"time"

	"familiar/llm"
)

// ErrScriptOver is what a [Script] answers after its last answer.
var ErrScriptOver = errors.New("llmtest: script is over")

// An Answer is how a fake model treats one request: it waits, yields the text
// piece by piece, then the calls, then the usage, then fails. The zero Answer is
// an empty one.
type Answer struct {
	After time.Duration // before the first piece; ends early when the context does
	Text  []string      // the pieces
	Calls []llm.Call
	Err   error           // ends the answer: with Text, a cut stream; nil: it ends well
	Usage llm.Usage       // with Err the zero Usage is not told
	Hang  <-chan struct{} // ignore the context until it is closed: a bad model; nil: behave
	Panic any             // panic with it after the text; nil: don't
}

// Say answers with text in the pieces given.
func Say(pieces ...string) Answer { return Answer{Text: pieces} }

// Verdict answers as a judge does.
func Verdict(speak bool, reason string) Answer {
	b, _ := json.Marshal(map[string]any{"speak": speak, "reason": reason}) // a bool and a string always marshal
	return Say(string(b))
}

// Use answers with a call of a tool; its arguments are anything that marshals.
func Use(tool string, arguments any) Answer { return Answer{}.Use(tool, arguments) }

// Fail answers with an error at once.
func Fail(err error) Answer { return Answer{Err: err} }

// Refuse answers as a model that won't.
func Refuse() Answer { return Fail(fmt.Errorf("llmtest: %w", llm.ErrRefused)) }

// Use adds a call. Calls are numbered "call-1" and up within an answer.
func (a Answer) Use(tool string, arguments any) Answer {
	raw, err := json.Marshal(arguments)
	if err != nil {
		panic(fmt.Sprintf("llmtest: arguments of %s: %v", tool, err))
	}
	id := fmt.Sprintf("call-%d", len(a.Calls)+1)
	a.Calls = append(slices.Clip(a.Calls), llm.Call{ID: id, Name: tool, Arguments: raw})
	return a
}

// Slow makes the answer come after d.
func (a Answer) Slow(d time.Duration) Answer { a.After = d; return a }

// Cut makes the answer break off with err after its text.
func (a Answer) Cut(err error) Answer { a.Err = err; return a }

// A Script is a model that gives its answers in order. It must not be copied.
type Script struct {
	mu       sync.Mutex // a model may be called by many at once
	name     string
	answers  []Answer
	requests []llm.Request
}

// New makes a Script of that name; it gives the answers in the order of calls.
func New(name string, answers ...Answer) *Script {
	return &Script{name: name, answers: answers}
}

// Name implements llm.Model.
func (s *Script) Name() string { return s.name }

// Requests returns what the model was asked so far, oldest first.
func (s *Script) Requests() []llm.Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Generate implements llm.Model.
func (s *Script) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) { s.next(r).play(ctx, yield) }
}

func (s *Script) next(r llm.Request) Answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	r.Messages = slices.Clone(r.Messages) // the caller goes on appending
	s.requests = append(s.requests, r)
	if len(s.answers) == 0 {
		return Fail(ErrScriptOver)
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a
}

// A Func is a model named "func" that computes each answer.
type Func func(llm.Request) Answer

// Name implements llm.Model.
func (Func) Name() string { return "func" }

// Generate implements llm.Model.
func (f Func) Generate(ctx context.Context, r llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) { f(r).play(ctx, yield) }
}
