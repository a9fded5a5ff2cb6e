package process

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestLately: nobody waits for a long count. It takes a fiftieth of the time, and none
// while nobody asks; one that fails leaves what was counted before.
func TestLately(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		start, counts, broken := time.Now(), 0, errors.New("disk on fire")
		fails := broken
		var mu sync.Mutex // of both
		l := newLately("the day", func(ctx context.Context) (int, error) {
			mu.Lock()
			counts++
			mu.Unlock()
			select {
			case <-time.After(20 * time.Second):
				mu.Lock()
				defer mu.Unlock()
				return counts, fails
			case <-ctx.Done():
				return 0, ctx.Err()
			}
		})
		ctx, cancel := context.WithCancel(t.Context())
		ended := make(chan struct{})
		go func() { l.follow(ctx, slog.New(slog.DiscardHandler)); close(ended) }()
		const rest = latelyShare * 20 * time.Second
		for _, step := range []struct {
			story  string
			at     time.Duration
			want   int
			err    error
			counts int
			fails  error
		}{
			{"the first is being counted", 0, 0, nil, 1, broken},
			{"it still is", 10 * time.Second, 0, nil, 1, broken},
			{"it has failed, and rests", 21 * time.Second, 0, broken, 1, nil},
			{"the rest is over", 20*time.Second + rest, 0, broken, 2, nil},
			{"the second is counted", 60*time.Second + rest, 2, nil, 2, broken},
			{"the third fails", 61*time.Second + 2*rest, 2, nil, 3, broken},
			{"the second is still told", 120*time.Second + 2*rest, 2, nil, 3, broken},
			{"the fourth was asked for then and failed, hours later the fifth begins", 200*time.Second + 20*rest, 2, nil, 5, nil},
			{"which is told", 300*time.Second + 20*rest, 5, nil, 5, nil},
		} {
			time.Sleep(step.at - time.Since(start)) // in the bubble
			asked := time.Now()
			synctest.Wait()
			got, err := l.told(t.Context())
			synctest.Wait()
			mu.Lock()
			if got != step.want || !errors.Is(err, step.err) || counts != step.counts {
				t.Errorf("%s: got count %d, %v after %d, want %d, %v after %d", step.story, got, err, counts, step.want, step.err, step.counts)
			}
			if took := time.Since(asked); took > latelyFirst {
				t.Errorf("%s: it was waited for %v", step.story, took)
			}
			fails = step.fails
			mu.Unlock()
		}
		cancel()
		<-ended
	})
}
