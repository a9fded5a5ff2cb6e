package answer

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"familiar/llm"
	"familiar/llm/gate"
	"familiar/messages"
)

func TestFault(t *testing.T) {
	open := func(last error) error {
		return &llm.RetryError{After: 9 * time.Second, Err: &gate.OpenError{For: 9 * time.Second, Err: last}}
	}
	for _, tt := range []struct {
		what  string
		err   error
		want  messages.Fault
		after time.Duration
	}{
		{"a model that has no room", llm.ErrOverloaded, messages.Passing, 0},
		{"and says for how long", &llm.RetryError{After: time.Minute, Err: llm.ErrOverloaded}, messages.Passing, time.Minute},
		{"nobody there", fmt.Errorf("openai bright: %w", llm.ErrUnreachable), messages.Passing, 0},
		{"no answer in time", context.DeadlineExceeded, messages.Passing, 0},
		{"calls that never return", ErrStuck, messages.Passing, 0},
		{"whatever nobody knows", errors.New("boom"), messages.Passing, 0},
		{"left alone for a while", open(llm.ErrUnreachable), messages.Passing, 9 * time.Second},
		{"left alone, nothing is paid for what broke off before", open(llm.ErrCut), messages.Passing, 9 * time.Second},
		{"left alone for its key", open(llm.ErrAuth), messages.Lasting, 9 * time.Second},
		{"an answer that breaks off", llm.ErrCut, messages.Costly, 0},
		{"one that can't be read", llm.ErrMalformed, messages.Costly, 0},
		{"a wrong request", llm.ErrInvalid, messages.Lasting, 0},
		{"a wrong key", llm.ErrAuth, messages.Lasting, 0},
		{"a model nobody knows", llm.ErrUnknownModel, messages.Lasting, 0},
		{"a web page", llm.ErrForeign, messages.Lasting, 0},
		{"an answer cut at its limit", &llm.LimitError{Tokens: 9}, messages.Lasting, 0},
		{"an answer without end", ErrTooLong, messages.Lasting, 0},
		{"a panic", &PanicError{Value: "boom"}, messages.Lasting, 0},
		{"a refusal", llm.ErrRefused, messages.Declined, 0},
		{"nothing to say", llm.ErrEmpty, messages.Declined, 0},
	} {
		if got := Fault(tt.err); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.what, got, tt.want)
		}
		if got := After(tt.err); got != tt.after {
			t.Errorf("%s: not asked for %v, want %v", tt.what, got, tt.after)
		}
	}
}
