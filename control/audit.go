package control

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"familiar/control/access"
	"familiar/control/past"
	"familiar/control/wire"
	"familiar/journal/audit"
	"familiar/messages"
)

// How many entries one answer has.
const (
	someEntries = 100
	mostEntries = 500
)

// trail lists what people had the program do, newest first.
func (s *Server) trail(w http.ResponseWriter, r *http.Request, _ access.Key) error {
	query := r.URL.Query()
	wanted := audit.Wanted{By: query.Get("by"), Verb: query.Get("verb")}
	var err error
	if wanted.Since, err = past.ParseMoment("since", query.Get("since"), time.Now()); err != nil {
		return err
	}
	if before := query.Get("before"); before != "" {
		if wanted.Before, err = strconv.ParseUint(before, 10, 64); err != nil {
			return wire.Bad("before: want the number of an entry")
		}
	}
	if person := query.Get("person"); person != "" {
		if wanted.About, err = s.Audit.Pseudonym(r.Context(), messages.PersonID(person)); err != nil {
			return err
		}
	}
	most, err := amountIn(query, "limit", someEntries, mostEntries)
	if err != nil {
		return err
	}
	found, err := wanted.Newest(r.Context(), s.Audit, most)
	if err != nil {
		return err
	}
	answer := struct {
		Entries []json.RawMessage `json:"entries"` // as they are kept, so that their hashes can be checked
		Next    uint64            `json:"next"`    // the before of those before these; 0: there are none
	}{Entries: []json.RawMessage{}}
	for _, kept := range slices.Backward(found) {
		answer.Entries = append(answer.Entries, kept.Line)
	}
	if len(found) == most {
		answer.Next = found[0].N
	}
	wire.Answer(w, http.StatusOK, answer)
	return nil
}
