package journal

import (
	"slices"
	"time"
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
