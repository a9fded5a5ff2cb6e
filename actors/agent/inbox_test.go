package agent_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/agent"
	"familiar/llm"
	"familiar/llm/llmtest"
	"familiar/messages"
)

func given(id messages.LineID, text string) []messages.Quoted {
	return []messages.Quoted{{ID: id, Author: messages.Author{ID: "bob", Name: "Bob"}, Text: text}}
}

// TestGivenLines: what a turn is given is shown before the next call of the
// model, under the turn's tag, and the answer says what was.
func TestGivenLines(t *testing.T) {
	again := order()
	again.Addressed = append(again.Addressed, given("2", "and a sheet?")...)
	again.Injected = 1
	for _, test := range []struct {
		name   string
		order  messages.Compose
		before []messages.Quoted // given before the first call
		during []messages.Quoted // given while a tool is at work
		after  []messages.Quoted // given while the last call is under way
		took   []messages.LineID
		shown  int // messages of the last request that hold the given line
	}{
		{"nothing is given", order(), nil, nil, nil, nil, 0},
		{"before the first call", order(), given("2", "and a sheet?"), nil, nil, []messages.LineID{"2"}, 1},
		{"between two calls", order(), nil, given("2", "and a sheet?"), nil, []messages.LineID{"2"}, 1},
		{"after the last call it is not taken", order(), nil, nil, given("2", "and a sheet?"), nil, 0},
		{"an order that is given again holds it", again, nil, nil, nil, []messages.LineID{"2"}, 1},
		{"what that order holds is shown once", again, given("2", "and a sheet?"), nil, nil, []messages.LineID{"2"}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			inbox := &agent.Inbox{}
			inbox.Give(test.before)
			box := agent.Toolbox{"look": tool(func(context.Context, *agent.Turn, json.RawMessage) (string, error) {
				inbox.Give(test.during)
				return "a moth", nil
			})}
			var last llm.Request
			calls := 0
			model := llmtest.Func(func(r llm.Request) llmtest.Answer {
				last = r
				if calls++; calls == 1 {
					return llmtest.Use("look", nil)
				}
				inbox.Give(test.after)
				return llmtest.Say("done")
			})
			got := agent.Run(t.Context(), mira, test.order, model, agent.Options{Tools: box, Tag: fixed, Inbox: inbox})
			if !slices.Equal(got.Took, test.took) || !got.Final {
				t.Errorf("composed %+v, want it to have taken %v", got, test.took)
			}
			shown := 0
			for _, m := range last.Messages {
				shown += strings.Count(m.Text, tag+"> Bob: and a sheet?")
			}
			if shown != test.shown {
				t.Errorf("the model was shown the line %d times in %+v, want %d", shown, last.Messages, test.shown)
			}
		})
	}
}

// TestAgentGives: the actor puts lines into the turn that has the order, and
// into no other.
func TestAgentGives(t *testing.T) {
	for _, test := range []struct {
		name string
		n    uint64
		took int
	}{
		{"the turn in flight", 7, 1},
		{"a turn that is over", 6, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var got messages.Composed
				self := place{t.Context(), make(chan struct{}, 1)}
				model := llmtest.New("fake", llmtest.Use("skip it", nil).Slow(time.Second), llmtest.Say("done"))
				a := agent.New(self, func(ctx context.Context, o messages.Compose, in *agent.Inbox) agent.Course {
					return agent.Course{Compose: func() messages.Composed { return agent.Run(ctx, mira, o, model, agent.Options{Inbox: in}) }}
				}, func(c messages.Composed) { got = c })
				a.Receive(order())
				a.Receive(messages.Inject{N: test.n, Lines: given("2", "hm")})
				<-time.After(time.Minute)
				synctest.Wait()
				if len(got.Took) != test.took || !got.Final {
					t.Errorf("composed %+v, want %d lines taken", got, test.took)
				}
			})
		})
	}
}
