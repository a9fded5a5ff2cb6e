package sealed

import (
	"slices"

	"familiar/journal"
	"familiar/journal/seal"
)

// An Erasure is one Erase of a channel under way, as each part of the journal
// adds to it.
type Erasure struct {
	Gone   *journal.Erasure
	Ranges []seal.Range // whose keys are to be forgotten, once every part was asked
	Left   error        // what another Erase has to do; nil: nothing
}

// Only has one text go.
func (e *Erasure) Only(at seal.Position) { e.Ranges = append(e.Ranges, seal.Only(at)) }

// Until has all of a kind go whose positions are not beyond; those before are
// one range, which costs no more than a single text.
func (e *Erasure) Until(at seal.Position) {
	e.Ranges = append(e.Ranges, seal.Range{From: at.Kind().First(), To: at})
}

// AllBut has all positions of a kind go up to one, but for these.
func (e *Erasure) AllBut(stay []seal.Position, until seal.Position) {
	slices.Sort(stay)
	from := until.Kind().First()
	for _, at := range stay {
		if at > until {
			break
		}
		if at > from {
			e.Ranges = append(e.Ranges, seal.Range{From: from, To: at - 1})
		}
		from = at + 1
	}
	if from <= until {
		e.Ranges = append(e.Ranges, seal.Range{From: from, To: until})
	}
}
