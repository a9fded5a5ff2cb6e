package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/address"
	"familiar/policy/floor"
	"familiar/policy/posts"
	"familiar/policy/transcript"
)

// takeDelivered grants credit: from here on the people of the turn may go on
// without addressing us.
func (s *State) takeDelivered(e messages.Delivered, out []Effect) []Effect {
	if is, out := s.noticeDelivered(e, out); is {
		return out
	}
	p := s.Turn.Part(e.Post)
	if p == nil {
		return s.settleForgotten(e.Post, messages.Note{Rung: messages.BySpoke}, out)
	}
	if p.Done || p.Waits {
		return out
	}
	p.Settle()
	thread := e.Thread
	if thread == s.Channel {
		thread = ""
	}
	s.Turn.Landed(p, thread)
	out = s.noteSpoken(out)
	i := p.Seat
	switch echo := s.Lines.Find(e.Line); {
	case echo == nil:
	case echo.Gone():
		p.Stand(e.Line) // the echo came first, and is deleted already
		p.Blank()
	case int(s.Lines.By(echo)) == i+1:
		p.Stand(e.Line) // the echo came first, with its text changed by the network
	}
	if p.Line == "" { // its echo has not come first
		p.Stand(e.Line)
		s.Seen.Add(e.Line)
		l := s.ownLine(p)
		l.Audience = e.Audience
		out = s.hearOurs(i, l, s.Now, out)
	}
	if thread != "" {
		if s.Aside == nil {
			s.Aside = &transcript.Standings{}
		}
		s.Aside.Add(p.Line, thread, &s.Lines)
		out = s.replyThere(p, thread, out)
	} else {
		s.Seats[i].Grant(s.creditable(p), s.Now, s.cfg(i))
		out = s.followUnasked(p.Line, out)
		out = s.replied(i, e.Thread, out)
	}
	return s.releasePart(out)
}

// takeFailed settles a part that can't be delivered, and keeps it for the operator.
func (s *State) takeFailed(e messages.DeliveryFailed, out []Effect) []Effect {
	if e.Lost {
		return s.takeLost(e, out)
	}
	if p := s.Notices.Take(e.Post); p != nil {
		return s.noticeFailed(p, e, out)
	}
	p := s.Turn.Part(e.Post)
	if p == nil {
		n := messages.Note{Rung: messages.ByDeleted, Reason: because.Unposted{Why: because.ChannelForgotten}}
		if e.Unknown {
			n.Rung, n.Reason = messages.ByUnknown, because.Says(e.Reason)
		}
		return s.settleForgotten(e.Post, n, out)
	}
	if p.Done || p.Waits {
		return out
	}
	if p.IsMoot() && !e.Unknown {
		return s.leftUnsaid(p, out)
	}
	order := s.postOrder(p)
	p.Settle()
	if p.Line != "" { // its echo has shown that it stands there
		out = s.noteSpoken(out)
	}
	rung := messages.ByUndeliverable
	if e.Unknown {
		rung = messages.ByUnknown
		s.Strays.KeepStray(*p)
	}
	part, of := s.Turn.Posts.Place(p)
	n := s.Turn.Note(rung, because.OfPart(part, of, e.Reason))
	n.Partly = part > 0
	out = s.note(p.Seat, n, out)
	out = append(out, messages.Bury{Post: order, Reason: e.Reason, Unknown: e.Unknown})
	return s.releasePart(out)
}

// leftUnsaid settles a part that was not posted, as all that it answered was gone before.
// Nobody keeps what it would have said.
func (s *State) leftUnsaid(p *posts.Post, out []Effect) []Effect {
	t := s.Turn
	part, _ := t.Posts.Place(p)
	unsaid := because.Unposted{Why: because.Read(messages.ByDeleted, p.Moot.Why)}
	if part > 0 {
		unsaid.Parts = 1
	}
	n := t.NoteOf(p.Moot.Line, messages.ByDeleted, unsaid)
	n.Partly = part > 0
	out = s.note(p.Seat, n, out)
	p.Blank()
	return s.releasePart(out)
}

