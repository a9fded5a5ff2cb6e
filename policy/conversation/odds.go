package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// useOdds makes ready what the odds need of a new configuration. Where no seat
// looks at them nothing is remembered for them.
func (s *State) useOdds() {
	s.selves = nil
	for i := range s.config.Seats {
		if s.config.Seats[i].Policy.Odds.On {
			s.selves = make([]odds.Key, len(s.config.Seats))
			break
		}
	}
	for i := range s.selves {
		s.selves[i] = odds.KeyOf(s.config.Seats[i].Self)
	}
	if s.selves != nil {
		return
	}
	s.Talk = odds.Room{}
	for i := range s.Seats {
		s.Seats[i].Odds, s.Seats[i].Likely = odds.Seat{}, 0
	}
}

// overhear has the channel's memory take in the next line; aims are people it
// is for that the network doesn't tell.
func (s *State) overhear(l *messages.Line, g *gist, aims ...messages.PersonID) {
	if s.selves == nil || l.Backfilled {
		return
	}
	var room [4]messages.PersonID // odds looks at no more
	to := append(room[:0], l.Mentions[:min(len(l.Mentions), len(room))]...)
	if g.to != "" && len(to) < len(room) {
		to = append(to, g.to)
	}
	to = append(to, aims[:min(len(aims), len(room)-len(to))]...)
	g.talk, g.heard = s.Talk.Hear(l.Author, g.folded, to, s.Now), true
}

// overhearOwn has the channel and seat i take in what seat i said.
func (s *State) overhearOwn(i int, l *messages.Line, g *gist) {
	s.overhear(l, g, s.addressees(i)...)
	if g.heard {
		s.Seats[i].Odds.Say(&g.talk)
	}
}

// keepPast keeps what a line came after while the account of some seat that may
// be here has no copy of it: whoever hears it later estimates it as of then.
func (s *State) keepPast(e *transcript.Row, g *gist) {
	if g.heard && s.awaited(e) != 0 {
		s.Talk.Keep(&g.talk, e.No())
		return
	}
	s.Talk.DropOld(e.No())
}

// awaited gives the seats that have yet to hear a line and may. Of a channel's
// first lines anybody may be: nobody has heard enough to be missed.
func (s *State) awaited(e *transcript.Row) uint32 {
	if s.Talk.No <= odds.MostKept {
		return e.Unheard()
	}
	return e.Unheard() & s.here(e, odds.MostKept)
}

// recallLine has the channel's memory tell what it made of a line that those seats
// hear only now. What it does not know any more is not estimated; they take the
// line in all the same, by what the memory makes of it now.
func (s *State) recallLine(e *transcript.Row, l *messages.Line, g *gist, seats uint32) {
	if s.selves == nil || l.Backfilled {
		return
	}
	if g.talk, g.heard = s.Talk.Again(e.No(), l.Author, g.folded, aimsOf(l, g), s.Now); g.heard {
		if s.awaited(e) == 0 {
			s.Talk.Drop(e.No())
		}
		return
	}
	for i := range s.Seats {
		if seats&(1<<i) != 0 && s.cfg(i).Policy.Odds.On {
			s.Seats[i].Odds.Hear(&g.talk, s.selves[i], s.facts(i, l, g), g.crowd, nil)
		}
	}
}

// aimsOf gives the people that a line is for, as far as the network tells:
// odds looks at no more than four.
func aimsOf(l *messages.Line, g *gist) []messages.PersonID {
	to := slices.Clone(l.Mentions[:min(len(l.Mentions), 4)])
	if g.to != "" && len(to) < 4 {
		to = append(to, g.to)
	}
	return to
}

// addressees gives whom the post of the turn in flight is for: the authors of
// the lines it answers, newest first; unsolicited, only of the newest.
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

// settles reports whether the odds may settle what the ladder has answered: an
// ask that goes on with a talk, or that each line gets, and a wait where the
// familiar speaks unasked at all. Whether a call was meant the judge is to say.
func (c *SeatConfig) settles(d ladder.Decision, facts messages.Facts) bool {
	switch d.Act {
	case messages.Ask:
		switch d.Rung { //nolint:exhaustive // the others are calls
		case ladder.Sticky, ladder.Rest, ladder.Solo:
			return true
		case ladder.Alias:
			return !facts.Has(messages.CallsUs)
		}
		return false
	case messages.Wait:
		return c.Policy.Chattiness.On
	default:
		return false
	}
}

// estimate holds what the ladder left open to the odds: n then says how likely
// an answer is expected and which bar that was held to. An ask they are sure
// about becomes engage or observe at once; of a wait see [State.leaveToChattiness]. The verdict
// is [odds.Band] where they settle nothing: an edit has none, and a copy that
// came after many other lines.
func (s *State) estimate(i int, g *gist, d ladder.Decision, n *messages.Note) odds.Verdict {
	seat, c := &s.Seats[i], s.cfg(i)
	if !g.heard || !c.Policy.Odds.On {
		return odds.Band
	}
	f := seat.Odds.Hear(&g.talk, s.selves[i], n.Facts, g.crowd, &c.Card)
	if c.Look != nil {
		c.Look(n, f)
	}
	if !c.settles(d, n.Facts) {
		return odds.Band
	}
	p := c.weights().P(&f)
	verdict, bar := c.Policy.Odds.Settle(d.Act, p, c.Judged, s.pressure(i))
	n.Odds, n.Bar = float32(p), float32(bar)
	switch {
	case verdict == odds.Band || verdict == odds.No && d.Act == messages.Wait:
	case verdict == odds.No:
		n.Act, n.Reason = messages.Observe, c.weights().Of(&f).Because()
	case d.Act == messages.Ask:
		n.Act, n.Reason = messages.Engage, c.weights().Of(&f).Because()
	default:
		n.Reason = c.weights().Of(&f).Because()
	}
	return verdict
}

// leaveToChattiness settles a line that was left to chattiness and that nothing else has
// kept from waiting. Where the odds are sure of no it isn't asked about; it is
// talk all the same, so the lull and the curve have heard it, and where others
// wait already it waits along, since their question costs no more with it.
// Where they are sure of yes it goes on waiting, for the turn that
// [State.wish] has it answered in.
func (s *State) leaveToChattiness(i int, v odds.Verdict, n *messages.Note) {
	along := s.cfg(i).Judged && s.Seats[i].Waiting > s.passed(i)
	if v == odds.No && n.Act == messages.Wait && !along {
		n.Act, n.Reason = messages.Observe, because.NotExpected
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
	s.wishes(i, messages.Interjection, seat.Waiting)
	return s.note(i, messages.Note{Line: n.Line, Act: messages.Settled, Rung: byOdds, Trigger: seat.Wish, Odds: n.Odds, Bar: n.Bar, Reason: n.Reason}, out)
}

// dropWish drops what seat i, which has no judge, was about to say unasked while
// the floor is a sibling's: nobody could say later whether it is still wanted.
func (s *State) dropWish(i int, why messages.Trigger, out []Effect) []Effect {
	return s.giveUp(i, messages.Note{Rung: byFloor, Trigger: why, Reason: because.FloorTakenUnjudged}, out)
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
