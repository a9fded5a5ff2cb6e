package answer

import (
	"errors"
	"time"

	"familiar/llm"
	"familiar/messages"
)

// faults is an error of several models, which knows what they come to together.
type faults interface {
	error
	Fault() messages.Fault
	After() time.Duration
}

// Fault returns what err, which ended a call, says of asking again. What nobody
// knows may pass.
func Fault(err error) messages.Fault {
	if several, ok := errors.AsType[faults](err); ok {
		return several.Fault()
	}
	_, panicked := errors.AsType[*PanicError](err)
	switch {
	case llm.Is(err, llm.ErrRefused, llm.ErrEmpty):
		return messages.Declined
	case panicked, errors.Is(err, ErrTooLong), llm.Lasts(err):
		return messages.Lasting
	case llm.Is(err, llm.ErrOverloaded, llm.ErrUnreachable): // also a model left alone for what broke off
		return messages.Passing
	case llm.Is(err, llm.ErrCut, llm.ErrMalformed):
		return messages.Costly
	}
	return messages.Passing
}

// After returns for how long the model will certainly not be asked after err; 0:
// that isn't known.
func After(err error) time.Duration {
	if several, ok := errors.AsType[faults](err); ok {
		return several.After()
	}
	if pause, ok := errors.AsType[*llm.RetryError](err); ok {
		return max(pause.After, 0)
	}
	return 0
}
