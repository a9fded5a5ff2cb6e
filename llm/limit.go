package llm

import (
	"errors"
	"fmt"
)

// ErrLimit says that an answer ends where it may get no longer, not where the
// model would have ended it. It is always a [LimitError].
var ErrLimit = errors.New("answer reached its limit")

// A LimitError ends such an answer. The text that was yielded before it is the
// answer's beginning; calls are not yielded, since the last one may be half of
// what the model meant.
type LimitError struct {
	Tokens  int    // the limit that was asked for; 0: none was, it is the provider's own
	Full    bool   // not Tokens ended it: the model's context has no more room
	Call    string // the tool it was about to call; "": none
	Thought bool   // it thought before it wrote, or in place of that
}

func (e *LimitError) Error() string {
	told := ErrLimit.Error()
	switch {
	case e.Full:
		told += ": the model's context is full"
	case e.Tokens > 0:
		told += fmt.Sprintf(" of %d tokens", e.Tokens)
	}
	if e.Call != "" {
		told += ", in a call of " + e.Call
	}
	return told
}

// Unwrap returns ErrLimit.
func (e *LimitError) Unwrap() error { return ErrLimit }
