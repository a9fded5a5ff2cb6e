package finish

import (
	"familiar/internal/bounds"
)

// Limits is what an operator may tune for each familiar.
type Limits struct {
	Sends    int `toml:"sends"`    // texts one turn may say, its final text among them; at least 1
	Refusals int `toml:"refusals"` // refused texts after which the rest of the turn is dropped; 0: it never is
}

// Default is ten texts a turn, three refusals.
func Default() Limits { return Limits{Sends: 10, Refusals: 3} }

// Validate names every limit whose value makes no sense.
func (l Limits) Validate() error {
	return ("finish: " + bounds.Plain).Check(
		bounds.OrMore("sends", l.Sends, 1).Of("texts"),
		bounds.OrMore("refusals", l.Refusals, 0).Of("texts"),
	)
}
