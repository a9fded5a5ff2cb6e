package journal

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// What a hold may say, and how many there may be: every channel looks through them.
const (
	MostHolds  = 100
	MostReason = 200 // characters
)

// Errors of changing what is held, which say what to do.
var (
	ErrHeld    = errors.New("it is held already")
	ErrNotHeld = errors.New("it is not held")
	ErrReason  = fmt.Errorf("say why, in at most %d characters, for whoever finds the hold later", MostReason)
	ErrHolds   = fmt.Errorf("there are %d holds, as many as there may be: release one, or hold more channels with one pattern", MostHolds)
)

// A Hold keeps everything that the journal has of some channels from being erased,
// whoever asks for it and however old it is, until it is released. What is forgotten
// meanwhile leaves the channels' states at once, and the journal after that.
//
// Match and Reason are kept as they are, readable for whoever has the store.
type Hold struct {
	Match  string    `json:"match"`  // the channels, as in the configuration's rules; no two holds have the same
	Reason string    `json:"reason"` // why, in the operator's words
	By     string    `json:"by"`     // who asked for it, as the audit names them
	Since  time.Time `json:"since"`
}

// Holds are all that there are, oldest first, and the revision that a change has to name.
type Holds struct {
	All      []Hold
	Revision uint64 // 0: there never was one
}

// Of returns the place of the hold with that match; -1: there is none.
func (h Holds) Of(match string) int {
	return slices.IndexFunc(h.All, func(one Hold) bool { return one.Match == match })
}

// Add adds a hold, its reason in one line.
func (h *Holds) Add(one Hold) error {
	one.Reason = strings.Join(strings.Fields(one.Reason), " ")
	switch {
	case one.Reason == "" || utf8.RuneCountInString(one.Reason) > MostReason:
		return ErrReason
	case h.Of(one.Match) >= 0:
		return ErrHeld
	case len(h.All) >= MostHolds:
		return ErrHolds
	}
	one.Since = one.Since.UTC().Truncate(time.Second)
	h.All = append(h.All, one)
	return nil
}

// Release takes the hold with that match away.
func (h *Holds) Release(match string) error {
	i := h.Of(match)
	if i < 0 {
		return ErrNotHeld
	}
	h.All = slices.Delete(slices.Clone(h.All), i, i+1)
	return nil
}
