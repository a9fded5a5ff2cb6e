package adapter

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"familiar/messages"
)

// Fenced makes a call of an account's adapter for a caller that asks it something
// besides listening and posting, which a [Runner] does. A panic, usually of a
// network's client library, is logged with its stack and is that call's error;
// the error holds nothing of it, because a model may be shown it. A panic in a
// goroutine that the call has started is not caught.
func Fenced(log *slog.Logger, account messages.AccountID, call string, f func() error) error {
	err := fenced(call, f)
	if panicked, ok := errors.AsType[*panicError](err); ok {
		log.Error("network call panicked", "account", string(account), "call", call, "err", panicked)
		return fmt.Errorf("%s: the network's client failed", call)
	}
	return err
}

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
