package adapter

import (
	"context"
	"errors"
	"time"
)

// PauseOf returns the pause a network asked for with err; 0 if it named none.
func PauseOf(err error) time.Duration {
	if later, ok := errors.AsType[*RetryError](err); ok {
		return later.After
	}
	return 0
}

// Patiently does what can wait: again and again while the network names a
// pause, until ctx ends. The error is the last one.
func Patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		if pause := PauseOf(err); pause <= 0 || !Wait(ctx, pause) {
			return err
		}
	}
}

// Unposted says of a failure before anything was posted that it may be tried
// again, unless it is final.
func Unposted(err error) error {
	if _, later := errors.AsType[*RetryError](err); later || errors.Is(err, ErrGone) {
		return err
	}
	return RetryAfter(0, err)
}
