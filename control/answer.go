package control

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"familiar/journal"
)

// A fault is what is wrong with a request, in words that say what to do.
type fault struct {
	status int
	text   string
}

func (f fault) Error() string { return f.text }

func bad(text string) error { return fault{http.StatusBadRequest, text} }

// answer sends v. Script in it stays text: "<" is escaped, and the type is
// not one a browser renders.
func answer(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v)
	if err != nil { // v is one of this package's own
		panic(err)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // the client may have gone
}

func answerFault(w http.ResponseWriter, f fault) {
	switch f.status {
	case http.StatusUnauthorized:
		w.Header().Set("WWW-Authenticate", "Bearer")
	case http.StatusServiceUnavailable, http.StatusTooManyRequests:
		w.Header().Set("Retry-After", "1")
	}
	answer(w, f.status, struct {
		Error string `json:"error"`
	}{f.text})
}

// faultOf finds what an error means to the client; ours says that it is
// the program's own failure, which an operator should know of.
func faultOf(err error) (f fault, ours bool) {
	switch {
	case errors.As(err, &f):
		return f, false
	case errors.Is(err, ErrNobody):
		return fault{http.StatusNotFound, "no familiar has an account in this channel: see GET /v1/channels"}, false
	case errors.Is(err, ErrReserved):
		return fault{http.StatusBadRequest, `this id is reserved for the familiars' own posts: use one that doesn't begin with "post:"`}, false
	case errors.Is(err, ErrUnclear):
		return fault{http.StatusBadRequest, err.Error()}, false
	case errors.Is(err, ErrUndecided):
		return fault{http.StatusGatewayTimeout, "it was recorded, but the channel hasn't answered yet: see its decisions"}, true
	case errors.Is(err, ErrRefused):
		return fault{http.StatusUnprocessableEntity, "this line can't be accepted: shorten it, or remove unusual characters"}, false
	case errors.Is(err, ErrClosed), errors.Is(err, journal.ErrClosed):
		return fault{http.StatusServiceUnavailable, "nothing is listening at the moment: send it again with the same id"}, false
	case errors.Is(err, journal.ErrFull):
		return fault{http.StatusServiceUnavailable, "the journal is full: send it again later with the same id"}, true
	case errors.Is(err, journal.ErrAway):
		return fault{http.StatusServiceUnavailable, "the journal can't be reached: send it again later with the same id"}, true
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return fault{http.StatusServiceUnavailable, "it took too long: send it again with the same id"}, true
	}
	return fault{http.StatusInternalServerError, "it failed and may not have been recorded: send it again with the same id; the log says why"}, true
}
