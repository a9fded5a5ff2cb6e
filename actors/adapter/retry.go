package adapter

import (
	"context"
	"errors"
	"fmt"
	"time"

	"familiar/internal/sleep"
	"familiar/messages"
)

// Patiently does what can wait: again and again while the network names a
// pause, until ctx ends. The error is the last one.
func Patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		if pause := PauseOf(err); pause <= 0 || !sleep.For(ctx, pause) {
			return err
		}
	}
}

// A Backoff is how something is tried again: after First, after twice as long
// each further time but no longer than Most, or after the pause that the network
// asks for.
type Backoff struct {
	First, Most time.Duration
	Failed      func(err error, pause time.Duration) // told of a try that is followed by another; nil: nobody is
}

// Until does something until it succeeds, until trying again is of no use
// ([ErrGone], [ErrRefused]) or until ctx ends. The error is the last one.
func (b Backoff) Until(ctx context.Context, do func() error) error {
	for try := 1; ; try++ {
		err := do()
		if err == nil || errors.Is(err, ErrGone) || errors.Is(err, ErrRefused) {
			return err
		}
		pause := sleep.Doubled(b.First, b.Most, try)
		if asked := PauseOf(err); asked > 0 {
			pause = asked
		}
		if b.Failed != nil {
			b.Failed(err, pause)
		}
		if !sleep.For(ctx, pause) {
			return err
		}
	}
}

// Identify asks who an account is until the network says so, ctx ends or the account turns
// out to be of no use.
func Identify(ctx context.Context, ask func() (messages.Author, error)) (me messages.Author, err error) {
	err = Backoff{First: time.Second, Most: time.Minute}.Until(ctx, func() (err error) {
		me, err = ask()
		return err
	})
	if err != nil && !errors.Is(err, ErrGone) {
		return messages.Author{}, fmt.Errorf("%w: %w", ctx.Err(), err)
	}
	return me, err
}
