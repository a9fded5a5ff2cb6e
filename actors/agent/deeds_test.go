package agent

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// A library counts what it is asked to do.
type library struct{ did []string }

func (l *library) Spec() llm.Tool { return llm.Tool{Description: "Lends a book."} }

func (l *library) Use(_ context.Context, _ *Turn, arguments json.RawMessage) (string, error) {
	l.did = append(l.did, string(arguments))
	return "lent " + string(arguments), nil
}

// TestDoneOnce: a turn that is composed again does nothing outside of it a second time. It
// is told the result of a call that it makes as before, and of no other.
func TestDoneOnce(t *testing.T) {
	book := func(title string) llm.Call {
		return llm.Call{ID: title, Name: "library_lend", Arguments: json.RawMessage(`{"title":"` + title + `"}`)}
	}
	history := llm.Call{ID: "h", Name: string(messages.ToolHistory), Arguments: json.RawMessage(`{}`)}
	for _, tt := range []struct {
		story         string
		first, second []llm.Call
		did           int    // calls of the library
		looked        int    // of the history
		told, untold  string // among the results of the second try
	}{
		{"the same calls", []llm.Call{book("moths"), book("bees")}, []llm.Call{book("moths"), book("bees")}, 2, 0, `lent {"title":"bees"}`, "not carried out"},
		{"another call", []llm.Call{book("moths")}, []llm.Call{book("bees")}, 1, 0, "not carried out", "lent"},
		{"another call first, then as before", []llm.Call{book("moths"), book("bees")}, []llm.Call{book("bees"), book("moths")}, 2, 0, "not carried out", "lent"},
		{"one more", []llm.Call{book("moths")}, []llm.Call{book("moths"), book("moths")}, 1, 0, "not carried out", ""},
		{"nothing was done before", nil, []llm.Call{book("moths")}, 1, 0, "lent", "not carried out"},
		{"what only looks is looked up again", []llm.Call{history}, []llm.Call{history}, 0, 2, "nothing", "not carried out"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			lib, looked := &library{}, 0
			tools := Basic()
			tools["library_lend"] = lib
			tools[string(messages.ToolHistory)] = verb{"Reads.", nothing, func(context.Context, *Turn, json.RawMessage) (string, error) { looked++; return "nothing", nil }}
			try := func(calls []llm.Call, tools Toolbox) string {
				var results []string
				model := llmtest.Func(func(r llm.Request) llmtest.Answer {
					for _, m := range r.Messages {
						if m.Role == llm.ToolRole && !slices.Contains(results, m.Text) {
							results = append(results, m.Text)
						}
					}
					if len(r.Messages) == 1 && len(calls) > 0 {
						return llmtest.Answer{Calls: calls}
					}
					return llmtest.Say("fine")
				})
				if c := Run(t.Context(), Card{Familiar: "mira"}, messages.Compose{N: 1}, model, Options{Tools: tools}); c.Error != "" {
					t.Fatal(c.Error)
				}
				return strings.Join(results, "\n")
			}
			var deeds Deeds
			try(tt.first, deeds.Next(tools))
			told := try(tt.second, deeds.Next(tools))
			if len(lib.did) != tt.did || looked != tt.looked {
				t.Errorf("the library was asked for %q, the history %d times, want %d and %d", lib.did, looked, tt.did, tt.looked)
			}
			if !strings.Contains(told, tt.told) || tt.untold != "" && strings.Contains(told, tt.untold) {
				t.Errorf("it is told %s, want %q and not %q", told, tt.told, tt.untold)
			}
		})
	}
}
