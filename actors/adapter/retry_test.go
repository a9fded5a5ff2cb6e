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

func TestUntil(t *testing.T) {
	broken := errors.New("broken")
	for _, tt := range []struct {
		story   string
		answers []error // in turn; the last one stays
		within  time.Duration
		want    error
		calls   int
		took    time.Duration
	}{
		{"it succeeds at once", []error{nil}, time.Hour, nil, 1, 0},
		{"pauses double up to the longest", []error{broken, broken, broken, broken, nil}, time.Hour, nil, 5, (1 + 2 + 3 + 3) * time.Second},
		{"the network names a pause", []error{RetryAfter(time.Minute, broken), broken, nil}, time.Hour, nil, 3, time.Minute + 2*time.Second},
		{"it fails for good", []error{broken, fmt.Errorf("token: %w", ErrGone)}, time.Hour, ErrGone, 2, time.Second},
		{"an event is refused", []error{ErrRefused}, time.Hour, ErrRefused, 1, 0},
		{"the time is over", []error{broken}, 90 * time.Second / 100, broken, 1, 900 * time.Millisecond},
	} {
		t.Run(tt.story, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, done := context.WithTimeout(t.Context(), tt.within)
				defer done()
				began, calls, told := time.Now(), 0, 0
				again := Backoff{First: time.Second, Most: 3 * time.Second, Failed: func(error, time.Duration) { told++ }}
				err := again.Until(ctx, func() error {
					calls++
					return tt.answers[min(calls, len(tt.answers))-1]
				})
				if !errors.Is(err, tt.want) || (err == nil) != (tt.want == nil) {
					t.Errorf("got %v, want %v", err, tt.want)
				}
				if took := time.Since(began); calls != tt.calls || took != tt.took {
					t.Errorf("tried %d times in %v, want %d in %v", calls, took, tt.calls, tt.took)
				}
				if again := tt.calls - 1; tt.want != broken && told != again {
					t.Errorf("told of %d failures, want %d", told, again)
				}
			})
		})
	}
}
