package control

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"familiar/control/access"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/messages"
)

// everyNetwork is what is asked for to find channels of all networks.
const everyNetwork = "all"

// maxFound is how many channels one answer tells of.
const maxFound = 200

// A found channel is one of any network.
type found struct {
	listed
	ID      messages.ChannelID    `json:"id"`
	Network messages.Network      `json:"network"`
	Name    string                `json:"name"`  // as the configuration calls it; ""
	Last    messages.Instant      `json:"last"`  // of the newest decision there, at the latest; 0: none is kept
	Seats   []messages.SeatStatus `json:"seats"` // what each familiar is doing; none: the channel isn't in memory
}

// finding is the answer to a search for channels.
type finding struct {
	Channels []found          `json:"channels"`
	Next     string           `json:"next"` // cursor of those after these; "": there are none
	All      int              `json:"all"`  // how many there are in all
	Now      messages.Instant `json:"now"`  // of the clock of until and thinks
	extent
}

// find lists channels of one network, or of all, that a token is for, the one talked in
// last first.
func (s *Server) find(w http.ResponseWriter, r *http.Request, k access.Key) error {
	query := r.URL.Query()
	from, err := parseFound(query.Get("cursor"))
	if err != nil {
		return err
	}
	limit, err := amountIn(query, "limit", maxFound, maxFound)
	if err != nil {
		return err
	}
	ids, decided, err := s.everyChannel(r.Context())
	if err != nil {
		return err
	}
	if ids, err = s.withNamed(r.Context(), ids, messages.ChannelID(query.Get("q")), k); err != nil {
		return err
	}
	all, network, q := []found{}, query.Get("network"), strings.ToLower(query.Get("q"))
	for _, id := range ids {
		c, err := messages.ParseChannel(id)
		if err != nil || !k.Reaches(id) || network != everyNetwork && network != string(c.Network) {
			continue
		}
		f := found{listed: listed{Channel: c.Chat, Thread: c.Thread}, ID: id, Network: c.Network, Name: s.Called(id), Last: decided.at[id]}
		if strings.Contains(strings.ToLower(string(id)+" "+f.Name), q) {
			all = append(all, f)
		}
	}
	slices.SortFunc(all, compareFound)
	told := finding{All: len(all), Now: messages.InstantOf(time.Now()), extent: decided.extent()}
	if from.ID != "" {
		at, is := slices.BinarySearchFunc(all, from, compareFound)
		if is {
			at++
		}
		all = all[at:]
	}
	told.Channels = all[:min(len(all), limit)]
	if len(all) > limit {
		end := told.Channels[limit-1]
		told.Next = strconv.FormatInt(int64(end.Last), 10) + "." + string(end.ID)
	}
	if err := s.seat(r, told.Channels); err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, told)
	return nil
}

// withNamed adds a channel that is asked for by its whole id and has decisions, though it
// isn't among those that are known, as they are many or not read yet.
func (s *Server) withNamed(ctx context.Context, ids []messages.ChannelID, id messages.ChannelID, k access.Key) ([]messages.ChannelID, error) {
	c, err := messages.ParseChannel(id)
	if err != nil || c.ID() != id || !k.Reaches(id) || slices.Contains(ids, id) {
		return ids, nil
	}
	for _, err := range s.Journal.Notes(ctx, id, 1) {
		if err != nil {
			return nil, err
		}
		return append(ids, id), nil
	}
	return ids, nil
}

// seat tells of each channel who is there and what they are doing.
func (s *Server) seat(r *http.Request, page []found) error {
	at := make(map[messages.ChannelID]int, len(page))
	for i := range page {
		at[page[i].ID] = i
		page[i].Members, page[i].Seats = s.membersOf(page[i].ID), []messages.SeatStatus{}
	}
	if s.Steer == nil {
		return nil
	}
	standing, err := s.Steer.Statuses(r.Context(), "", func(id messages.ChannelID) bool { _, is := at[id]; return is }, len(page))
	for _, st := range standing.Channels {
		if i, is := at[st.Channel]; is && st.Seats != nil {
			page[i].Seats = st.Seats
		}
	}
	return err
}

// compareFound puts the channel talked in last first.
func compareFound(a, b found) int {
	return cmp.Or(cmp.Compare(b.Last, a.Last), cmp.Compare(a.ID, b.ID))
}

// parseFound reads the cursor of a search, "ms.id"; "" is the beginning.
func parseFound(text string) (f found, err error) {
	if text == "" {
		return f, nil
	}
	ms, id, _ := strings.Cut(text, ".")
	at, err := strconv.ParseUint(ms, 10, 63)
	if err != nil || id == "" {
		return f, past.BadCursor
	}
	return found{Last: messages.Instant(at), ID: messages.ChannelID(id)}, nil
}
