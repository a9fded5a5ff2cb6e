package control

import (
	"context"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
	"familiar/messages"
)

// Details is what is known of a channel beside what is said there.
type Details struct {
	Channel  messages.ChannelID `json:"channel"`
	Name     string             `json:"name"`     // as the configuration calls it; ""
	Audience messages.Audience  `json:"audience"` // who reads it: all of its workspace, some of it, or "" where nobody knows
	Keep     string             `json:"keep"`     // how long its texts are kept, such as 720h
	From     string             `json:"from"`     // "default", "file:line" or "file:line (PATTERN)"
	Held     []string           `json:"held"`     // patterns of the holds that keep all of it
}

// details tells of one channel, of any network by its id or of the web by its chat.
func (s *Server) details(w http.ResponseWriter, r *http.Request, k access.Key) error {
	id, err := s.channelIn(r.URL.Query())
	if err != nil {
		return err
	}
	if c, err := messages.ParseChannel(id); err != nil || c.ID() != id {
		return wire.Bad("channel: want an id such as discord/123/456")
	}
	if !k.Reaches(id) {
		return errNotForChannel
	}
	told, err := s.Details(r.Context(), id)
	if err != nil {
		return err
	}
	told.Channel, told.Name, told.Held = id, s.Called(id), append([]string{}, told.Held...)
	wire.Answer(w, http.StatusOK, told)
	return nil
}

func noDetails(context.Context, messages.ChannelID) (Details, error) { return Details{}, nil }
