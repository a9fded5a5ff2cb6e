package why

import (
	"familiar/messages"
)

// MostFlips is how many flips an explanation has at most.
const MostFlips = 6

// A Flip is a change of the facts with which the decision is another.
type Flip struct {
	To    Verdict
	If    []string       // what would have had to be so, a clause each: one or two
	Facts messages.Facts // of the line as it would have been
}

// flips gives the smallest changes that turn the decision: one fact, or, where
// no one fact has it answered (or, if it was, left alone), two.
func flips(n *messages.Note, seat Seat, w words) []Flip {
	was, facts := VerdictOf(n), factsOf(n)
	if seat.Ladder == nil || n.Act == messages.Settled || n.Act == messages.Denied || n.Act == messages.Claim ||
		facts.Has(messages.FromSelf) || facts == 0 && !isRung(n.Rung) || become(facts, n, seat) != was {
		return nil // no fact of the line decided, or nobody knows which
	}
	able := possible(facts, seat)
	goal := Answered
	if was == Answered {
		goal = Quiet
	}
	var to, beside []Flip
	for i := range able {
		f := able[i].apply(facts)
		switch v := become(f, n, seat); v {
		case was, unknown:
		case goal:
			to = append(to, Flip{v, []string{w.fill(able[i].text)}, f})
		default:
			beside = append(beside, Flip{v, []string{w.fill(able[i].text)}, f})
		}
	}
	if len(to) == 0 {
		to = pairs(n, facts, seat, able, goal, w)
	}
	all := append(to, beside...)
	return all[:min(len(all), MostFlips)]
}

// pairs gives what two changes turn to goal, when no one of them does.
func pairs(n *messages.Note, facts messages.Facts, seat Seat, able []change, goal Verdict, w words) []Flip {
	var found []Flip
	for i := range able {
		for k := i + 1; k < len(able) && len(found) < MostFlips; k++ {
			if able[i].touches()&able[k].touches() != 0 {
				continue
			}
			f := able[k].apply(able[i].apply(facts))
			if become(f, n, seat) == goal {
				found = append(found, Flip{goal, []string{w.fill(able[i].text), w.fill(able[k].text)}, f})
			}
		}
	}
	return found
}

// A change is one thing that could have been otherwise.
type change struct {
	set, clear messages.Facts
	text       string // of what would have had to be so
}

func (c change) apply(f messages.Facts) messages.Facts { return f&^c.clear | c.set }
func (c change) touches() messages.Facts               { return c.set | c.clear }

// possible gives the changes that would make f another, those that are easiest
// to bring about first.
func possible(f messages.Facts, seat Seat) []change {
	var able []change
	for _, c := range changes {
		if c.apply(f) == f || c.clear != 0 && c.set == 0 && f&c.clear == 0 {
			continue
		}
		if c.set.Has(messages.HasCredit) && (seat.Window == 0 || !f.Has(messages.CreditOn)) {
			continue
		}
		if c.set&(messages.ModeOurs|messages.ModeOther) != 0 && f&(messages.ModeOurs|messages.ModeOther) == 0 {
			continue // nobody assigns anything here
		}
		if c.clear.Has(messages.HasCredit) && seat.Shared {
			c.text = noWindow
		} else if c.set.Has(messages.HasCredit) && seat.Shared {
			c.text = inWindow
		}
		able = append(able, c)
	}
	return able
}
