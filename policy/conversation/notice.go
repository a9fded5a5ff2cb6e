package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/posts"
	"familiar/policy/split"
	"familiar/policy/transcript"
	"familiar/policy/why"
)

// noticesMax is how many notices of unknown fate are remembered.
const noticesMax = 8

// announceTo says a text of the program's own in the channel, in the name of seat i, in
// reply to a line; "": to none. Nobody decides on it, and nobody waits for its delivery.
func (s *State) announceTo(i int, to messages.LineID, text string, out []Effect) []Effect {
	pieces := split.Text(text, s.cfg(i).TextLimit())
	if rest := len(pieces) - noticesMax; rest > 0 {
		pieces = pieces[:noticesMax]
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByShed, Reason: because.PiecesKept{Pieces: rest}}, out)
	}
	for _, piece := range pieces {
		p := posts.Post{ID: s.postID(i, s.Number.Next(), "notice", piece), Seat: i, Text: piece, ReplyTo: to, At: s.Now}
		to = "" // the first one answers
		out = s.shedNotice(out)
		s.Notices.Keep(p, noticesMax)
		out = append(out, s.noticeOrder(&p))
	}
	return out
}

// shedNotice gives up the oldest notice when there are too many.
func (s *State) shedNotice(out []Effect) []Effect {
	if len(s.Notices) < noticesMax || s.Notices[0].Done {
		return out
	}
	p := s.Notices.Take(s.Notices[0].ID)
	const reason = because.NoticesShed
	out = s.note(p.Seat, messages.Note{Act: messages.Settled, Rung: messages.ByShed, Reason: reason}, out)
	if p.Moot != nil {
		return out
	}
	return append(out, messages.Bury{Post: s.noticeOrder(p), Reason: because.Written(reason), Unknown: true})
}

// noticeOrder is the order of a notice, from the state alone.
func (s *State) noticeOrder(p *posts.Post) messages.Post {
	order := s.cfg(p.Seat).Order(s.Channel, p)
	if p.ReplyTo == "" {
		return order
	}
	if e := s.Lines.Find(p.ReplyTo); e != nil && !e.Gone() {
		order.Quoting = s.Lines.Entry(e).Quote(p.Seat, 0)
	}
	return order
}

// noticeDelivered takes the network's word that a notice is posted, and
// reports whether it was one.
func (s *State) noticeDelivered(e messages.Delivered, out []Effect) (bool, []Effect) {
	p := s.Notices.Take(e.Post)
	if p == nil {
		return false, out
	}
	if s.Seen.Add(e.Line) && p.Text != "" { // else the channel was forgotten meanwhile
		p.Stand(e.Line)
		s.keepNotice(p.Seat, s.ownLine(p), s.Now)
	}
	return true, s.deleteLine(s.Named.Posted(e.Post, e.Line), out)
}

// noticeEchoed reports whether a line of seat by's account is a notice of
// ours, and then has it in the transcript.
func (s *State) noticeEchoed(by int, l *messages.Line, at messages.Instant, out []Effect) (bool, []Effect) {
	p := s.Notices.TakeEcho(l, s.Now, s.config.Self)
	if p == nil {
		return false, out
	}
	s.keepNotice(by, l, at)
	return true, s.deleteLine(s.Named.Posted(p.ID, l.ID), out)
}

// keepNotice puts a notice into the transcript. The familiar has not spoken by
// it, so it is not shown it as its own words; for the others it is a bot's.
func (s *State) keepNotice(i int, l *messages.Line, at messages.Instant) {
	author := l.Author
	author.Bot = true
	unheard := s.Book.DeafToOwn(i, l.Account, &s.Lines)
	s.Lines.Add(&transcript.Entry{
		Marks:  transcript.Marks{At: at, By: int8(i + 1), Hidden: s.Seats.Unseen(&s.Turns) | 1<<i, Unheard: unheard, Decided: unheard},
		Author: s.Lines.Shared(author), ID: l.ID, Text: l.Text,
	})
}

// noticeUnsaid settles a notice that is not to be made any more, and wasn't as far as
// anybody knows. Nobody keeps what it would have said.
func (s *State) noticeUnsaid(p *posts.Post, e messages.DeliveryFailed, out []Effect) []Effect {
	n := messages.Note{Line: p.Moot.Line, Act: messages.Settled, Rung: messages.ByDeleted, Reason: because.Unposted{Why: because.Read(messages.ByDeleted, p.Moot.Why)}}
	if e.Unknown {
		n.Rung, n.Reason = messages.ByUnknown, because.Says(e.Reason)
		p.Blank()
		s.Notices.Keep(*p, noticesMax)
	}
	return s.note(p.Seat, n, out)
}

// noticeFailed keeps a notice that can't be delivered for the operator.
func (s *State) noticeFailed(p *posts.Post, e messages.DeliveryFailed, out []Effect) []Effect {
	if p.Moot != nil {
		return s.noticeUnsaid(p, e, out)
	}
	rung := messages.ByUndeliverable
	if e.Unknown {
		rung = messages.ByUnknown
		p.Settle() // never sent again, and its echo is still ours
		s.Notices.Keep(*p, noticesMax)
	}
	out = s.note(p.Seat, messages.Note{Act: messages.Settled, Rung: rung, Reason: because.Says(e.Reason)}, out)
	return append(out, messages.Bury{Post: s.noticeOrder(p), Reason: e.Reason, Unknown: e.Unknown})
}

// saySuspicion says that the author of a line is left alone now.
func (s *State) saySuspicion(line messages.LineID, out []Effect) []Effect {
	i := s.Lines.LastSpeaker()
	if i < 0 || !s.cfg(i).Hours.At(s.Now).Lets(messages.Address) {
		return out
	}
	text := s.config.Room.Guard.UnmarkedIn(s.tongue(), s.cfg(i).Name, why.SceneOf(line, &s.Lines).Writer())
	if text == "" {
		return out
	}
	return s.announceTo(i, "", text, out)
}
