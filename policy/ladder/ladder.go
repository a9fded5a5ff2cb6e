// Package ladder decides what one line is worth to one familiar.
//
// The decision is a ladder: the configuration lists named rungs, they are tried from
// the top, and the first that applies answers. It looks only at the facts of the
// line; it knows no text, clock, channel or model. It also compiles the familiar's
// names, since whether a line contains one of them is a fact. policy/conversation
// calls it for each line and seat. docs/policies.md explains each rung; a test keeps
// its table equal to this package.
package ladder

import (
	"math/bits"

	"familiar/messages"
)

// A Rung is the name of one rule. The same word stands in the configuration,
// in notes, logs, spans and metrics.
type Rung = messages.Rung

// The rungs, in the order of the preset social. What each matches and answers is in
// the table in rules.go.
const (
	Self       = messages.BySelf
	Mode       = messages.ByMode
	DM         = messages.ByDM
	Mention    = messages.ByMention
	Reply      = messages.ByReply
	Sibling    = messages.BySibling
	Aside      = messages.ByAside
	Sticky     = messages.BySticky
	Alias      = messages.ByAlias
	Elsewhere  = messages.ByElsewhere
	ColdThread = messages.ByColdThread
	Solo       = messages.BySolo
	Rest       = messages.ByRest
	Bottom     = messages.ByDefault // below every ladder; never configured
)

// A Decision is what to do with a line, and the rung that said so.
type Decision struct {
	Act  messages.Act // drop, observe, engage, ask or wait
	Rung Rung

	// Spend says that the ladder got as far as looking at the author's credit.
	// The caller hands it to credit.Ledger.Spend, which slides, takes or keeps
	// a live one and drops one that has run out. It is false when the answer
	// is ask: a yes leads to a reply, which grants a new credit, and a no must
	// not prolong this one.
	Spend bool
}

// Decide returns the answer of the first rung of c that applies to f, and
// observe by [Bottom] when none does. A rung it doesn't know, which
// [Config.Validate] refuses, applies to nothing. It doesn't allocate.
func Decide(f messages.Facts, c *Config) Decision {
	o := OrderOf(c.Rungs)
	return o.Decide(f, c)
}

// An Order is the rules of a ladder's rungs, looked up once: how high each stands, 0
// where it is none of them. The zero Order has none.
type Order [len(rules)]uint8

// OrderOf returns the order of some rungs, without those it doesn't know; of one
// that is named twice the first counts.
func OrderOf(rungs []Rung) (o Order) {
	next := 0 // ladders usually follow the table
	height := uint8(len(o))
	for _, rung := range rungs {
		i := find(rung, next)
		if i < 0 || o[i] != 0 {
			continue
		}
		o[i] = height
		height--
		next = i + 1
	}
	return o
}

// Decide is [Decide] by the order of c's rungs.
func (o *Order) Decide(f messages.Facts, c *Config) Decision {
	if f.Has(messages.RepliesToOther | messages.JoinedHere) {
		// Networks that know a thread only by its root call every line in it
		// a reply to the person who began it.
		f &^= messages.RepliesToOther
	}
	r, height := o.first(f)
	spend := o[spender] != 0 && o[spender] >= height && rules[spender].open(f)
	if height == 0 {
		return Decision{messages.Observe, Bottom, spend}
	}
	act := r.answer(f, c)
	return Decision{act, r.rung, spend && act != messages.Ask}
}

// first returns the highest rule that claims a line with those facts, and how high it
// stands; 0: none does.
func (o *Order) first(f messages.Facts) (r *rule, height uint8) {
	f |= always
	maybe := uint32(0) // rules, a bit each
	for known := f & telling; known != 0; known &= known - 1 {
		maybe |= byFact[bits.TrailingZeros64(uint64(known))&63]
	}
	for ; maybe != 0; maybe &= maybe - 1 {
		i := bits.TrailingZeros32(maybe)
		if o[i] > height && claims[i].holds(f) {
			r, height = &rules[i], o[i]
		}
	}
	return r, height
}
