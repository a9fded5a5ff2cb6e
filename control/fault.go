package control

import (
	"context"
	"errors"
	"net/http"

	"familiar/control/wire"
	"familiar/journal"
)

// faultOf finds what an error means to whoever asked; ours says that it is
// the program's own failure, which an operator should know of.
func faultOf(err error) (f wire.Fault, ours bool) {
	switch {
	case errors.As(err, &f):
		return f, false
	case errors.Is(err, ErrNobody):
		return wire.Refuse(http.StatusNotFound, "no familiar has an account in this channel: see GET /v1/channels"), false
	case errors.Is(err, ErrReserved):
		return wire.Refuse(http.StatusBadRequest, `this id is reserved for the familiars' own posts: use one that doesn't begin with "post:"`), false
	case errors.Is(err, ErrUnclear):
		return wire.Refuse(http.StatusBadRequest, err.Error()), false
	case errors.Is(err, ErrUndecided):
		return wire.Refuse(http.StatusGatewayTimeout, "it is noted, but the channel has not said yet what it made of it: see its decisions"), true
	case errors.Is(err, ErrRefused):
		return wire.Refuse(http.StatusUnprocessableEntity, "the program can't take this line as it is: shorten it, or leave odd characters out"), false
	case errors.Is(err, ErrClosed), errors.Is(err, journal.ErrClosed):
		return wire.Refuse(http.StatusServiceUnavailable, "nobody is listening at the moment: send it again, with the same id"), false
	case errors.Is(err, journal.ErrFull):
		return wire.Refuse(http.StatusServiceUnavailable, "the journal is full: send it again later, with the same id"), true
	case errors.Is(err, journal.ErrAway):
		return wire.Refuse(http.StatusServiceUnavailable, "the journal can't be reached: send it again later, with the same id"), true
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return wire.Refuse(http.StatusServiceUnavailable, "it took too long: send it again, with the same id"), true
	}
	return wire.Refuse(http.StatusInternalServerError, "it failed and may not have been kept: send it again, with the same id; the log says why"), true
}
