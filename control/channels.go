package control

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"familiar/control/access"
	"familiar/control/feed"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/messages"
)

// A listed channel.
type listed struct {
	Channel string   `json:"channel"`
	Thread  string   `json:"thread"`
	Members []Member `json:"members"`
}

// maxListed is how many chats of the web network one answer tells of.
const maxListed = 1_000

// listing is a page of the web network's chats.
type listing struct {
	Channels []listed `json:"channels"`
	Next     string   `json:"next"` // cursor of those after these; "": there are none
	extent
}

// An extent is how much of all channels an answer is made of.
type extent struct {
	Counting bool `json:"counting"` // those of before this start are still being read
	Partly   bool `json:"partly"`   // there are more, where nothing was decided for long
}

// channels lists those of the web network the token is for, by name: the configured
// ones, those where something was heard since the start and those with decisions.
// Other networks have to be asked for.
func (s *Server) channels(w http.ResponseWriter, r *http.Request, k access.Key) error {
	query := r.URL.Query()
	if query.Has("network") {
		return s.find(w, r, k)
	}
	from, err := parseListed(query.Get("cursor"))
	if err != nil {
		return err
	}
	ids, decided, err := s.everyChannel(r.Context())
	if err != nil {
		return err
	}
	all := []listed{}
	for _, id := range ids {
		c, err := messages.ParseChannel(id)
		if err == nil && c.Network == feed.Network && k.Opens(c.Chat) {
			all = append(all, listed{Channel: c.Chat, Thread: c.Thread})
		}
	}
	slices.SortFunc(all, compareListed)
	if from.Channel != "" {
		at, is := slices.BinarySearchFunc(all, from, compareListed)
		if is {
			at++
		}
		all = all[at:]
	}
	told := listing{Channels: all[:min(len(all), maxListed)], extent: decided.extent()}
	for i, c := range told.Channels {
		told.Channels[i].Members = s.membersOf(messages.Channel{Network: feed.Network, Chat: c.Channel, Thread: c.Thread}.ID())
	}
	if len(all) > maxListed {
		end := told.Channels[maxListed-1]
		told.Next = url.QueryEscape(end.Channel) + "&" + url.QueryEscape(end.Thread)
	}
	wire.Answer(w, http.StatusOK, told)
	return nil
}

// everyChannel returns all that are known, each once, and those with decisions.
func (s *Server) everyChannel(ctx context.Context) (ids []messages.ChannelID, decided kept, err error) {
	decided, err = s.known.channels(ctx, s.Journal, s.Log)
	if err != nil {
		return nil, kept{}, err
	}
	ids = slices.AppendSeq(slices.Grow(slices.Concat(s.Channels(), s.Feed.Channels()), len(decided.at)), maps.Keys(decided.at))
	slices.Sort(ids)
	return slices.Compact(ids), decided, nil
}

// compareListed puts threads under their chat.
func compareListed(a, b listed) int {
	return cmp.Or(cmp.Compare(a.Channel, b.Channel), cmp.Compare(a.Thread, b.Thread))
}

// parseListed reads the cursor of a listing; "" is the beginning.
func parseListed(text string) (l listed, err error) {
	if text == "" {
		return l, nil
	}
	chat, thread, is := strings.Cut(text, "&")
	l.Channel, err = url.QueryUnescape(chat)
	if err != nil || !is || l.Channel == "" {
		return l, past.BadCursor
	}
	if l.Thread, err = url.QueryUnescape(thread); err != nil {
		return l, past.BadCursor
	}
	return l, nil
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
