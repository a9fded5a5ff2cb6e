package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/ladder"
	"familiar/policy/odds"
)

// A talked is what the room made of a line that was just heard, for every seat
// to look at, and how many humans take part.
type talked struct {
	odds.Line
	crowd int
}

// listens reports whether anybody here looks at the odds: without, nothing is
// remembered for them.
func (c *Config) listens() bool {
	return slices.ContainsFunc(c.Seats, func(seat SeatConfig) bool { return seat.Policy.Odds.On })
}

// overhear has the room take in the next line; aims are people it is for that
// the network doesn't tell.
func (s *State) overhear(l *messages.Line, folded string, aims ...messages.PersonID) talked {
	var room [4]messages.PersonID // odds looks at no more
	to := append(room[:0], l.Mentions[:min(len(l.Mentions), len(room))]...)
	if author := s.repliedTo(l); author != "" && len(to) < len(room) {
		to = append(to, author)
	}
	to = append(to, aims[:min(len(aims), len(room)-len(to))]...)
	return talked{s.Talk.Hear(l.Author, folded, to, s.Now), s.Roster.Effective(s.Now)}
}

// repliedTo gives whom a line replies to, as far as the network or the
// transcript knows.
func (s *State) repliedTo(l *messages.Line) messages.PersonID {
	if l.ReplyTo.Author != "" || l.ReplyTo.ID == "" {
		return l.ReplyTo.Author
	}
	if e := s.Lines.find(l.ReplyTo.ID); e != nil {
		return e.Author.ID
	}
	return ""
}

// overhearOwn has the room and seat i take in what seat i said.
func (s *State) overhearOwn(i int, l *messages.Line, folded string) *talked {
	if !s.config.listens() || l.Backfilled {
		return nil
	}
	heard := s.overhear(l, folded, s.addressees(i)...)
	s.Seats[i].Odds.Say(&heard.Line)
	return &heard
}

// addressees gives whom the post of the turn in flight is for: the authors of the
// lines it answers, newest first; unsolicited, only of the newest.
func (s *State) addressees(i int) []messages.PersonID {
	t := s.Turn
	if t == nil || t.Seat != i || !t.Composed {
		return nil
	}
	var people []messages.PersonID
	for k := len(t.Asked) - 1; k >= 0; k-- {
		if id := t.Asked[k].Author.ID; id != "" && !slices.Contains(people, id) {
			people = append(people, id)
		}
		if t.Trigger.Unsolicited() {
			break
		}
	}
	return people
}

// An estimate is what the odds make of a line the ladder left open.
type estimate struct {
	odds.Estimate
	verdict odds.Verdict // Band where they settle nothing
}

// estimate holds what the ladder left open to the odds: n then says how likely
// an answer is expected and which bar that was held to. An ask they are sure
// about becomes engage or observe at once; of a wait see [estimate.leave].
//
// A line of which heard is nil, a late copy or an edit, has no odds; neither
// has one that calls the familiar where the judge is to say if it was meant.
func (s *State) estimate(i int, heard *talked, d ladder.Decision, n *messages.Note) estimate {
	seat, c := &s.Seats[i], s.cfg(i)
	if heard == nil || !c.Policy.Odds.On {
		return estimate{verdict: odds.Band}
	}
	facts := seat.Odds.Hear(&heard.Line, odds.KeyOf(c.Self), n.Facts, heard.crowd, &c.Card)
	seat.Likely = 0
	if n.Act != messages.Wait && (n.Act != messages.Ask || d.Rung != ladder.Sticky && d.Rung != ladder.Rest) {
		return estimate{verdict: odds.Band}
	}
	e := estimate{Estimate: c.weights().Of(&facts)}
	var bar float64
	e.verdict, bar = c.Policy.Odds.Settle(n.Act, e.P, c.Judged, s.Pressure)
	seat.Likely = e.P
	n.Odds, n.Bar = float32(e.P), float32(bar)
	if n.Act == messages.Ask && e.verdict != odds.Band {
		n.Act, n.Reason = messages.Engage, e.String()
		if e.verdict == odds.No {
			n.Act = messages.Observe
		}
	}
	return e
}

// leave settles a line that was left to chattiness and that nothing else has
// kept from waiting. Where the odds are sure of no it doesn't wait; it is talk
// all the same, so the lull and the curve have heard it. Where they are sure of
// yes it goes on waiting, for the turn that [State.wish] has it answered in.
func (e *estimate) leave(n *messages.Note) {
	switch e.verdict {
	case odds.No:
		n.Act, n.Reason = messages.Observe, e.String()
	case odds.Yes:
		n.Reason = e.String()
	case odds.Band: // chattiness's
	}
}

// weights gives what each feature of the odds is worth.
func (c *SeatConfig) weights() *odds.Weights {
	if c.Weights == nil {
		return odds.Builtin()
	}
	return c.Weights
}

// wish has seat i speak unasked about a line the odds are sure of, as if the
// judge had said yes.
func (s *State) wish(i int, n *messages.Note, out []Effect) []Effect {
	seat := &s.Seats[i]
	if seat.Wish != "" || seat.Waiting <= seat.Settled {
		return out // it is about to, or a turn has taken the line in
	}
	seat.Wish = messages.Interjection
	return s.note(i, messages.Note{Line: n.Line, Act: messages.Settled, Rung: byOdds, Trigger: seat.Wish, Odds: n.Odds, Bar: n.Bar, Reason: n.Reason}, out)
}

// forgetTalk takes somebody out of what is remembered of who talked to whom.
func (s *State) forgetTalk(id messages.PersonID) {
	s.Talk.Forget(id)
	for i := range s.Seats {
		s.Seats[i].Odds.Forget(id)
	}
}

// forgetTalkBefore does the same with whoever has said nothing since t.
func (s *State) forgetTalkBefore(t messages.Instant) {
	s.Talk.ForgetBefore(t)
	for i := range s.Seats {
		s.Seats[i].Odds.ForgetBefore(t)
	}
}

// overhearFor has a seat that waits for its own account's copy take in the
// line by the copy there is.
func (s *State) overhearFor(i int, l *messages.Line, folded string, heard *talked) {
	if c := s.cfg(i); heard != nil && c.Policy.Odds.On {
		s.Seats[i].Odds.Hear(&heard.Line, odds.KeyOf(c.Self), s.facts(i, l, folded), heard.crowd, nil)
	}
}
