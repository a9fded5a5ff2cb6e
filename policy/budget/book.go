package budget

import (
	"cmp"
	"slices"

	"familiar/messages"
)

// channelsKept and familiarsKept are how many totals a ledger holds.
const (
	channelsKept  = 10_000
	familiarsKept = 1_000
)

// A Tally is what something has cost.
type Tally struct {
	Today Money `json:"t,omitempty"`
	Held  Money `json:"h,omitempty"` // reserved for calls in flight
	Ever  Money `json:"e,omitempty"`
	Step  Step  `json:"s,omitempty"` // how hard its own limit presses

	since Money // of Today, since the last Recount
}

// An Entry is the tally of one channel or familiar.
type Entry[K ~string] struct {
	Of K `json:"k"`
	Tally
	Last messages.Instant `json:"l,omitempty"` // its last call
}

// A Book holds the tallies of the channels or familiars that called last. The
// zero Book is empty.
type Book[K ~string] struct {
	Entries []Entry[K] `json:"b,omitempty"` // in no order
	Dropped Money      `json:"x,omitempty"` // what those that are no longer kept have cost, ever

	places map[K]int // in Entries, made when first needed
}

// find returns the entry of k, or nil.
func (b *Book[K]) find(k K) *Entry[K] {
	if b.places == nil {
		b.number()
	}
	if i, found := b.places[k]; found {
		return &b.Entries[i]
	}
	return nil
}

// open returns the entry of k, a new one if there is none.
func (b *Book[K]) open(k K, now messages.Instant) *Entry[K] {
	e := b.find(k)
	if e == nil {
		b.places[k] = len(b.Entries)
		b.Entries = append(b.Entries, Entry[K]{Of: k})
		e = &b.Entries[len(b.Entries)-1]
	}
	e.Last = now
	return e
}

// trim drops the entries whose last call is longest ago, to three quarters of
// most, once there are more than that, and gives those dropped that were under
// pressure. What is reserved keeps its entry.
func (b *Book[K]) trim(most int) (eased []K) {
	if len(b.Entries) <= most {
		return nil
	}
	slices.SortFunc(b.Entries, func(a, z Entry[K]) int {
		return cmp.Or(cmp.Compare(z.Last, a.Last), cmp.Compare(a.Of, z.Of))
	})
	kept := most - most/4
	for _, e := range b.Entries[kept:] {
		if e.Held > 0 {
			b.Entries[kept] = e
			kept++
			continue
		}
		b.Dropped = b.Dropped.plus(e.Ever)
		if e.Step > Free {
			eased = append(eased, e.Of)
		}
	}
	clear(b.Entries[kept:])
	b.Entries = b.Entries[:kept]
	b.number()
	return eased
}

func (b *Book[K]) number() {
	b.places = make(map[K]int, len(b.Entries))
	for i := range b.Entries {
		b.places[b.Entries[i].Of] = i
	}
}
