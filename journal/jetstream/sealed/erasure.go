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
	Epochs Epochs
	Said   []Said       // by other processes that seal
	Ranges []seal.Range // whose keys are to be forgotten, once every part was asked
	Left   error        // what another Erase has to do; nil: nothing
}

// Only has one text go.
func (e *Erasure) Only(at seal.Position) { e.Ranges = append(e.Ranges, seal.Only(at)) }

// until has all of a kind go whose positions are not beyond; those before are
// one range, which costs no more than a single text.
func (e *Erasure) until(at seal.Position) {
	e.Ranges = append(e.Ranges, seal.Range{From: at.Kind().First(), To: at})
}

// A Said is what another process says of a channel: up to which positions, one of a
// kind, all that it has sealed is in the streams, but for some that may come yet.
type Said struct {
	Epoch        uint64
	Until, Maybe []seal.Position
}

// Heard adds what other processes said of found's kind, and returns what may come
// of them yet.
func (e *Erasure) Heard(found *Found) (maybe []seal.Position) {
	for _, s := range e.Said {
		for _, at := range s.Until {
			if at.Kind() == found.kind {
				e.Sealed(found, s.Epoch, at)
			}
		}
		for _, at := range s.Maybe {
			if at.Kind() == found.kind {
				maybe = append(maybe, at)
			}
		}
	}
	return maybe
}

// Sealed adds that the process of an epoch has sealed up to a position, and that what
// doesn't stand in the stream of it never will. One that has sealed nothing says so
// by a position before all of its own.
func (e *Erasure) Sealed(found *Found, epoch uint64, until seal.Position) {
	if own := until.Epoch(); e.Epochs.Alone || own == epoch {
		found.until[own] = until
	}
}

// allBut has all positions of a kind go up to one, but for these.
func (e *Erasure) allBut(stay []seal.Position, until seal.Position) {
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
