package control

import (
	"context"
	"net/http"

	"familiar/control/wire"
	"familiar/messages"
)

// forgetting is the answer to forget: it is in the journal, and gone within a
// minute.
type forgetting struct {
	Ordered  bool `json:"ordered"`
	Channels int  `json:"channels"`
}

// forget has a person erased, in a channel or wherever they are known, or all
// of a channel.
func (s *Server) forget(ctx context.Context, w *wish) (any, error) {
	if (w.given.Person == "") != w.given.All {
		return nil, wire.Bad("forget: want a person, or all to be true for the whole channel, and not both")
	}
	if w.channel == "" {
		return s.forgetEverywhere(ctx, w)
	}
	if err := s.Steer.Forget(ctx, w.channel, messages.Forgotten{Person: w.given.Person, All: w.given.All}); err != nil {
		return nil, err
	}
	return forgetting{true, 1}, nil
}

func (s *Server) forgetEverywhere(ctx context.Context, w *wish) (any, error) {
	switch {
	case w.given.All:
		return nil, wire.Bad("channel: missing: all of every channel is never erased at once")
	case len(w.key.Channels) > 0:
		return nil, wire.Refuse(http.StatusForbidden, "this token is for some channels only, and forget without a channel is about all")
	}
	if err := checkName("person", string(w.given.Person)); err != nil {
		return nil, err
	}
	n, err := s.Steer.ForgetEverywhere(ctx, w.given.Person)
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, wire.Refuse(http.StatusNotFound, "person: nothing is known of anybody with this id")
	}
	return forgetting{true, n}, nil
}
