// Package obstacle is the second half of the one ordered list that decides: what
// keeps a familiar from doing with a line what its ladder says.
//
// The ladder's rungs come first (policy/ladder); then these rules, in the order
// of the table in rules.go, of which the first that applies has the last word.
// The package looks at what is known of the case only: it knows no text, clock
// or channel. What its rules mean to people stands in their rows, and from there
// in policy/rules.
package obstacle

import (
	"math/bits"

	"familiar/messages"
)

// A Set is what is known of a case, a bit each.
type Set uint32

// What may be known of a line and of the familiar that decides on it, whatever the ladder says.
const (
	Absent      Set = 1 << iota // its account doesn't know yet who it is
	Unseen                      // it must not see the line
	Quiet                       // it was told to be quiet
	LeftAlone                   // the author asked to be left alone, and doesn't speak to it
	Silent                      // it is in its quiet hours
	OffHours                    // it is outside its active hours
	FromBot                     // the line is a bot's
	BotsStopped                 // only bots have talked for too long
	Suspected                   // its author answers as a program does
	OldNews                     // the line was fetched after a gap
	Notice                      // its network forbids to answer it
	Backlogged                  // the channel's backlog is over its soft cap
	OverBudget                  // the budget's hard limit is reached
	Overdrawn                   // its author has had what one person may a day
	SharesDay                   // together with accounts that they linked
)

// What may be known of what the ladder says, where that leads to words.
const (
	PeersUnarm Set = 1 << (iota + 15) // bots' lines arm nothing here
	PassedOver                        // a turn or verdict of its own has passed over the line, or an open question will
	Settled                           // the odds are sure: there is nothing to ask
	Unjudged                          // it has no judge
	NoThoughts                        // it has no judge, or no chattiness to make it think
	Crowding                          // it has had more than its share of the talk, and nobody asked it
	EachAsked                         // each line is a question by itself
	Refused                           // a verdict of its own has passed over the line
	Rest                              // the ladder left the line to the rung rest
)

// A Case is what the ladder said, and what is known of the line.
type Case struct {
	Act   messages.Act
	Known Set
}

// First returns the first rule that applies to a case, or nil: then the ladder's
// answer stands. So it does with a rule whose To is "".
func First(c Case) *Rule {
	maybe := uint32(0) // rules, a bit each
	for known := c.Known; known != 0; known &= known - 1 {
		maybe |= byLeast[bits.TrailingZeros32(uint32(known))&31]
	}
	if maybe == 0 { // as mostly
		return nil
	}
	for answer := answerOf(c.Act); maybe != 0; maybe &= maybe - 1 {
		if r := &rules[bits.TrailingZeros32(maybe)]; c.Known&r.when == r.when && r.of&answer != 0 {
			return r
		}
	}
	return nil
}

// Temper turns a ladder's answer, which a note has, into what is possible of what is known,
// and reports whether a rule has. The rule is named and gives its reason, as far as it has
// any.
func Temper(n *messages.Note, known Set) bool {
	r := First(Case{Act: n.Act, Known: known})
	if r == nil || r.To == "" {
		return false
	}
	if n.Act, n.Reason = r.To, r.Reason; r.Name != "" {
		n.Rung = r.Name
	}
	if !r.KeepsBar() {
		n.Bar = 0
	}
	return true
}

// byLeast are the rules by the least bit of what has to be known for them, so that
// no line has to be held to all.
var byLeast = func() (all [32]uint32) {
	for i := range rules {
		all[bits.TrailingZeros32(uint32(rules[i].when))] |= 1 << i
	}
	return all
}()

// Speaks reports whether an act leads to words, or to thinking of some.
func Speaks(a messages.Act) bool { return answerOf(a)&speaks != 0 }

// An answers is a set of the ladder's possible answers.
type answers uint8

const (
	wait answers = 1 << iota
	ask
	engage
	observe

	speaks = wait | ask | engage
)

func answerOf(a messages.Act) answers {
	switch a { //nolint:exhaustive // nothing else comes of a ladder but a line that is dropped
	case messages.Wait:
		return wait
	case messages.Ask:
		return ask
	case messages.Engage:
		return engage
	case messages.Observe:
		return observe
	}
	return 0
}
