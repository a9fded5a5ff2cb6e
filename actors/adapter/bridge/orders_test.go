package bridge

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/adapter"
)

// TestOrders: what is known of an order when nobody answers it.
func TestOrders(t *testing.T) {
	for _, tt := range []struct {
		story  string
		bridge func(context.Context, *orders) // what it does meanwhile
		want   func(error) bool
		after  time.Duration
	}{
		{"nobody takes it: it was not carried out", func(context.Context, *orders) {}, isLater, 10 * time.Second},
		{"it is taken and not answered: nobody knows", func(ctx context.Context, o *orders) { o.take(ctx) }, isLost, 30 * time.Second},
		{"another bridge comes meanwhile: nobody knows", func(ctx context.Context, o *orders) {
			o.take(ctx)
			time.Sleep(5 * time.Second)
			o.lose()
		}, isLost, 5 * time.Second},
		{"it is answered", func(ctx context.Context, o *orders) {
			time.Sleep(9 * time.Second)
			o.settle(o.take(ctx)[0].ID, answer{Line: "7"})
		}, func(err error) bool { return err == nil }, 9 * time.Second},
		{"the network refuses it for now", func(ctx context.Context, o *orders) {
			o.settle(o.take(ctx)[0].ID, answer{Error: "slow down", Again: 7})
		}, func(err error) bool { return adapter.PauseOf(err) == 7*time.Second }, 0},
		{"the network refuses it for good", func(ctx context.Context, o *orders) {
			o.settle(o.take(ctx)[0].ID, answer{Error: "I was thrown out", Gone: true})
		}, func(err error) bool { return errors.Is(err, adapter.ErrGone) }, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var o orders
				o.open()
				ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
				defer cancel()
				go tt.bridge(ctx, &o)
				began := time.Now()
				_, err := o.do(ctx, order{Type: toPost}, 10*time.Second)
				if took := time.Since(began); !tt.want(err) || took != tt.after {
					t.Errorf("got %v after %v, want it after %v", err, took, tt.after)
				}
				synctest.Wait()
				if len(o.waiting)+len(o.out) > 0 {
					t.Errorf("left over: %v, %v", o.waiting, o.out)
				}
			})
		})
	}
}

func isLater(err error) bool {
	_, later := errors.AsType[*adapter.RetryError](err)
	return later
}

func isLost(err error) bool { return errors.Is(err, errLost) && !isLater(err) }

// TestOrdersAreBounded: a bridge that never comes costs a bounded amount.
func TestOrdersAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var o orders
		o.open()
		ctx, cancel := context.WithCancel(t.Context())
		for range waitingMost {
			go func() { _, _ = o.do(ctx, order{}, time.Minute) }()
		}
		synctest.Wait()
		if _, err := o.do(ctx, order{}, time.Minute); !isLater(err) {
			t.Errorf("one more: got %v, want it refused for now", err)
		}
		if got := o.take(ctx); len(got) != ordersMost || got[0].ID != "1" {
			t.Errorf("handed out %d, beginning with %v", len(got), got[0])
		}
		cancel()
	})
}

func TestAnswers(t *testing.T) {
	yes, no := true, false
	for _, tt := range []struct {
		story, kind string
		answer      answer
		want        string
	}{
		{"a post", toPost, answer{Line: "7"}, ""},
		{"a post without its line", toPost, answer{}, "line: missing"},
		{"a post that failed", toPost, answer{Error: "no"}, ""},
		{"one that is gone, without a word", toPost, answer{Gone: true}, "error: missing: say why it was not done"},
		{"one that is gone and comes again", toPost, answer{Error: "no", Gone: true, Again: 1}, "again: want 1 to 3600 seconds, and not with gone"},
		{"one that comes in a month", toPost, answer{Error: "no", Again: 3_000_000}, "again: want 1 to 3600 seconds, and not with gone"},
		{"found", toFind, answer{Found: &yes, Line: "7"}, ""},
		{"found, but what", toFind, answer{Found: &yes}, "line: missing"},
		{"not found", toFind, answer{Found: &no}, ""},
		{"no word on it", toFind, answer{}, "found: missing: want true with the line, false if the network has it not, or an error if you can't tell"},
		{"an edit", toEdit, answer{}, ""},
		{"less than nobody", toMembers, answer{Members: &members{People: -1}}, "members: want people and bots, each 0 or more"},
		{"a large file", toFetch, answer{Content: make([]byte, contentMost+1)}, "content: want at most 4194304 bytes"},
	} {
		got := ""
		if err := tt.answer.check(order{Type: tt.kind}); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.story, got, tt.want)
		}
	}
}
