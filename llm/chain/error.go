package chain

import (
	"strings"
	"time"

	"familiar/llm/answer"
	"familiar/messages"
)

// An Error says that every model of a chain was asked and none answered.
type Error struct {
	Failed []Failure // in the order of the chain
}

// A Failure is what a model came to.
type Failure struct {
	Model string
	Why   messages.Pass
	Err   error
}

func (e *Error) Error() string {
	told := make([]string, len(e.Failed))
	for i, f := range e.Failed {
		told[i] = f.Err.Error()
	}
	return strings.Join(told, "; then ")
}

// Unwrap returns what each model failed with.
func (e *Error) Unwrap() []error {
	errs := make([]error, len(e.Failed))
	for i, f := range e.Failed {
		errs[i] = f.Err
	}
	return errs
}

// Fault says of the chain as a whole whether asking again may help: it does as
// soon as one model can answer. It may have to be paid for where any model was.
func (e *Error) Fault() messages.Fault {
	var passing, paid, declined bool
	for _, f := range e.Failed {
		switch answer.Fault(f.Err) {
		case messages.Passing:
			passing = true
		case messages.Costly:
			passing, paid = true, true
		case messages.Declined:
			declined, paid = true, true
		case messages.Lasting:
		}
	}
	switch {
	case passing && paid:
		return messages.Costly
	case passing:
		return messages.Passing
	case declined:
		return messages.Declined
	}
	return messages.Lasting
}

// After is for how long certainly no model will be asked that may answer then; 0:
// that isn't known of all.
func (e *Error) After() (after time.Duration) {
	known := false
	for _, f := range e.Failed {
		if fault := answer.Fault(f.Err); fault != messages.Passing && fault != messages.Costly {
			continue
		}
		pause := answer.After(f.Err)
		if pause == 0 {
			return 0
		}
		if !known || pause < after {
			after, known = pause, true
		}
	}
	return after
}
