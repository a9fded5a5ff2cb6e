package adapter

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"
)

// Errors that say what can be done; they are wrapped.
var (
	// ErrGone says that it can never succeed: the channel, the right or the
	// account is gone. Retrying is of no use.
	ErrGone = errors.New("gone for good")
	// ErrRefused says that an event has no form the program can take.
	ErrRefused = errors.New("event refused")
)

// A RetryError says that nothing was done and that it may be tried later.
type RetryError struct {
	After time.Duration // 0: the caller chooses
	Err   error
}

// RetryAfter wraps err, which says that nothing was done, with the pause the
// network asked for; 0 if it named none.
func RetryAfter(after time.Duration, err error) error {
	return &RetryError{After: after, Err: err}
}

func (e *RetryError) Error() string {
	if e.After <= 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v (retry after %v)", e.Err, e.After)
}

// Unwrap returns the cause.
func (e *RetryError) Unwrap() error { return e.Err }

// fenced calls f and makes a panic an error.
func fenced(what string, f func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = &panicError{what: what, value: p, stack: debug.Stack()}
		}
	}()
	return f()
}

type panicError struct {
	what  string
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("%s panicked: %v", e.what, e.value) }

// LogValue shows the stack in the log, and there only.
func (e *panicError) LogValue() slog.Value {
	return slog.GroupValue(slog.String("msg", e.Error()), slog.String("stack", string(e.stack)))
}
