package llmtest

import (
	"context"
	"errors"
	"sync"
	"testing"

	"familiar/llm"
)

// Suite checks what callers rely on in a model that is able to answer "Say
// hello." with some text: model is called once for each check and may start a
// fake server for it.
func Suite(t *testing.T, model func(t *testing.T) llm.Model) {
	for _, check := range []struct {
		name string
		run  func(*testing.T, llm.Model)
	}{
		{"it has a name", named},
		{"an answer is text, one field a delta, then one usage", shaped},
		{"it stops when its reader does", stops},
		{"a context that has ended is an error that says so", ended},
		{"it may be called by many at once", concurrent},
	} {
		t.Run(check.name, func(t *testing.T) { check.run(t, model(t)) })
	}
}

var hello = llm.Request{
	System:   "You are terse.",
	Messages: []llm.Message{{Role: llm.User, Text: "Say hello."}},
}

func named(t *testing.T, m llm.Model) {
	if m.Name() == "" {
		t.Error("got no name")
	}
}

func shaped(t *testing.T, m llm.Model) {
	text, usages := "", 0
	for d, err := range m.Generate(t.Context(), hello) {
		if err != nil {
			t.Fatalf("generate: %v", err)
		}
		fields := 0
		for _, set := range []bool{d.Text != "", d.Call != nil, d.Usage != nil} {
			if set {
				fields++
			}
		}
		if fields > 1 {
			t.Errorf("delta %+v: got %d fields, want at most 1", d, fields)
		}
		if usages > 0 {
			t.Errorf("delta %+v came after the usage", d)
		}
		if d.Usage != nil {
			usages++
		}
		text += d.Text
	}
	if text == "" || usages != 1 {
		t.Errorf("got text %q and %d usages, want some text and 1 usage", text, usages)
	}
}

func stops(t *testing.T, m llm.Model) {
	deltas := 0
	for range m.Generate(t.Context(), hello) {
		deltas++
		break // a model that yields again panics: range over func sees to it
	}
	if deltas != 1 {
		t.Errorf("got %d deltas, want 1", deltas)
	}
}

func ended(t *testing.T, m llm.Model) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var last error
	for _, err := range m.Generate(ctx, hello) {
		last = err
	}
	if !errors.Is(last, context.Canceled) {
		t.Errorf("got error %v, want %v", last, context.Canceled)
	}
}

func concurrent(t *testing.T, m llm.Model) {
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, err := range m.Generate(t.Context(), hello) {
				if err != nil {
					t.Errorf("generate: %v", err)
				}
			}
		})
	}
	all.Wait()
}
