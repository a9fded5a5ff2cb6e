package control

import (
	"context"
	"net/http"
)

// Spending is what the models have cost, in US dollars.
type Spending struct {
	Day       string  `json:"day"` // the date, in the budget's zone
	All       Spent   `json:"all"`
	Familiars []Spent `json:"familiars"` // dearest today first
	Channels  []Spent `json:"channels"`  // the same
	Unpriced  int64   `json:"unpriced"`  // calls of which nobody knew the price, ever
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

// budget says what was spent. It names channels of every network, so a token
// has to be for all chats.
func (s *Server) budget(w http.ResponseWriter, r *http.Request, k key) error {
	if len(k.Channels) > 0 {
		return fault{http.StatusForbidden, "this token is limited to some chats, and the budget covers all of them"}
	}
	spending, err := s.Budget(r.Context())
	if err != nil {
		return err
	}
	answer(w, http.StatusOK, spending)
	return nil
}