// settleForgotten notes what became of a part that was with the network as its channel was
// forgotten, and its turn with it.
func (s *State) settleForgotten(id messages.PostID, n messages.Note, out []Effect) []Effect {
	p := s.Strays.Find(id)
	if p == nil || p.Moot == nil {
		return out
	}
	if p.Line != "" { // its echo has shown that it stands there
		n.Rung, n.Reason = messages.BySpoke, nil
	}
	n.Line, n.Act = p.Moot.Line, messages.Settled
	n.N, _ = id.Number()
	n.Meta.At = p.At // it is about no line that was heard since
	out = s.note(p.Seat, n, out)
	s.Strays.Take(id)
	return out
}

// IsMoot reports whether a post is not to be made any more, though it is ordered: what it
// answers is gone, or the channel waits for it no more, as the network took too long.
func (s *State) IsMoot(id messages.PostID, now messages.Instant) bool {
	if p := s.Turn.Part(id); p != nil {
		return p.IsMoot() || now > s.Turn.Deadline.At
	}
	if p := s.Notices.Find(id); p != nil {
		return p.IsMoot()
	}
	return s.Strays.Find(id) != nil
}

// Quoting returns the line that a post answers as it reads now, for a network that shows it
// with the post; zero: it is gone since that was ordered, or there is none.
func (s *State) Quoting(id messages.PostID) messages.Quoted {
	if p := s.Turn.Part(id); p != nil {
		quoted := s.postOrder(p).Quoting
		if e := s.Lines.Find(quoted.ID); e != nil { // the turn has it as it was composed
			quoted.Text = s.Lines.Entry(e).Text
		}
		return quoted
	}
	if p := s.Notices.Find(id); p != nil {
		return s.noticeOrder(p).Quoting
	}
	return messages.Quoted{}
}

// Awaits reports whether the fate of a post is still open: it is to be sent,
// or may have been.
func (s *State) Awaits(id messages.PostID) bool {
	p := s.Turn.Part(id)
	return p != nil && !p.Done || s.Notices.Open(id) != nil
}

// releasePart ends the turn once every part is settled, and goes on with it until
// then.
func (s *State) releasePart(out []Effect) []Effect {
	if !s.Turn.Posts.Settled() {
		return s.goOn(out)
	}
	s.yieldFloor(s.Turn.Seat, floor.Delivered)
	return s.endTurn(out)
}

// ownLine is a part as the line it becomes.
func (s *State) ownLine(p *posts.Post) *messages.Line {
	c := s.cfg(p.Seat)
	return s.Book.Aimed(&messages.Line{
		ID: p.Line, Channel: s.Channel, Account: c.Account, Author: ownAuthor(c),
		Text: p.Text, At: s.Now, Mentions: address.Mentioned(p.Text, s.Roster.People),
	}, &s.Lines)
}

// hearOurs puts what seat i said, as was journaled at that moment, into the
// transcript and before those siblings that hear it, for whom it is a bot's
// line.
func (s *State) hearOurs(i int, l *messages.Line, at messages.Instant, out []Effect) []Effect {
	author := l.Author
	author.Bot = true
	var from *messages.Meta
	if s.Turn != nil { // whoever answers it goes on with the turn's trace
		place := s.Turn.Span.Meta
		from = &place
	}
	e := s.keepOwn(i, l, at, author, from)
	var g gist
	s.gist(&g, l, l.Text, len(s.Seats)-1)
	s.overhearOwn(i, l, &g)
	if len(s.Seats) == 1 {
		return out
	}
	heard := *l
	heard.Author = author
	return s.offerLine(^(uint32(1) << i), e, &heard, &g, out)
}

func (s *State) creditable(p *posts.Post) []messages.PersonID {
	t := s.Turn
	if t.Disengaged || t.Trigger == messages.Woken {
		return nil
	}
	var people []messages.PersonID
	if !t.Trigger.Unsolicited() {
		for i := range t.Asked {
			people = append(people, t.Asked[i].Author.ID)
		}
	}
	for _, id := range address.Mentioned(p.Text, s.Roster.People) {
		if !s.Book.IsShared(id) { // which of them, nobody knows
			people = append(people, id)
		}
	}
	return people
}
