package membership

import (
	"errors"
	"fmt"
)

// What callers act on.
var (
	// ErrUnsupported: the server can't keep such a bucket, or the bucket isn't one.
	ErrUnsupported = errors.New("keys can't expire in this bucket")
	// ErrUnknown: the server didn't answer whether it took a claim. If it did, the
	// key is nobody's for as long as its TTL; claiming it again is right.
	ErrUnknown = errors.New("the server did not say whether it took this")
	// ErrFull: this process holds as many keys as it may.
	ErrFull = errors.New("too many keys held")
	// ErrNobody: no process has ever entered.
	ErrNobody = errors.New("there is no list of processes")
)

// Why a key is not held any more: see [Hold.Why].
var (
	ErrReleased = errors.New("released")
	ErrClosed   = errors.New("membership closed")
	ErrExpired  = errors.New("not renewed in time")
	ErrGone     = errors.New("the key is gone from the bucket")
)

// A TakenError says that another member has a key.
type TakenError struct {
	Key Key
	By  string // the member's id; "": what stands in the key isn't understood
}

// Error implements error.
func (e *TakenError) Error() string {
	if e.By == "" {
		return fmt.Sprintf("%s is held by a process that this one doesn't understand", e.Key)
	}
	return fmt.Sprintf("%s is held by %s", e.Key, e.By)
}
