package agent_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/agent"
	"familiar/llm/llmtest"
	"familiar/messages"
)

// TestRenewed: a try at a turn ends as soon as the order comes in another form, and lines
// that were given before are that form's to show.
func TestRenewed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		inbox := &agent.Inbox{}
		model := llmtest.New("fake", llmtest.Say("about bees").Slow(time.Hour), llmtest.Say("about moths"))
		try := func() (composed messages.Composed, renewed bool) {
			o := order()
			ctx, newer, end := inbox.Try(t.Context())
			if newer != nil {
				o = *newer
			}
			composed = agent.Run(ctx, mira, o, model, agent.Options{Inbox: inbox})
			return composed, end()
		}
		newer := order()
		newer.Recent = nil
		go func() {
			time.Sleep(time.Second)
			inbox.Give(given("2", "bees sting"))
			inbox.Renew(newer)
		}()
		began := time.Now()
		composed, renewed := try()
		if !renewed || len(composed.Parts) > 0 || time.Since(began) != time.Second {
			t.Fatalf("after %s the first try came to %+v, renewed %v", time.Since(began), composed, renewed)
		}
		if composed, renewed = try(); renewed || strings.Join(composed.Parts, "") != "about moths" || len(composed.Took) > 0 {
			t.Errorf("the next one came to %+v, renewed %v", composed, renewed)
		}
		newer.Addressed = given("3", "and now?")
		inbox.Renew(newer)
		if ctx, o, end := inbox.Try(t.Context()); ctx.Err() != nil || o == nil || o.Addressed[0].ID != "3" || end() {
			t.Errorf("a try begins with %+v, want the order as it was renewed before", o)
		}
	})
}

// TestAgentRenews: the actor renews the order of the turn in flight, and of no other.
func TestAgentRenews(t *testing.T) {
	for _, tt := range []struct {
		story   string
		n       uint64
		renewed bool
	}{
		{"the turn in flight", 7, true},
		{"a turn that is over", 6, false},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				renewed := false
				a := agent.New(place{t.Context(), make(chan struct{}, 1)}, func(ctx context.Context, _ messages.Compose, in *agent.Inbox) agent.Course {
					return agent.Course{Compose: func() messages.Composed {
						try, _, end := in.Try(ctx)
						select {
						case <-try.Done():
						case <-time.After(time.Minute):
						}
						renewed = end()
						return messages.Composed{}
					}}
				}, func(messages.Composed) {})
				a.Receive(order())
				synctest.Wait()
				again := messages.Recompose{Compose: order()}
				again.N = tt.n
				a.Receive(again)
				time.Sleep(time.Hour)
				synctest.Wait()
				if renewed != tt.renewed {
					t.Errorf("its order was renewed: %v, want %v", renewed, tt.renewed)
				}
			})
		})
	}
}
