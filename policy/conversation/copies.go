package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/erasing"
	"familiar/policy/transcript"
)

// What an account has no copy of, its seats have not heard: they decide on
// nothing of it, think of nothing because of it, and are not shown it. So a
// direct message, or a channel that only one of our accounts sees, is that
// account's seats' alone, whoever else has a seat by configuration. A copy may
// come at any time, and its seats decide then.

// hears gives the seats that hear what that account hears, a bit each: all,
// where nothing says whose ears it was.
func (s *State) hears(account messages.AccountID) uint32 {
	all := uint32(1)<<len(s.config.Seats) - 1
	if account == "" {
		return all
	}
	for i := range s.config.Seats {
		if s.config.Seats[i].Account != account {
			all &^= 1 << i
		}
	}
	return all
}

// deaf gives the seats that do not hear what that account hears.
func (s *State) deaf(account messages.AccountID) uint32 {
	return (uint32(1)<<len(s.config.Seats) - 1) &^ s.hears(account)
}

// away gives the seats whose account is not known to be here now: it has no
// copy of the newest line. Before the first line nobody's is.
func (s *State) away() uint32 {
	if e := s.Lines.At(s.Lines.Last()); e != nil {
		return e.Unheard()
	}
	return uint32(1)<<len(s.config.Seats) - 1
}

// unheard gives the seats that do not hear a line as it comes in. To a seat in
// shadow what a live one says is what our accounts say.
func (s *State) unheard(l *messages.Line) uint32 {
	deaf := s.deaf(l.Account)
	if deaf != 0 && s.config.unseen && slices.ContainsFunc(s.config.others, func(c SeatConfig) bool { return c.Self == l.Author.ID }) {
		deaf &= s.away()
	}
	return deaf
}

// deafToOwn gives the seats that do not hear a line of seat i's account, which
// that account heard: what our accounts say to each other, some networks don't
// tell them, so whoever heard the line before it hears it, too.
func (s *State) deafToOwn(i int, account messages.AccountID) uint32 {
	return s.deaf(account) & s.deaf(s.cfg(i).Account) & s.away()
}

// elsewhereNow reports whether others have heard the newest line here and seat
// i's account has not: whoever means everybody here doesn't mean it.
func (s *State) elsewhereNow(i int) bool { return s.Lines.Last() > 0 && s.away()&(1<<i) != 0 }

// hearCopy takes a line that was heard before: the same account's again is
// dropped, another account's is heard by that account's own seats.
func (s *State) hearCopy(l *messages.Line, out []Effect) []Effect {
	e := s.Lines.Find(l.ID)
	if s.forgotten(e) {
		out = s.eraseText(erasing.Text{Line: l.ID}, true, out)
	}
	if e == nil || e.Gone() {
		return s.heardBefore(l, out)
	}
	if e.By() == 0 && s.Lines.Text(e) == "" && s.Lines.Files(e) == nil { // not every account is shown what it isn't called by
		s.Lines.Revise(e, l.Text)
		s.Lines.Enclose(e, transcript.FilesOf(l.Attachments))
		s.reviseAsked(l)
	}
	news := e.Unheard() & s.hears(l.Account)
	if news == 0 {
		return s.heardBefore(l, out)
	}
	if s.oldUnheard(news) {
		out = s.askHistoryToo(l, out)
	}
	from := e.No()
	out = s.hearLate(e, l, news, out)
	for no := from + 1; no <= s.Lines.Last(); no++ { // and what our accounts said after it
		own := s.Lines.At(no)
		if own == nil || own.By() == 0 {
			break
		}
		if late := own.Unheard() & news; late != 0 {
			out = s.hearLate(own, l, late, out)
		}
	}
	return out
}

func (s *State) heardBefore(l *messages.Line, out []Effect) []Effect {
	return s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: byDuplicate, Reason: because.HeardBefore}, out)
}

// oldUnheard reports whether the transcript has lines from before the first one
// that those seats have not heard.
func (s *State) oldUnheard(seats uint32) bool {
	for e := range s.Lines.Each() {
		if !e.Old() {
			return false
		}
		if e.Unheard()&seats != 0 {
			return true
		}
	}
	return false
}

// hearLate has those seats hear a line that is in the transcript, and decide on
// it if they have not. Of a line of ours the transcript says more than l.
func (s *State) hearLate(e *transcript.Row, l *messages.Line, seats uint32, out []Effect) []Effect {
	e.MarkHeard(seats)
	if seats &^= e.Decided(); seats == 0 || e.Gone() {
		return out
	}
	if e.By() == 0 {
		if o, ok := s.readOrder(l); ok {
			return s.obeyTyped(e, l, o, seats, out)
		}
	} else {
		l = s.ownAgain(e)
	}
	no := e.No()
	g := s.gist(l, s.Lines.Text(e), 1)
	g.late = true
	s.recallLine(e, l, &g, seats)
	for i := range s.Seats {
		if seats&(1<<i) != 0 {
			out = s.decideOnLine(i, no, l, &g, out)
		}
	}
	return out
}

// ownAgain gives a line of ours as those hear it who did not when it was said:
// a bot's.
func (s *State) ownAgain(e *transcript.Row) *messages.Line {
	said := s.Lines.Entry(e)
	l := s.aimed(&messages.Line{
		ID: said.ID, Channel: s.Channel, Author: *said.Author, Text: said.Text, Attachments: said.Files.List(),
		Mentions: s.mentioned(said.Text), Backfilled: said.Old,
	})
	return l
}

// tooLate keeps a line that seat i hears late from bringing about what its
// moment has passed for.
func (s *State) tooLate(e *transcript.Row, n *messages.Note) {
	room, age := &s.config.Room, s.Now.Sub(e.At())
	switch n.Act { //nolint:exhaustive // the others bring about nothing
	case messages.Engage, messages.Ask, messages.Wait:
	default:
		return
	}
	switch {
	case age > room.AnswerWithin:
		n.Act, n.Rung, n.Reason, n.Bar = messages.Observe, byStale, because.TooOld, 0
	case n.Act == messages.Wait && age > room.OverdueAfter:
		n.Act, n.Reason, n.Bar = messages.Observe, because.HeardLate, 0
	}
}
