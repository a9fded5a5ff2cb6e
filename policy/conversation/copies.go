package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/address"
	"familiar/policy/erasing"
	"familiar/policy/transcript"
)

// A copy of a line may come at any time by another account, and that account's
// seats decide then: what it has no copy of they have not heard.

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
	if s.Lines.By(e) == 0 && s.Lines.Text(e) == "" && s.Lines.Files(e) == nil { // not every account is shown what it isn't called by
		s.Lines.Revise(e, l.Text)
		s.Lines.Enclose(e, transcript.FilesOf(l.Attachments))
		s.reviseAsked(^uint32(0), l)
	}
	s.narrow(e, l)
	news := s.Lines.Unheard(e) & s.Book.Hears(l.Account)
	if news == 0 {
		return s.heardBefore(l, out)
	}
	if s.Lines.OldUnheard(news) {
		out = s.Asking.AskHistoryToo(s.asker(l), out)
	}
	from := s.Lines.No(e)
	out = s.hearLate(e, l, news, out)
	for no := from + 1; no <= s.Lines.Last(); no++ { // and what our accounts said after it
		own := s.Lines.At(no)
		if own == nil || s.Lines.By(own) == 0 {
			break
		}
		if late := s.Lines.Unheard(own) & news; late != 0 {
			out = s.hearLate(own, l, late, out)
		}
	}
	return out
}

func (s *State) heardBefore(l *messages.Line, out []Effect) []Effect {
	return s.note(-1, messages.Note{Line: l.ID, Act: messages.Drop, Rung: messages.ByDuplicate, Reason: because.HeardBefore}, out)
}

// hearLate has those seats hear a line that is in the transcript, and decide on
// it if they have not. Of a line of ours the transcript says more than l.
func (s *State) hearLate(e *transcript.Row, l *messages.Line, seats uint32, out []Effect) []Effect {
	s.Lines.MarkHeard(e, seats)
	if seats &^= s.Lines.Decided(e); seats == 0 || e.Gone() {
		return out
	}
	if s.Lines.By(e) == 0 {
		if o, ok := s.Admission.ReadOrder(l, s.config.Ears); ok {
			return s.obeyTyped(e, l, o, seats, out)
		}
	} else {
		l = s.ownAgain(e)
	}
	var g gist
	s.gist(&g, l, s.Lines.Text(e), 1)
	g.late = true
	s.recallLine(e, l, &g, seats)
	return s.letDecide(seats, e, l, &g, out)
}

// ownAgain gives a line of ours as those hear it who did not when it was said:
// a bot's.
func (s *State) ownAgain(e *transcript.Row) *messages.Line {
	said := s.Lines.Entry(e)
	l := s.Book.Aimed(&messages.Line{
		ID: said.ID, Channel: s.Channel, Author: *said.Author, Text: said.Text, Attachments: said.Files.List(),
		Mentions: address.Mentioned(said.Text, s.Roster.People), Backfilled: said.Old,
	}, &s.Lines)
	return l
}
