package control

import (
	"cmp"
	"maps"
	"net/http"
	"slices"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/control/wire"
	"familiar/messages"
)

// A listed channel.
type listed struct {
	Channel string   `json:"channel"`
	Thread  string   `json:"thread"`
	Members []Member `json:"members"`
}

// channels lists those of the web network the token is for: the configured ones, those
// where something was heard since the start and those with decisions. Other networks
// have to be asked for.
func (s *Server) channels(w http.ResponseWriter, r *http.Request, k access.Key) error {
	if r.URL.Query().Has("network") {
		return s.find(w, r, k)
	}
	last, err := s.known.channels(r.Context(), s.Journal)
	if err != nil {
		return err
	}
	ids := slices.Concat(s.Channels(), s.Feed.Channels(), slices.Collect(maps.Keys(last)))
	slices.Sort(ids)
	all := []listed{}
	for _, id := range slices.Compact(ids) {
		c, err := messages.ParseChannel(id)
		if err == nil && c.Network == feed.Network && k.Opens(c.Chat) {
			all = append(all, listed{c.Chat, c.Thread, s.membersOf(id)})
		}
	}
	slices.SortFunc(all, func(a, b listed) int {
		return cmp.Or(cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Thread, b.Thread))
	})
	wire.Answer(w, http.StatusOK, struct {
		Channels []listed `json:"channels"`
	}{all})
	return nil
}

// channel says who of us is in one.
func (s *Server) channel(w http.ResponseWriter, r *http.Request, k access.Key) error {
	at, err := s.place(r, k, r.URL.Query().Get("thread"))
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, listed{at.chat, at.thread, s.membersOf(at.id)})
	return nil
}

// membersOf returns an empty list for nobody, which is written [] and not null.
func (s *Server) membersOf(id messages.ChannelID) []Member {
	if members := s.Members(id); members != nil {
		return members
	}
	return []Member{}
}
