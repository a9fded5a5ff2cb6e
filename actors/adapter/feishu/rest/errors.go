package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"familiar/actors/adapter"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
)

// An apiError is an answer of the network that says no.
type apiError struct {
	path   string
	status int
	code   int // the network's own; 0: it gave none
	msg    string
	reset  time.Duration // when it may be tried again; 0: not said
	token  bool          // said when asked for a token: it concerns the app as a whole
}

func (e *apiError) Error() string {
	text := fmt.Sprintf("%s: %s", e.path, adapter.CleanName(e.msg, 200))
	if e.code != 0 {
		text += fmt.Sprintf(" (code %d)", e.code)
	} else {
		text += fmt.Sprintf(" (HTTP %d)", e.status)
	}
	if hint := hints[e.code]; hint != "" {
		text += ": " + hint
	}
	return text
}

// The codes of https://open.feishu.cn/document/server-docs/getting-started/server-error-codes
// and of the interface of messages.
var (
	staleToken = map[int]bool{99991661: true, 99991663: true, 99991664: true, 99991668: true, 99991671: true, 99991677: true}
	limitCodes = map[int]bool{99991400: true, 11232: true, 11233: true, 11247: true, 11248: true, 230020: true}

	// appCodes end the account: nothing it asks can succeed.
	appCodes = map[int]bool{10003: true, 10005: true, 10013: true, 10014: true, 10015: true, 11205: true, 99991543: true, 99991662: true, 99991673: true, 99991674: true}

	// goneCodes end one post: it can't succeed in that place.
	goneCodes = map[int]bool{
		230001: true, 230002: true, 230006: true, 230013: true, 230017: true, 230018: true, 230019: true, 230022: true, 230025: true,
		230027: true, 230028: true, 230035: true, 230038: true, 230053: true, 230071: true, 230072: true, 232009: true, 99991672: true, 99991679: true,
	}

	// withdrawnCodes say that the line to answer is no more.
	withdrawnCodes = map[int]bool{230011: true, 230050: true, 230110: true, 231003: true}

	hints = map[int]string{
		10003:    "check the app's id and secret",
		10014:    "the app's secret is wrong: take it from the app's page under Credentials",
		10015:    "the app's secret is wrong: take it from the app's page under Credentials",
		11205:    "switch on the app's ability Bot and publish a version",
		99991543: "check the app's id and secret",
		99991662: "the app is disabled: have the administrator enable it",
		99991672: "grant the app the scope that is named and publish a version",
		99991673: "the app is not available: publish a version, and have the administrator approve it",
		230002:   "the bot is not in that chat: add it",
		230006:   "switch on the app's ability Bot and publish a version",
		230013:   "the person is outside the app's availability",
	}
)

// errNotSent says that a request never reached the network.
var errNotSent = errors.New("not sent")

// lost makes an error of a request that got no answer.
func lost(path string, err error) error {
	if _, dialed := errors.AsType[*larkcore.DialFailedError](err); dialed {
		return fmt.Errorf("%s: %w: %w", path, errNotSent, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// OfApp reports whether err ends the account.
func OfApp(err error) bool {
	refusal, ok := errors.AsType[*apiError](err)
	if !ok {
		return false
	}
	return appCodes[refusal.code] || refusal.token && !Unclear(err)
}

// Unclear reports whether the network has said neither yes nor no.
func Unclear(err error) bool {
	refusal, ok := errors.AsType[*apiError](err)
	if !ok {
		return err != nil
	}
	return refusal.code == 0 || limitCodes[refusal.code] ||
		refusal.status == http.StatusTooManyRequests || refusal.status >= http.StatusInternalServerError
}

// Outcome says of an error of a call that changes something what
// [adapter.Adapter.Post] promises: gone, to be tried later, or not known.
func Outcome(err error) error {
	refusal, ok := errors.AsType[*apiError](err)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return err
	case errors.Is(err, errNotSent):
		return adapter.RetryAfter(0, err)
	case !ok:
		return err
	case OfApp(err) || goneCodes[refusal.code] || withdrawnCodes[refusal.code]:
		return fmt.Errorf("%w: %w", adapter.ErrGone, err)
	case refusal.token || refusal.status == http.StatusTooManyRequests || limitCodes[refusal.code]:
		return adapter.RetryAfter(refusal.reset, err)
	case refusal.code == 0 || refusal.status >= http.StatusInternalServerError:
		return err // it may have been done all the same
	}
	return adapter.RetryAfter(0, err)
}

// Later adds the pause that the network asked for.
func Later(err error) error {
	if refusal, ok := errors.AsType[*apiError](err); ok && refusal.reset > 0 {
		return adapter.RetryAfter(refusal.reset, err)
	}
	return err
}

// isStale reports whether the network no longer takes the token.
func isStale(err error) bool {
	refusal, ok := errors.AsType[*apiError](err)
	return ok && staleToken[refusal.code]
}

// IsWithdrawn reports whether the line to answer is no more.
func IsWithdrawn(err error) bool {
	refusal, ok := errors.AsType[*apiError](err)
	return ok && withdrawnCodes[refusal.code]
}

// IsRefusal reports whether the network has answered, and said no.
func IsRefusal(err error) bool {
	_, ok := errors.AsType[*apiError](err)
	return ok
}
