package control

import (
	"context"
	"errors"
	"net/http"
	"time"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/journal"
	"familiar/journal/audit"
)

// Holds keeps everything of some channels from being erased. Its errors wrap those of
// journal/hold.go, [journal.ErrConflict] if somebody else changed what is held at the
// same moment, and [ErrUnclear] for what is no pattern of channels.
type Holds interface {
	// Keeping returns how long what is kept, and what is held.
	Keeping(context.Context) (Keeping, error)
	// Match returns a pattern as it is kept.
	Match(pattern string) (string, error)
	// Add holds the channels of a pattern.
	Add(ctx context.Context, one journal.Hold) error
	// Release lets what should have gone from them go.
	Release(ctx context.Context, match string) error
}

// Keeping is how long texts are kept, as the configuration says it.
type Keeping struct {
	Keep  string         `json:"keep"` // where no rule says otherwise, such as 720h
	From  string         `json:"from"` // "default" or "file:line"
	Rules []KeepingRule  `json:"rules"`
	Holds []journal.Hold `json:"holds"`
}

// A KeepingRule is how long texts of some channels are kept. Of several for a channel
// the last holds.
type KeepingRule struct {
	Match string `json:"match"`
	Keep  string `json:"keep"`
	From  string `json:"from"` // file:line
}

// retention tells what is kept for how long, and what is held.
func (s *Server) retention(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	kept, err := s.Holds.Keeping(r.Context())
	if err != nil {
		return err
	}
	kept.Rules, kept.Holds = append([]KeepingRule{}, kept.Rules...), append([]journal.Hold{}, kept.Holds...)
	wire.Answer(w, http.StatusOK, kept)
	return nil
}

// hold adds a hold, or with release ends one.
func (s *Server) hold(w http.ResponseWriter, r *http.Request, k access.Key) error {
	return s.changeHolds(w, r, k, "hold", func(ctx context.Context, one journal.Hold) error { return s.Holds.Add(ctx, one) })
}

func (s *Server) release(w http.ResponseWriter, r *http.Request, k access.Key) error {
	return s.changeHolds(w, r, k, "release", func(ctx context.Context, one journal.Hold) error {
		if one.Reason != "" {
			return wire.Bad("reason: to release a hold needs none")
		}
		return s.Holds.Release(ctx, one.Match)
	})
}

func (s *Server) changeHolds(w http.ResponseWriter, r *http.Request, k access.Key, verb string, change func(context.Context, journal.Hold) error) error {
	var in struct {
		Match  string `json:"match"`
		Reason string `json:"reason"`
	}
	if err := wire.ReadJSON(w, r, s.Body, &in); err != nil {
		return err
	}
	match, err := s.Holds.Match(in.Match)
	if err != nil {
		return err
	}
	by := s.askerOf(r.Header, k, audit.ByHTTP)
	d := audit.Deed{Verb: verb, Detail: match}
	if in.Reason != "" {
		d.Detail += ": " + in.Reason
	}
	name := by.person
	if name == "" {
		name = k.Name
	}
	err = s.recorded(r.Context(), by, d, func() error {
		return heldFault(change(r.Context(), journal.Hold{Match: match, Reason: in.Reason, By: name, Since: time.Now()}))
	})
	if err == nil {
		wire.Answer(w, http.StatusOK, struct{}{})
	}
	return err
}

// heldFault says what an error of changing what is held means to the client.
func heldFault(err error) error {
	switch {
	case errors.Is(err, journal.ErrReason):
		return wire.Bad("reason: " + journal.ErrReason.Error())
	case errors.Is(err, journal.ErrHeld), errors.Is(err, journal.ErrHolds):
		return wire.Refuse(http.StatusConflict, err.Error())
	case errors.Is(err, journal.ErrNotHeld):
		return wire.Refuse(http.StatusNotFound, err.Error())
	case errors.Is(err, journal.ErrConflict):
		return wire.Refuse(http.StatusConflict, "somebody else changed what is held at the same moment: nothing was changed, try again")
	}
	return err
}
