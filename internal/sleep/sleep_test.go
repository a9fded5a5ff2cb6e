package sleep

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestFor(t *testing.T) {
	for _, tt := range []struct {
		story  string
		within time.Duration // the context lasts
		passed bool
		took   time.Duration
	}{
		{"the context lasts longer", time.Hour, true, time.Minute},
		{"the context ends before", time.Second, false, time.Second},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, done := context.WithTimeout(t.Context(), tt.within)
				defer done()
				began := time.Now()
				if passed, took := For(ctx, time.Minute), time.Since(began); passed != tt.passed || took != tt.took {
					t.Errorf("got %v after %v, want %v after %v", passed, took, tt.passed, tt.took)
				}
			})
		})
	}
}

func TestDoubled(t *testing.T) {
	for n, want := range map[int]time.Duration{1: time.Second, 2: 2 * time.Second, 4: 8 * time.Second, 5: 10 * time.Second, 1 << 30: 10 * time.Second} {
		if got := Doubled(time.Second, 10*time.Second, n); got != want {
			t.Errorf("try %d: got %v, want %v", n, got, want)
		}
	}
}
