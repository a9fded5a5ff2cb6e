package adapter

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

func TestPatiently(t *testing.T) {
	broken := errors.New("broken")
	limited := fmt.Errorf("edit: %w", RetryAfter(time.Minute, broken))
	for _, tt := range []struct {
		story   string
		answers []error // in turn; the last one stays
		within  time.Duration
		want    error
		calls   int
		took    time.Duration
	}{
		{"it succeeds at once", []error{nil}, time.Hour, nil, 1, 0},
		{"it fails, and the network names no pause", []error{RetryAfter(0, broken)}, time.Hour, broken, 1, 0},
		{"it succeeds after two pauses", []error{limited, limited, nil}, time.Hour, nil, 3, 2 * time.Minute},
		{"it fails for good after a pause", []error{limited, ErrGone}, time.Hour, ErrGone, 2, time.Minute},
		{"the time is over in a pause", []error{limited}, 90 * time.Second, broken, 2, 90 * time.Second},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, done := context.WithTimeout(t.Context(), tt.within)
				defer done()
				began, calls := time.Now(), 0
				err := Patiently(ctx, func() error {
					calls++
					return tt.answers[min(calls, len(tt.answers))-1]
				})
				if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
				if took := time.Since(began); calls != tt.calls || took != tt.took {
					t.Errorf("tried %d times in %v, want %d in %v", calls, took, tt.calls, tt.took)
				}
			})
		})
	}
}

func TestUnposted(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		story string
		err   error
		later bool
		pause time.Duration
	}{
		{"a failure may be tried again", broken, true, 0},
		{"a pause stays", RetryAfter(time.Second, broken), true, time.Second},
		{"what is final stays so", fmt.Errorf("%w: %w", ErrGone, broken), false, 0},
	} {
		got := Unposted(tt.err)
		_, later := errors.AsType[*RetryError](got)
		if later != tt.later || PauseOf(got) != tt.pause || errors.Is(got, ErrGone) == tt.later {
			t.Errorf("%s: got %v, to be tried again: %v after %v", tt.story, got, later, PauseOf(got))
		}
	}
}
