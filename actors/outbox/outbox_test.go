package outbox

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"familiar/actors/retry"
	"familiar/journal/memory"
	"familiar/messages"
)

// TestOnlyWhatIsWanted: a post of this process is handed over at once; one of an
// earlier process once its channel is live and still waits for it. A channel that
// doesn't say keeps its later posts, too.
func TestOnlyWhatIsWanted(t *testing.T) {
	for _, tt := range []struct {
		story string
		old   []messages.PostID // an earlier process enqueued these
		fresh []messages.PostID // this one these
		fate  string            // "open", "settled" or "" for a channel that doesn't answer
		want  string            // handed over
		left  int               // in the outbox
	}{
		{"one of this process", nil, []messages.PostID{"1"}, "", "1 0s", 1},
		{"one of an earlier process that its channel waits for", []messages.PostID{"1"}, nil, "open", "1 1s", 1},
		{"one that is settled", []messages.PostID{"1"}, nil, "settled", "", 0},
		{"one whose channel doesn't answer, and what follows it", []messages.PostID{"1"}, []messages.PostID{"2"}, "", "", 2},
		{"what follows one that is settled", []messages.PostID{"1"}, []messages.PostID{"2"}, "settled", "2 1s", 1},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log := slog.New(slog.DiscardHandler)
				j := memory.New(memory.Config{})
				post := func(id messages.PostID) messages.Post {
					return messages.Post{ID: id, Channel: "web//garden", Account: "aria", Text: string(id)}
				}
				for _, id := range tt.old {
					if err := j.Enqueue(t.Context(), j.Epoch(0), post(id)); err != nil {
						t.Fatal(err)
					}
				}
				o := New(j, Options{
					Still: func(context.Context, messages.ChannelID, messages.PostID) (bool, error) {
						time.Sleep(time.Second)
						if tt.fate == "" {
							return false, errors.New("nobody knows")
						}
						return tt.fate == "open", nil
					},
					Retry: retry.Writer{Fail: func(error) {}, Log: log}, Log: log,
				})
				for _, id := range tt.fresh {
					if err := o.Enqueue(t.Context(), j.Epoch(0), post(id)); err != nil {
						t.Fatal(err)
					}
				}
				began := time.Now()
				var got []string
				ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
				defer cancel()
				if err := o.Deliver(ctx, "aria", func(p messages.Post) {
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

// TestOthersGoOn: posts of a channel that nobody answers for yet wait in their order,
// and those of other channels don't.
func TestOthersGoOn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const moves = 5 * time.Minute // the channel is nobody's for so long
		log := slog.New(slog.DiscardHandler)
		j := memory.New(memory.Config{})
		enqueue := func(into interface {
			Enqueue(context.Context, uint64, messages.Post) error
		}, channel messages.ChannelID, ids ...messages.PostID,
		) {
			for _, id := range ids {
				if err := into.Enqueue(t.Context(), j.Epoch(0), messages.Post{ID: id, Channel: channel, Account: "aria", Text: "x"}); err != nil {
					t.Fatal(err)
				}
			}
		}
		enqueue(j, "web//moving", "m1", "m2")
		enqueue(j, "web//garden", "g1")
		o := New(j, Options{
			Still: func(_ context.Context, id messages.ChannelID, _ messages.PostID) (bool, error) {
				if id == "web//moving" {
					time.Sleep(moves)
				}
				return true, nil
			},
			Retry: retry.Writer{Fail: func(error) {}, Log: log}, Log: log,
		})
		enqueue(o, "web//moving", "m3")
		enqueue(o, "web//garden", "g2")
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), time.Hour)
		defer cancel()
		var got []string
		if err := o.Deliver(ctx, "aria", func(p messages.Post) {
			got = append(got, fmt.Sprint(p.ID, " ", time.Since(began)))
		}); err != nil {
			t.Fatal(err)
		}
		if got, want := strings.Join(got, ", "), "g1 0s, g2 0s, m1 5m0s, m2 10m0s, m3 10m0s"; got != want {
			t.Errorf("handed over are %q, want %q", got, want)
		}
	})
}
