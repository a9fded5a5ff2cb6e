package conversation

import (
	"cmp"
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/address"
	"familiar/policy/chattiness"
	"familiar/policy/erasing"
	"familiar/policy/ladder"
	"familiar/policy/posts"
	"familiar/policy/seating"
	"familiar/policy/span"
	"familiar/policy/transcript"
)

// takeLine takes a line that was journaled at that moment: once into the
// transcript, then to every seat whose account has heard it.
func (s *State) takeLine(l *messages.Line, at messages.Instant, out []Effect) []Effect {
	l = s.inPersons(l)
	if !s.Seen.Add(l.ID) {
		return s.hearCopy(l, out)
	}
	out = s.forgetAged(out)
	if s.Born == 0 {
		s.Born = s.Now
		out = s.misassigned(out)
	}
	out = s.tieToRoom(l, out)
	if by := s.Book.Speaker(l.Author.ID); by >= 0 {
		return s.hearOwn(by, l, at, out)
	}
	if slices.Contains(s.config.Room.Ignore, l.Author.ID) {
		return s.note(-1, messages.Note{Line: l.ID, Act: messages.Denied, Rung: messages.ByIgnore, Reason: because.Ignored}, out)
	}
	claims, out := s.claims(l, out)
	if claims {
		return out
	}
	if !s.Admission.Admits(l) {
		return s.note(-1, messages.Note{Line: l.ID, Act: messages.Denied, Rung: messages.ByGuest, Reason: because.NotAllowed}, out)
	}
	s.Roster.Hear(l.Author, s.Now)
	var g gist
	s.gist(&g, l, l.Text, len(s.Seats))
	s.Crowd = !l.DM && g.Crowd > 1
	suspected := s.Guard.Hear(l, s.Now, &s.config.Room.Guard)
	s.Turns.Heard()
	s.Clock.HearLine(l, s.Now)
	e := s.Lines.Add(&transcript.Entry{
		Marks:  transcript.Marks{At: at, Old: l.Backfilled, Hidden: s.Seats.Unseen(&s.Turns), Unheard: s.Book.Unheard(l, &s.Lines), Open: l.IsOpen()},
		Author: s.Roster.Author(l.Author), ID: l.ID, Text: l.Text, Files: transcript.FilesOf(l.Attachments), Trace: span.Of(l, s.Now),
	})
	if suspected {
		out = s.saySuspicion(l.ID, out)
	}
	if l.Agreed != 0 || s.Lending.Sharing != nil {
		s.Lending.Hear(seating.AccountOf(l.Author.ID), l.Agreed, s.Lines.No(e))
	}
	s.DM, s.Pane = l.DM, l.Pane
	s.Language.HearLine(s.Lines.No(e), l, &s.config.Room.Language)
	g.overhear(&s.Talk, l, s.Now)
	g.keepPast(&s.Talk, s.Lines.No(e), address.Awaits(e, s.Talk.No, &s.Lines) != 0)
	if o, ok := s.Admission.ReadOrder(l, s.config.Ears); ok {
		return s.obeyTyped(e, l, o, ^s.Lines.Unheard(e), out)
	}
	return s.offerLine(^uint32(0), e, l, &g, out)
}

// offerLine lets those of the seats decide on a line whose account has heard it, and
// who haven't said it.
func (s *State) offerLine(seats uint32, e *transcript.Row, l *messages.Line, g *gist, out []Effect) []Effect {
	hear := uint32(0)
	for i := range s.Seats {
		if l.Author.ID != s.cfg(i).Self {
			hear |= 1 << i
		}
	}
	return s.letDecide(hear&seats&^s.Lines.Unheard(e), e, l, g, out)
}

