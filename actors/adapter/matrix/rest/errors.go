package rest

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"familiar/actors/adapter"
)

// A Refusal is an answer that says no.
type Refusal struct {
	What       string // what was asked for, without ids
	Status     int    // of HTTP
	Code       string // Matrix's, as M_FORBIDDEN; "": whoever answered gave none, as a proxy does
	Text       string // its words
	RetryAfter time.Duration
	SoftLogout bool // the token has ended, its device has not
}

func (r *Refusal) Error() string {
	text := fmt.Sprintf("%s: %s (%d %s)", r.What, adapter.CleanName(r.Text, 200), r.Status, adapter.CleanName(r.Code, 64))
	if help := r.help(); help != "" {
		return text + ": " + help
	}
	return text
}

// help says what the operator can do about a refusal that no retry mends.
func (r *Refusal) help() string {
	switch r.Code {
	case "M_UNKNOWN_TOKEN":
		if r.SoftLogout {
			return "the token has ended: log in anew with the same device and write down the new token"
		}
		return "the token is not valid any more: log in anew and write down the new token"
	case "M_MISSING_TOKEN":
		return "no token reached the homeserver: something before it takes the Authorization header away"
	case "M_USER_DEACTIVATED":
		return "the account is deactivated: use another"
	case "M_USER_LOCKED", "M_USER_SUSPENDED":
		return "ask whoever runs the homeserver"
	case "M_FORBIDDEN":
		return "invite the account to the room, or give it the power level for that"
	}
	if r.Code == "" && r.Status == http.StatusNotFound {
		return "there may be no homeserver at this address"
	}
	return ""
}

// asRefusal returns the refusal that an error is; nil: it is none.
func asRefusal(err error) *Refusal {
	refusal, _ := errors.AsType[*Refusal](err)
	return refusal
}

// IsMissing reports whether an error says that there is no such thing.
func IsMissing(err error) bool { r := asRefusal(err); return r != nil && r.Code == "M_NOT_FOUND" }

// IsForbidden reports whether an error says that the account may not see or do that.
func IsForbidden(err error) bool { r := asRefusal(err); return r != nil && r.Code == "M_FORBIDDEN" }

// IsDuplicate reports whether an error says that a reaction is there already.
func IsDuplicate(err error) bool {
	r := asRefusal(err)
	return r != nil && r.Code == "M_DUPLICATE_ANNOTATION"
}

// IsMalformed reports whether an error says that the homeserver makes nothing of what
// was asked, as of a token it doesn't know.
func IsMalformed(err error) bool {
	r := asRefusal(err)
	return r != nil && r.Status == http.StatusBadRequest && r.Code != ""
}

// OfAccount reports whether an error ends the account: nothing it asks can succeed.
// A locked account is none: it may be unlocked, and its token stays.
func OfAccount(err error) bool {
	r := asRefusal(err)
	return r != nil && slices.Contains([]string{"M_UNKNOWN_TOKEN", "M_MISSING_TOKEN", "M_USER_DEACTIVATED"}, r.Code)
}

// Outcome says of an error of a call that changes something what
// [adapter.Adapter.Post] promises: gone, to be tried later, or not known.
func Outcome(err error) error {
	r := asRefusal(err)
	if r == nil {
		if adapter.NotReached(err) != nil {
			return adapter.RetryAfter(0, err)
		}
		return err
	}
	switch {
	case r.Code == "M_LIMIT_EXCEEDED" || r.Status == http.StatusTooManyRequests:
		return adapter.RetryAfter(r.RetryAfter, err)
	case r.Code == "M_USER_LOCKED":
		return adapter.RetryAfter(0, err)
	case r.Code == "" && r.Status == http.StatusRequestTimeout:
		return err // whoever answered may have passed it on
	case r.Code == "" && r.Status >= 400 && r.Status < 500 && r.Status != http.StatusRequestEntityTooLarge:
		return adapter.RetryAfter(0, err) // a proxy's, and the homeserver behind it has not been asked
	case r.Status >= 400 && r.Status < 500:
		return fmt.Errorf("%w: %w", adapter.ErrGone, err)
	}
	return err // it may have been done all the same
}
