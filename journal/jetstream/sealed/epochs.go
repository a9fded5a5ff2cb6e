package sealed

import (
	"maps"
	"slices"

	"familiar/journal/seal"
)

// Epochs are those that texts are sealed under, each one process's. Of one that is
// over every text that it will ever have is in its stream, or gone; of another one
// nobody may forget what its process has still to seal.
type Epochs struct {
	Own    uint64   // this process's
	Others []uint64 // of other processes that may seal yet
	Until  uint64   // those beyond may be begun at any time; the others are over, but for the ones above
	Alone  bool     // one process after the other has the store: who comes later has greater positions
}

// spans returns the ranges of a kind that nobody seals in any more: what is over,
// and of the others up to the positions that the caller knows.
func (x Epochs) spans(kind seal.Kind, known map[uint64]seal.Position) (all []seal.Range) {
	from, over := kind.First(), kind.Of(x.Until).To
	for _, living := range slices.Sorted(slices.Values(append(slices.Clone(x.Others), x.Own))) {
		of := kind.Of(living)
		if before := min(of.From-1, over); from <= before && of.From > kind.First() {
			all = append(all, seal.Range{From: from, To: before})
		}
		if until, is := known[living]; is && until >= of.From && until <= of.To {
			all = append(all, seal.Range{From: of.From, To: until})
		}
		if living == x.Own || living <= x.Until {
			from = max(from, of.To+1)
		}
	}
	if from <= over {
		all = append(all, seal.Range{From: from, To: over})
	}
	return all
}

// A Found is a channel's texts of one kind as they stand in its stream.
type Found struct {
	kind    seal.Kind
	first   map[uint64]seal.Position // of each epoch, the one that stands first
	highest map[uint64]seal.Position // of each epoch
	until   map[uint64]seal.Position // of each epoch whose process says how far it has come: see Erasure.Sealed
	before  seal.Position            // the one that was found last
	mixed   bool                     // they don't stand in the order of their positions
	lowest  seal.Position            // the first of all; 0: there is none
}

// NewFound returns that of a kind of which nothing was found yet.
func NewFound(kind seal.Kind) *Found {
	return &Found{kind: kind, first: map[uint64]seal.Position{}, highest: map[uint64]seal.Position{}, until: map[uint64]seal.Position{}}
}

// Add says that a text stands there, after those before.
func (f *Found) Add(at seal.Position) {
	if len(f.first) == 0 {
		f.lowest = at
	}
	epoch := at.Epoch()
	if _, known := f.first[epoch]; !known {
		f.first[epoch] = at
	}
	f.highest[epoch] = max(f.highest[epoch], at)
	f.mixed = f.mixed || at < f.before
	f.before = at
}

// known returns up to where each epoch's texts are found: what has come since its
// process said how far it is may have overtaken others.
func (f *Found) known() map[uint64]seal.Position {
	known := maps.Clone(f.highest)
	maps.Copy(known, f.until)
	return known
}

// Trimmed has those go that stood before the first: of these none is kept any more.
// With several processes that is so for each of them.
func (e *Erasure) Trimmed(f *Found) {
	if len(f.first) == 0 {
		return
	}
	if x := e.Epochs; x.Alone || !f.mixed && len(x.Others) == 0 && f.lowest.Epoch() <= min(x.Own, x.Until) {
		if f.lowest > f.kind.First() {
			e.until(f.lowest - 1)
		}
		return
	}
	known := map[uint64]seal.Position{}
	for epoch, at := range f.first {
		known[epoch] = at - 1 // one below its epoch's first counts for nothing
	}
	for _, span := range e.Epochs.spans(f.kind, known) {
		from := span.From // what is over is cut where some of it is kept
		for _, epoch := range slices.Sorted(maps.Keys(f.first)) {
			of := f.kind.Of(epoch)
			if of.To < from || of.From > span.To || f.first[epoch] > span.To {
				continue
			}
			e.forget(from, f.first[epoch]-1)
			from = max(from, of.To+1)
		}
		e.forget(from, span.To)
	}
}

// AllFound has all go that nobody seals any more or that was found, but for some.
func (e *Erasure) AllFound(f *Found, stay []seal.Position) {
	if e.Epochs.Alone {
		known := f.until
		if len(known) == 0 {
			known = f.highest
		}
		if len(known) > 0 {
			e.allBut(stay, slices.Max(slices.Collect(maps.Values(known))))
		}
		return
	}
	slices.Sort(stay)
	for _, span := range e.Epochs.spans(f.kind, f.known()) {
		from := span.From
		for _, at := range stay {
			if at < from {
				continue
			}
			if at > span.To {
				break
			}
			e.forget(from, at-1)
			from = at + 1
		}
		e.forget(from, span.To)
	}
}

// forget has a range go, unless it is empty.
func (e *Erasure) forget(from, to seal.Position) {
	if from <= to && to != ^seal.Position(0) {
		e.Ranges = append(e.Ranges, seal.Range{From: from, To: to})
	}
}
