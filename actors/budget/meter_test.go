package budget

import (
	"context"
	"errors"
	"iter"
	"reflect"
	"slices"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/policy/budget"
)

// A script is a model that yields what is written.
type script struct {
	deltas []llm.Delta
	err    error
	panics bool
}

func (script) Name() string { return "script" }

func (s script) Generate(context.Context, llm.Request) iter.Seq2[llm.Delta, error] {
	return func(yield func(llm.Delta, error) bool) {
		for _, d := range s.deltas {
			if !yield(d, nil) {
				return
			}
		}
		if s.panics {
			panic("the model broke")
		}
		if s.err != nil {
			yield(llm.Delta{}, s.err)
		}
	}
}

func TestMeter(t *testing.T) {
	text, cost := llm.Delta{Text: strings.Repeat("word ", 8)}, llm.Delta{Usage: &llm.Usage{Input: 70, Output: 9, Cached: 60, Cost: 0.5}}
	for _, tt := range []struct {
		what  string
		model script
		until int // the caller stops after so many deltas; 0: it doesn't
		used  budget.Usage
		paid  bool
	}{
		{"an answer costs what it says", script{deltas: []llm.Delta{text, cost}}, 0, budget.Usage{Input: 70, Output: 9, Cached: 60, Cost: 0.5}, true},
		{"also one that broke off after it said so", script{deltas: []llm.Delta{text, cost}, err: llm.ErrCut}, 0, budget.Usage{Input: 70, Output: 9, Cached: 60, Cost: 0.5}, true},
		{"one that doesn't say is estimated", script{deltas: []llm.Delta{text}}, 0, budget.Usage{Input: 100, Output: 10}, true},
		{"so is one whose server counts nothing", script{deltas: []llm.Delta{text, {Usage: &llm.Usage{RequestID: "r"}}}}, 0, budget.Usage{Input: 100, Output: 10}, true},
		{"one that nobody waited for, too", script{deltas: []llm.Delta{text, text, cost}}, 2, budget.Usage{Input: 100, Output: 20}, true},
		{"a model that panics is paid for what it said", script{deltas: []llm.Delta{text}, panics: true}, 0, budget.Usage{Input: 100, Output: 10}, true},
		{"one that said nothing is free", script{err: llm.ErrOverloaded}, 0, budget.Usage{Input: 100}, false},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var told []any
			m := Meter{Tell: func(msg any) { told = append(told, msg) }}
			model := m.On(tt.model, "bright", "aria")
			if model.Name() != "script" {
				t.Errorf("the model is called %q, want its own name", model.Name())
			}
			func() {
				defer func() { _ = recover() }()
				n := 0
				for _, err := range model.Generate(t.Context(), llm.Request{System: strings.Repeat("text", 100), MaxTokens: 50, Channel: "web//garden"}) {
					if n++; n == tt.until || err != nil && !errors.Is(err, tt.model.err) {
						break
					}
				}
			}()
			call := budget.Call{Channel: "web//garden", Familiar: "aria", Model: "bright"}
			want := []any{began{1, call, budget.Usage{Input: 100, Output: 50}}, ended{1, call, tt.used, tt.paid}}
			if !reflect.DeepEqual(told, want) {
				t.Errorf("told\n%+v, want\n%+v", told, want)
			}
		})
	}
}

// TestVectorsArePaidFor: by what went in, as the model says or else as it is estimated.
func TestVectorsArePaidFor(t *testing.T) {
	vectors := llm.Delta{Vectors: [][]float32{{1}}}
	for _, tt := range []struct {
		what   string
		deltas []llm.Delta
		used   budget.Usage
	}{
		{"its server counts", []llm.Delta{vectors, {Usage: &llm.Usage{Input: 7, Cost: 0.25}}}, budget.Usage{Input: 7, Cost: 0.25}},
		{"it doesn't", []llm.Delta{vectors}, budget.Usage{Input: 2}},
	} {
		var told []any
		m := Meter{Tell: func(msg any) { told = append(told, msg) }}
		if _, err := llm.Embed(t.Context(), m.On(script{deltas: tt.deltas}, "small", "aria"), llm.Request{Embed: []string{"harbours"}, Channel: "web//garden"}); err != nil {
			t.Error(err)
		}
		call := budget.Call{Channel: "web//garden", Familiar: "aria", Model: "small"}
		if want := []any{began{1, call, budget.Usage{Input: 2}}, ended{1, call, tt.used, true}}; !reflect.DeepEqual(told, want) {
			t.Errorf("%s: told\n%+v, want\n%+v", tt.what, told, want)
		}
	}
}

// TestReserve: what a call that waits is expected to cost is reserved once, until the
// call has ended or is not made.
func TestReserve(t *testing.T) {
	request := llm.Request{System: strings.Repeat("text", 100), MaxTokens: 50, Channel: "web//garden"}
	call := budget.Call{Channel: "web//garden", Familiar: "aria", Model: "bright"}
	guess := budget.Usage{Input: 100, Output: 50}
	answer := script{deltas: []llm.Delta{{Usage: &llm.Usage{Input: 70, Output: 9}}}}
	for _, tt := range []struct {
		what string
		made []string // models that are asked meanwhile
		want []any
	}{
		{"no call is made", nil, []any{began{1, call, guess}, ended{n: 1, call: call}}},
		{"the call is made", []string{"bright"}, []any{began{1, call, guess}, ended{1, call, budget.Usage{Input: 70, Output: 9}, true}}},
		{"the next one has a reservation of its own", []string{"bright", "bright"}, []any{
			began{1, call, guess},
			ended{1, call, budget.Usage{Input: 70, Output: 9}, true},
			began{2, call, guess},
			ended{2, call, budget.Usage{Input: 70, Output: 9}, true},
		}},
		{"and so has one of another model", []string{"small"}, []any{
			began{1, call, guess},
			began{2, budget.Call{Channel: "web//garden", Familiar: "aria", Model: "small"}, guess},
			ended{2, budget.Call{Channel: "web//garden", Familiar: "aria", Model: "small"}, budget.Usage{Input: 70, Output: 9}, true},
			ended{n: 1, call: call},
		}},
	} {
		var told []any
		m := Meter{Tell: func(msg any) { told = append(told, msg) }}
		ctx, release := m.Reserve(t.Context(), request, "bright", "aria")
		for _, name := range tt.made {
			for range m.On(answer, name, "aria").Generate(ctx, request) {
				continue
			}
		}
		release()
		if !reflect.DeepEqual(told, tt.want) {
			t.Errorf("%s: told\n%+v, want\n%+v", tt.what, told, tt.want)
		}
	}
}

// TestOneAnswer: an answer that is begun more than once counts once, by the beginning that
// was paid for first.
func TestOneAnswer(t *testing.T) {
	request := llm.Request{Channel: "web//garden", Person: "ana", Opens: true}
	free, paid := script{err: llm.ErrOverloaded}, script{deltas: []llm.Delta{{Text: "hello"}}}
	var opened []bool
	m := Meter{Tell: func(msg any) {
		if e, is := msg.(ended); is && e.paid {
			opened = append(opened, e.call.Opens)
		}
	}}
	ctx := OneAnswer(t.Context())
	for _, model := range []script{free, paid, paid} {
		for range m.On(model, "bright", "aria").Generate(ctx, request) {
			continue
		}
	}
	for range m.On(paid, "bright", "aria").Generate(t.Context(), request) { // another one
		continue
	}
	if want := []bool{true, false, true}; !slices.Equal(opened, want) {
		t.Errorf("they count %v, want %v", opened, want)
	}
}
