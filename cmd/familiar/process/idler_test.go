package process

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestIdler: work that can wait takes a quarter of a core, after what it may take freely,
// and gives up being polite before whoever waits for it gives up.
func TestIdler(t *testing.T) {
	for _, tt := range []struct {
		story string
		idler idler
		piece time.Duration // of work
		times int
		want  time.Duration // rest
	}{
		{"short work never rests", idler{}, 100 * time.Microsecond, 10, 0},
		{"work of a second rests three", idler{}, time.Millisecond, 1000, 3 * time.Second},
		{"what is long rests no longer than is useful", idler{}, time.Second, 2, 2 * idleLongest},
		{"it has a while for itself", idler{free: 200 * time.Millisecond}, time.Millisecond, 300, 300 * time.Millisecond},
		{"it doesn't rest for ever", idler{most: time.Second}, time.Millisecond, 1000, time.Second + 2*time.Millisecond},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				for range tt.times {
					if err := tt.idler.pause(t.Context()); err != nil {
						t.Fatal(err)
					}
					time.Sleep(tt.piece) // in the bubble: work
				}
				if err := tt.idler.pause(t.Context()); err != nil {
					t.Fatal(err)
				}
				got := time.Since(began) - time.Duration(tt.times)*tt.piece
				if d := got - tt.want; d < -3*time.Millisecond || d > 3*time.Millisecond {
					t.Errorf("rested %v, want %v", got, tt.want)
				}
			})
		})
	}
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		i := &idler{}
		_ = i.pause(ctx)
		time.Sleep(time.Second) // in the bubble
		cancel()
		began := time.Now()
		if err := i.pause(ctx); !errors.Is(err, context.Canceled) || time.Since(began) > 0 {
			t.Errorf("got %v after %v, want that nobody waits for it any more", err, time.Since(began))
		}
	})
}
