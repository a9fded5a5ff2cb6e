package rest

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"familiar/actors/adapter"
)

// TestOutcome: what is known of a post that was not answered with yes.
func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		story       string
		err         error
		gone, later bool
		pause       time.Duration
	}{
		{"it was given up", context.DeadlineExceeded, false, false, 0},
		{"the connection was lost", errors.New("reset"), false, false, 0},
		{"it never left", fmt.Errorf("post: %w", errNotSent), false, true, 0},
		{"the app's secret is wrong", &apiError{code: 10014, status: 200, token: true}, true, false, 0},
		{"the bot is not in the chat", &apiError{code: 230002, status: 400}, true, false, 0},
		{"the line to answer is withdrawn", &apiError{code: 230011, status: 400}, true, false, 0},
		{"too much was asked", &apiError{code: 99991400, status: 400, reset: 7 * time.Second}, false, true, 7 * time.Second},
		{"there is no token for now", &apiError{status: 503, token: true}, false, true, 0},
		{"the network is out of order", &apiError{status: 502}, false, false, 0},
		{"it says no, and nobody knows the code", &apiError{code: 1, status: 400}, false, true, 0},
	} {
		t.Run(tt.story, func(t *testing.T) {
			err := Outcome(tt.err)
			_, later := errors.AsType[*adapter.RetryError](err)
			if gone := errors.Is(err, adapter.ErrGone); gone != tt.gone || later != tt.later || adapter.PauseOf(err) != tt.pause || !errors.Is(err, tt.err) {
				t.Errorf("%v: gone %v, later %v; want %v, %v", err, gone, later, tt.gone, tt.later)
			}
		})
	}
}
