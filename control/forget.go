package control

import (
	"context"
	"net/http"

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
		return nil, bad("forget: want either a person, or all = true for the whole channel")
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
		return nil, bad("channel: missing: all channels can't be erased at once")
	case len(w.key.Channels) > 0:
		return nil, fault{http.StatusForbidden, "this token is limited to some channels, and forget without a channel covers all of them"}
	}
	if err := checkName("person", string(w.given.Person)); err != nil {
		return nil, err
	}
	n, err := s.Steer.ForgetEverywhere(ctx, w.given.Person)
	switch {
	case err != nil:
		return nil, err
	case n == 0:
		return nil, fault{http.StatusNotFound, "person: nobody with this id is known"}
	}
	return forgetting{true, n}, nil
}
