package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/retry"
	"familiar/journal/memory"
	"familiar/messages"
)

// TestOnlyWhatIsWanted: a post of this process is handed over at once; one of an
// earlier process once its channel is live and still waits for it. A channel that
// doesn't say is asked again, and keeps its later posts till then; others' don't wait.
func TestOnlyWhatIsWanted(t *testing.T) {
	for _, tt := range []struct {
		story string
		old   []messages.PostID // an earlier process enqueued these
		fresh []messages.PostID // this one these
		fate  string            // "open", "settled" or "" for a channel that doesn't answer
		busy  int               // how often it doesn't answer before it does
		want  string            // handed over
		left  int               // in the outbox
	}{
		{"one of this process", nil, []messages.PostID{"1"}, "", 0, "1 0s", 1},
		{"one of an earlier process that its channel waits for", []messages.PostID{"1"}, nil, "open", 0, "1 1s", 1},
		{"one whose channel answers late, and what follows it", []messages.PostID{"1", "2"}, []messages.PostID{"3"}, "open", 2, "1 3.75s, 2 4.75s, 3 4.75s", 3},
		{"one whose channel answers after an hour", []messages.PostID{"1"}, nil, "open", 330, "1 59m46.75s", 1},
		{"one of another channel", []messages.PostID{"1"}, []messages.PostID{"elsewhere"}, "open", 2, "elsewhere 0s, 1 3.75s", 2},
		{"one that is settled", []messages.PostID{"1"}, nil, "settled", 0, "", 0},
		{"one whose channel doesn't answer, and what follows it", []messages.PostID{"1"}, []messages.PostID{"2"}, "", 0, "", 2},
		{"what follows one that is settled", []messages.PostID{"1"}, []messages.PostID{"2"}, "settled", 0, "2 1s", 1},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := slog.New(slog.DiscardHandler)
				j := memory.New(memory.Config{})
				post := func(id messages.PostID) messages.Post {
					channel := messages.ChannelID("web//garden")
					if id == "elsewhere" {
						channel = "web//pond"
					}
					return messages.Post{ID: id, Channel: channel, Account: "aria", Text: string(id)}
				}
				for _, id := range tt.old {
					if err := j.Enqueue(t.Context(), j.Epoch(0), post(id)); err != nil {
						t.Fatal(err)
					}
				}
				busy := tt.busy
				o := New(j, Options{
					Still: func(context.Context, messages.ChannelID, messages.PostID) (bool, error) {
						time.Sleep(time.Second)
						if busy--; tt.fate == "" || busy >= 0 {
							return false, errors.New("nobody knows")
						}
						return tt.fate == "open", nil
					},
					Retry: retry.Retrier{Fail: func(error) {}, Log: log}, Log: log,
				})
				for _, id := range tt.fresh {
					if err := o.Enqueue(t.Context(), j.Epoch(0), post(id)); err != nil {
						t.Fatal(err)
					}
				}
				began := time.Now()
				var mu sync.Mutex
				var got []string
				ctx, cancel := context.WithTimeout(t.Context(), 2*time.Hour)
				defer cancel()
				if err := o.Deliver(ctx, "aria", func(p messages.Post) {
					mu.Lock()
					defer mu.Unlock()
					got = append(got, fmt.Sprint(p.ID, " ", time.Since(began)))
					if old := slices.Contains(tt.old, p.ID); p.Earlier != old {
						t.Errorf("%s: handed over with Earlier %v, want %v", p.ID, p.Earlier, old)
					}
				}); err != nil {
					t.Fatal(err)
				}
				if got := strings.Join(got, ", "); got != tt.want {
					t.Errorf("handed over are %q, want %q", got, tt.want)
				}
				left := 0
				ctx, cancel = context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				if err := j.Deliver(ctx, "aria", func(messages.Post) { left++ }); err != nil || left != tt.left {
					t.Errorf("%d posts are left, %v; want %d", left, err, tt.left)
				}
			})
		})
	}
}
