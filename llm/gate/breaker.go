package gate

import (
	"fmt"
	"time"

	"familiar/llm"
)

// An OpenError says that the model was not asked, because it failed too often
// or in a way that only the operator can mend. It is an [llm.ErrOverloaded]
// and what the model failed with.
type OpenError struct {
	Failures int           // in a row
	For      time.Duration // until a call tries again; 0: one is trying
	Err      error         // the last failure
}

func (e *OpenError) Error() string {
	next := "a call is trying it now"
	if e.For > 0 {
		next = fmt.Sprintf("next try in %v", e.For.Round(time.Millisecond))
	}
	if mustBeMended(e.Err) {
		return fmt.Sprintf("not asked until the operator mends it (%s): %v", next, e.Err)
	}
	return fmt.Sprintf("not asked after %d failures in a row (%s): %v", e.Failures, next, e.Err)
}

// Unwrap returns both kinds.
func (e *OpenError) Unwrap() []error { return []error{llm.ErrOverloaded, e.Err} }

func mustBeMended(err error) bool {
	return llm.Is(err, llm.ErrAuth, llm.ErrUnknownModel, llm.ErrForeign)
}

// An outcome is what an attempt says about the health of the model.
type outcome int

const (
	untold outcome = iota // nothing: the caller left, or the model asked for a pause
	worked                // it answered, if only to refuse or with a call that can't be read
	failed
	broken // and it will go on failing until it is mended
)

// A breaker spares a model that fails, and its callers the wait. Closed, it
// lets every call through; opened by failures, none for a while and then one,
// the probe, whose outcome decides. Times are its caller's. It is not safe for
// concurrent use.
type breaker struct {
	after    int           // failures in a row that open it
	length   time.Duration // how long it is open before a probe
	failures int
	open     bool
	until    time.Time // when it is open: of the next probe
	probing  bool      // a probe is on its way
	last     error     // the failure that opened it
}

// refuses returns the *OpenError a call would get; nil if it may go on.
func (b *breaker) refuses(now time.Time) error {
	if !b.open || !b.probing && !now.Before(b.until) {
		return nil
	}
	return &OpenError{Failures: b.failures, For: max(b.until.Sub(now), 0), Err: b.last}
}

// admit lets a call through, as the probe if the breaker is open.
func (b *breaker) admit(now time.Time) (probe bool, err error) {
	if err := b.refuses(now); err != nil {
		return false, err
	}
	b.probing = b.open
	return b.open, nil
}

// record takes the outcome of a call, err with failed and broken, and reports
// whether it opened the breaker. While that is open only the probe's counts:
// other calls are from before.
func (b *breaker) record(now time.Time, probe bool, o outcome, err error) (opened bool) {
	if b.open && !probe {
		return false
	}
	if probe {
		b.probing = false
	}
	switch o {
	case untold:
	case worked:
		b.open, b.failures, b.last = false, 0, nil
	case failed, broken:
		b.failures++
		if probe || o == broken || b.failures >= b.after {
			b.open, b.until, b.last = true, now.Add(b.length), err
			return true
		}
	}
	return false
}
