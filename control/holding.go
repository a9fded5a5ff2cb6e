package control

import (
	"context"
	"net/http"
	"time"

	"familiar/control/access"
	"familiar/control/wire"
)

// callTime is how long what a request asks for may take.
const callTime = 20 * time.Second

// holding has a call run in one of the slots, and its connection kept as long.
func (s *Server) holding(in *access.Slots, c call) call {
	return func(w http.ResponseWriter, r *http.Request, k access.Key) error {
		if err := in.Acquire(k, 1); err != nil {
			return wire.TurnAway(w, r, err)
		}
		defer in.Release(k, 1)
		defer s.crowd.Hold(r.Context())()
		return c(w, r, k)
	}
}

// brief returns a call that ends by itself one of the slots, and bounds its
// time.
func (s *Server) brief(c call) call {
	return s.holding(s.requests, func(w http.ResponseWriter, r *http.Request, k access.Key) error {
		ctx, cancel := context.WithTimeout(r.Context(), callTime)
		defer cancel()
		return c(w, r.WithContext(ctx), k)
	})
}

// reading has a stream read its past in one of the slots of requests, for
// which it waits: all readers of the journal share one bound.
func (s *Server) reading(ctx context.Context, k access.Key, read func(context.Context) error) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	if err := s.requests.Wait(ctx, k); err != nil {
		return err
	}
	defer s.requests.Release(k, 1)
	return read(ctx)
}
