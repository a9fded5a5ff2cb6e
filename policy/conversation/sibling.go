package conversation

import (
	"math/bits"
	"slices"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/hours"
	"familiar/policy/ladder"
	"familiar/policy/transcript"
)

// Several familiars may be in a channel with one human. A line that addresses
// some of them is no other's. One that addresses nobody may be answered by
// whoever has credit with its author. Where nobody has, and several would answer
// because its author is alone, it is for one of them: the one that was spoken
// with last, since a talk goes on; before there was any, the first listed.

// calledBy gives the seats that a line addresses, a bit each. What a network
// knows only as a reply to its thread's root addresses nobody but for the seat
// that wrote the root, which may take it for its own.
func (s *State) calledBy(l *messages.Line, g *gist) (seats uint32) {
	if len(s.config.Seats) < 2 {
		return 0
	}
	for i := range s.config.Seats {
		c := &s.config.Seats[i]
		if l.Author.ID == c.Self { // it says its own name
			continue
		}
		if c.IsCalledBy(l, g.names&(1<<i) != 0) || g.toSeat == i && !l.ReplyTo.ThreadRoot {
			seats |= 1 << i
		}
	}
	return seats
}

// callsOther reports, for seats in shadow, whether a line addresses a live one.
func (s *State) callsOther(l *messages.Line, g *gist) bool {
	return slices.ContainsFunc(s.config.Live(), func(c SeatConfig) bool { return c.IsCalledBy(l, c.Names.In(g.folded)) })
}

// goingOn says whose the line of somebody is who is alone here with several of
// us and calls nobody.
type goingOn struct {
	known bool   // it was looked for
	able  uint32 // the seats that would answer only because its author is alone
	with  int    // which of them it is for; -1: none, a seat that has credit answers
}

// siblingsTalk reports whether seat i would answer a line only because its
// author is alone with several of us, and it is another's all the same.
// What was fetched after a gap nobody answers.
func (s *State) siblingsTalk(i int, e *transcript.Row, l *messages.Line, g *gist) bool {
	if len(s.Seats) < 2 || g.crowd > 1 || l.Author.Bot || l.Backfilled || g.calls != 0 {
		return false
	}
	if !g.talks.known {
		g.talks = s.goesOn(e, l, g)
	}
	if g.talks.able&(1<<i) == 0 {
		return false
	}
	// Whose account heard it first may have answered before this one's copy came.
	return g.talks.with != i || g.late && (e.For()|e.Waits()&g.talks.able)&^(1<<i) != 0
}

// goesOn finds whose a line is that calls nobody.
func (s *State) goesOn(e *transcript.Row, l *messages.Line, g *gist) goingOn {
	t := goingOn{known: true, with: -1}
	here := s.here(e, 1) // nobody answers where who is chosen has gone
	var sure uint32      // of those able, who would answer and not only think about it
	goOn := false
	for i := range s.Seats {
		if here&(1<<i) == 0 {
			continue
		}
		d := s.wouldAnswer(i, e, l, g)
		switch d.Rung { //nolint:exhaustive // by another rung it answers whoever else does
		case ladder.Sticky:
			goOn = true
		case ladder.Solo:
			t.able |= 1 << i
			if d.Act == messages.Engage {
				sure |= 1 << i
			}
		}
	}
	switch {
	case goOn || t.able == 0:
	case sure != 0:
		t.with = s.newestOf(sure, e.No())
	default:
		t.with = s.newestOf(t.able, e.No())
	}
	return t
}

// newestOf gives which of those seats was spoken with last before line no: it
// said, or was to answer, the newest of such lines. Before any it is the first.
func (s *State) newestOf(seats uint32, no uint32) int {
	for no--; no >= s.Lines.Oldest() && no > 0; no-- {
		said := s.Lines.At(no)
		of := said.For()
		if said.By() > 0 {
			of = 1 << (said.By() - 1)
		}
		if of &= seats; of != 0 {
			return first(of)
		}
	}
	return first(seats)
}

// here gives the seats whose account has heard a line, or may have yet: it has
// heard one of so many before.
func (s *State) here(e *transcript.Row, before uint32) uint32 {
	here := ^e.Unheard()
	for no := e.No() - 1; no > 0 && e.No()-no <= before; no-- {
		if earlier := s.Lines.At(no); earlier != nil {
			here |= ^earlier.Unheard()
		}
	}
	return here
}

// wouldAnswer gives what seat i's ladder makes of a line that addresses nobody;
// observe by [ladder.Bottom] when the seat may not answer.
func (s *State) wouldAnswer(i int, e *transcript.Row, l *messages.Line, g *gist) ladder.Decision {
	c, facts := s.cfg(i), s.facts(i, l, g)
	if c.Absent || e.Hidden()&(1<<i) != 0 || s.kept(i, l, facts) != admission.Free ||
		c.Hours.At(s.Now) == hours.Silent || !s.Seats[i].Pressure.Lets() {
		return ladder.Decision{Act: messages.Observe, Rung: ladder.Bottom}
	}
	return ladder.Decide(facts, &c.Policy.Ladder)
}

// first gives the lowest seat of a set that has one.
func first(seats uint32) int { return bits.TrailingZeros32(seats) }
