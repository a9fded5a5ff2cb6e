package wire

import (
	"net/http"

	"familiar/llm"
)

// precise has the codes and types that say more than the status beside them.
var precise = map[string]error{
	"model_not_found":          llm.ErrUnknownModel,
	"insufficient_quota":       llm.ErrAuth, // comes with 429, but no pause mends it
	"content_filter":           llm.ErrRefused,
	"content_policy_violation": llm.ErrRefused,
	"overloaded_error":         llm.ErrOverloaded,
	"tool_use_failed":          llm.ErrMiscalled, // Groq's: the model's call can't be read
}

// alone has what the others mean when there is no status.
var alone = map[string]error{
	"authentication_error":    llm.ErrAuth,
	"permission_error":        llm.ErrAuth,
	"billing_error":           llm.ErrAuth,
	"invalid_api_key":         llm.ErrAuth,
	"not_found_error":         llm.ErrUnknownModel,
	"invalid_request_error":   llm.ErrInvalid,
	"request_too_large":       llm.ErrInvalid,
	"context_length_exceeded": llm.ErrInvalid,
}

// meaning returns the one of llm's errors that a failure is: a refusal if
// something was flagged, which comes with the status of a wrong key; else by
// its code, its type or its status. What is reported in mid answer and not
// known is a passing trouble, since the request had been accepted.
func meaning(status int, r report) error {
	if r.flagged {
		return llm.ErrRefused
	}
	for _, kind := range []string{r.code, r.kind} {
		if err := precise[kind]; err != nil {
			return err
		}
	}
	if status == 0 {
		for _, kind := range []string{r.code, r.kind} {
			if err := alone[kind]; err != nil {
				return err
			}
		}
	}
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusPaymentRequired:
		return llm.ErrAuth
	case http.StatusNotFound:
		return llm.ErrUnknownModel
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return llm.ErrOverloaded
	}
	if status == 0 || status >= http.StatusInternalServerError {
		return llm.ErrOverloaded
	}
	return llm.ErrInvalid
}
