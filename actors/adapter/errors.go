package adapter

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"
)

// Errors that say what can be done; they are wrapped.
var (
	// ErrGone says that it can never succeed: the channel, the right or the
	// account is gone. Retrying is of no use.
	ErrGone = errors.New("gone for good")
	// ErrRefused says that an event has no form the program can take.
	ErrRefused = errors.New("event refused")
	// ErrReshard says that the network wants another number of shards than there are.
	ErrReshard = errors.New("the network wants another number of shards")
	// ErrAwaited says that the network comes to the account, and hasn't yet: it is no
	// reason not to start.
	ErrAwaited = errors.New("the network has not come yet")
	// ErrRemoved is why Listen's context ends when the configuration has the account
	// no more: nobody comes back to what the network keeps for it.
	ErrRemoved = errors.New("the account is no longer configured")
)

// A RetryError says that nothing was done and that it may be tried later.
type RetryError struct {
	After time.Duration // 0: the caller chooses
	Err   error
}

// LongestPause bounds the pause that a network may ask for: what it says may make no
// sense.
const LongestPause = 24 * time.Hour

// Seconds returns a pause of so many seconds that a network asks for: at most
// [LongestPause], and 0 of what is no time.
func Seconds(s float64) time.Duration {
	if !(s > 0) {
		return 0
	}
	return time.Duration(min(s, LongestPause.Seconds()) * float64(time.Second))
}

// RetryAfter wraps err, which says that nothing was done, with the pause the
// network asked for, no longer than a day; 0 if it named none.
func RetryAfter(after time.Duration, err error) error {
	return &RetryError{After: min(after, LongestPause), Err: err}
}

func (e *RetryError) Error() string {
	if e.After <= 0 {
		return e.Err.Error()
	}
	return fmt.Sprintf("%v (retry after %v)", e.Err, e.After)
}

// Unwrap returns the cause.
func (e *RetryError) Unwrap() error { return e.Err }

// IsUnposted reports whether an error of a post says that nothing was done.
func IsUnposted(err error) bool {
	_, later := errors.AsType[*RetryError](err)
	return later || errors.Is(err, ErrGone)
}

// PauseOf returns the pause a network asked for with err; 0 if it named none.
func PauseOf(err error) time.Duration {
	if later, ok := errors.AsType[*RetryError](err); ok {
		return later.After
	}
	return 0
}

// Unposted says of a failure before anything was posted that it may be tried
// again, unless it is final.
func Unposted(err error) error {
	if IsUnposted(err) {
		return err
	}
	return RetryAfter(0, err)
}

// NotReached returns what an error of a request says of dialling: nobody was reached, so
// nothing has left. Nil: it says no such thing.
func NotReached(err error) *net.OpError {
	if dial, ok := errors.AsType[*net.OpError](err); ok && dial.Op == "dial" {
		return dial
	}
	return nil
}

// WithoutAddress returns what went wrong with a request, without its address, in which
// there may be a token.
func WithoutAddress(err error) error {
	if asked, ok := errors.AsType[*url.Error](err); ok {
		return asked.Err
	}
	return err
}
