package control

import (
	"net/http"
	"strconv"
)

// actorsMost is how many actors of a kind are told of, unless fewer are asked
// for.
const actorsMost = 100

// Actors is the tree of the program: which kinds of actors it has in memory, and
// how the actors of each stand.
type Actors struct {
	Kinds []ActorKind `json:"kinds"` // those with the fewest first
}

// ActorKind is the actors of one kind: account, channel, agent, monitor, budget.
type ActorKind struct {
	Kind   string  `json:"kind"`
	All    int     `json:"all"`    // in memory
	Actors []Actor `json:"actors"` // some of them: who has panicked first, then the busiest
}

// Actor is how one actor stands.
type Actor struct {
	Key     string  `json:"key"`
	State   string  `json:"state"`   // in a few words
	Backlog int     `json:"backlog"` // messages and work it has not finished
	Last    string  `json:"last"`    // kind of the message it took last
	Rests   float64 `json:"rests"`   // seconds since it came to rest; 0: it is at work
	Panics  int     `json:"panics"`  // since it is in memory
}

func noActors(int) Actors { return Actors{Kinds: []ActorKind{}} }

// actors shows the tree. It names channels and accounts of every network, so a
// token has to be for all chats.
func (s *Server) actors(w http.ResponseWriter, r *http.Request, k key) error {
	if len(k.Channels) > 0 {
		return fault{http.StatusForbidden, "this token is limited to some chats, and this lists the actors of all of them"}
	}
	most := actorsMost
	if asked := r.URL.Query().Get("most"); asked != "" {
		n, err := strconv.Atoi(asked)
		if err != nil || n < 1 || n > actorsMost {
			return fault{http.StatusBadRequest, "most: want the number of actors of each kind, 1 to 100"}
		}
		most = n
	}
	answer(w, http.StatusOK, s.Actors(most))
	return nil
}