// hearOwn takes a line of one of our accounts: the echo of a post, or written
// by hand, which is kept and never decided on by the familiar itself. Whoever
// such a line answers or mentions gets the credit any line of ours would give.
func (s *State) hearOwn(by int, l *messages.Line, at messages.Instant, out []Effect) []Effect {
	if is, out := s.noticeEchoed(by, l, at, out); is {
		return out
	}
	if p := s.echoed(l); p != nil {
		if p.Waits { // it was posted in a time that a power cut has taken
			p.Release()
			return s.takeDelivered(messages.Delivered{Post: p.ID, Line: l.ID}, out)
		}
		p.Stand(l.ID)
		return s.hearOurs(p.Seat, p.Shown(l), at, out)
	}
	e := s.keepOwn(by, l, at, l.Author, nil)
	s.Lines.MarkDecided(e, s.Lines.Unheard(e)) // nor will those who hear it late
	var g gist
	s.gist(&g, l, l.Text, 0)
	s.overhearOwn(by, l, &g)
	if !l.Backfilled {
		people := slices.Clone(l.Mentions)
		if l.ReplyTo.Author != "" {
			people = append(people, l.ReplyTo.Author)
		}
		s.Seats[by].Grant(people, s.Now, s.cfg(by))
	}
	reason := because.HandWritten
	if s.Ties.IsThread() && l.Nonce != "" {
		reason = because.RoomsReply
	}
	return s.note(by, messages.Note{Line: l.ID, Act: messages.Drop, Rung: ladder.Self, Reason: reason}, out)
}

// keepOwn puts what seat i said into the transcript, under that author, and
// where it came from; nil: from nowhere traced.
func (s *State) keepOwn(i int, l *messages.Line, at messages.Instant, author messages.Author, from *messages.Meta) *transcript.Row {
	seat := &s.Seats[i]
	seat.Joined = true
	seat.Mood.Hear(s.Now, &chattiness.Signal{Own: true}, &s.cfg(i).Policy.Chattiness)
	s.Book.Remember(i, l.ID)
	return s.Lines.Add(&transcript.Entry{
		Marks:  transcript.Marks{At: at, By: int8(i + 1), Old: l.Backfilled, Hidden: s.Seats.Unseen(&s.Turns), Unheard: s.Book.DeafToOwn(i, l.Account, &s.Lines), Open: l.IsOpen()},
		Author: s.Lines.Shared(author), ID: l.ID, Text: l.Text, Files: transcript.FilesOf(l.Attachments), Trace: from,
	})
}

// echoed finds the post that l is the echo of: by what the network hands back,
// else by account and text.
func (s *State) echoed(l *messages.Line) *posts.Post {
	return cmp.Or(s.Turn.Parts().Echo(l, s.Now, s.config.Self), s.Strays.Echo(l, s.Now, s.config.Self))
}

// rememberLines puts lines from before we listened in front of what is to come:
// context that arms nothing.
func (s *State) rememberLines(lines []*messages.Line, out []Effect) []Effect {
	for _, l := range lines {
		if s.Asking.Holds(l.ID) || s.Seen.IsGone(l.ID) {
			continue
		}
		out = s.Ties.HangOff(l, out)
		if s.Ties.IsRoot(l.ID) && s.Ties.Went { // it was on its way here when it went
			out = s.eraseText(erasing.Text{Line: l.ID}, true, out)
			continue
		}
		if !s.Seen.Add(l.ID) { // another account may have fetched it
			if e := s.Lines.Find(l.ID); e != nil && e.Old() && !e.Gone() {
				s.hearRemembered(e, l)
			}
			continue
		}
		if s.Book.Speaker(l.Author.ID) < 0 && (!s.Admission.Admits(l) || slices.Contains(s.config.Room.Ignore, l.Author.ID)) {
			continue
		}
		l = s.inPersons(l)
		if s.Ties.IsRoot(l.ID) {
			s.recallRoot(l, s.Book.Hears(l.Account), true)
		}
		e := transcript.Entry{
			Marks:  transcript.Marks{At: s.Now, Old: true, Hidden: s.Seats.Unseen(&s.Turns), Unheard: s.Book.Deaf(l.Account)},
			Author: s.Lines.Shared(l.Author), ID: l.ID, Text: l.Text, Files: transcript.FilesOf(l.Attachments),
		}
		if by := s.Book.Speaker(l.Author.ID); by >= 0 {
			e.By = int8(by + 1)
			s.Seats[by].Joined = true
			s.Book.Remember(by, l.ID)
			e.Unheard &^= 1 << by
			e.Decided = e.Unheard // nobody decides on a line of ours from then
		}
		s.Lines.Add(&e)
	}
	return out
}

// hearRemembered has the seats of another account hear a line from the past
// that is in the transcript.
func (s *State) hearRemembered(e *transcript.Row, l *messages.Line) {
	if late := s.Lines.Unheard(e) & s.Book.Hears(l.Account); late != 0 && s.Ties.IsRoot(l.ID) {
		s.recallRoot(s.inPersons(l), late, false)
	}
	s.Lines.MarkHeard(e, s.Book.Hears(l.Account))
}
