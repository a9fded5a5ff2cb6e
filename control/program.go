package control

import (
	"context"
	"net/http"

	"familiar/control/access"
	"familiar/control/wire"
)

// actorsMost is how many actors of a kind are told of, unless fewer are asked
// for.
const actorsMost = 100

// Actors is the tree of the program, in all processes of its deployment: which kinds of
// actors there are in memory, and how the actors of each stand.
type Actors struct {
	Kinds  []ActorKind `json:"kinds"`            // those with the fewest first
	Silent []Silent    `json:"silent,omitempty"` // processes whose actors are missing
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

	Process string `json:"process,omitempty"` // id of the process that has it; "": the one that is asked
}

func noActors(context.Context, int) Actors { return Actors{Kinds: []ActorKind{}} }

// actors shows the tree.
func (s *Server) actors(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	most, err := amountIn(r.URL.Query(), "most", actorsMost, actorsMost)
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, s.Actors(r.Context(), most))
	return nil
}

// Spending is what the models have cost, in US dollars.
type Spending struct {
	Day       string  `json:"day"` // the date, in the budget's zone
	All       Spent   `json:"all"`
	Familiars []Spent `json:"familiars"` // dearest today first
	Channels  []Spent `json:"channels"`  // the same
	Unpriced  int64   `json:"unpriced"`  // calls of which nobody knew the price, ever
	Persons   int     `json:"persons"`   // that have had what one may a day
}

// Spent is the total of everything, or of one familiar or channel.
type Spent struct {
	Of       string  `json:"of"` // "" is everything
	Today    float64 `json:"today"`
	Reserved float64 `json:"reserved"` // for calls in flight
	Ever     float64 `json:"ever"`
	Limit    float64 `json:"limit"` // a day; 0: none
	Step     int     `json:"step"`  // 0 to 4: how hard the limit presses
}

func nothingSpent(context.Context) (Spending, error) {
	return Spending{Familiars: []Spent{}, Channels: []Spent{}}, nil
}

// budget says what was spent.
func (s *Server) budget(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	spending, err := s.Budget(r.Context())
	if err != nil {
		return err
	}
	wire.Answer(w, http.StatusOK, spending)
	return nil
}
