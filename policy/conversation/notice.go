package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/split"
	"familiar/policy/transcript"
)

// noticesMax is how many notices of unknown fate are remembered.
const noticesMax = 8

// announce says a text of the program's own in the channel, in the name of
// seat i. Nobody decides on it, and nobody waits for its delivery.
func (s *State) announce(i int, text string, out []Effect) []Effect {
	return s.announceTo(i, "", text, out)
}

// announceTo says it in reply to a line.
func (s *State) announceTo(i int, to messages.LineID, text string, out []Effect) []Effect {
	pieces := split.Text(text, s.cfg(i).limit())
	if rest := len(pieces) - noticesMax; rest > 0 {
		pieces = pieces[:noticesMax]
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: byShed, Reason: because.PiecesKept{Pieces: rest}}, out)
	}
	for _, piece := range pieces {
		p := Posted{Post: s.postID(i, s.Number.Next(), "notice", piece), Seat: i, Text: piece, ReplyTo: to, At: s.Now}
		to = "" // the first one answers
		out = s.shedNotice(out)
		s.addNotice(p)
		out = append(out, s.noticeOrder(&p))
	}
	return out
}

func (s *State) addNotice(p Posted) {
	if len(s.Notices) == noticesMax {
		s.Notices = slices.Delete(s.Notices, 0, 1)
	}
	s.Notices = append(s.Notices, p)
}

// shedNotice gives up the oldest notice when there are too many.
func (s *State) shedNotice(out []Effect) []Effect {
	if len(s.Notices) < noticesMax || s.Notices[0].Done {
		return out
	}
	p := s.takeNotice(s.Notices[0].Post)
	const reason = because.NoticesShed
	out = s.note(p.Seat, messages.Note{Act: messages.Settled, Rung: byShed, Reason: reason}, out)
	return append(out, messages.Bury{Post: s.noticeOrder(p), Reason: because.Written(reason), Unknown: true})
}

// noticeOrder is the order of a notice, from the state alone.
func (s *State) noticeOrder(p *Posted) messages.Post {
	order := messages.Post{
		ID: p.Post, Channel: s.Channel, Account: s.cfg(p.Seat).Account, Familiar: s.Seats[p.Seat].Familiar,
		As: s.cfg(p.Seat).as(), Text: p.Text, ReplyTo: p.ReplyTo, Meta: messages.Meta{At: p.At},
	}
	if p.ReplyTo == "" {
		return order
	}
	if e := s.Lines.Find(p.ReplyTo); e != nil && !e.Gone() {
		order.Quoting = s.Lines.Entry(e).Quote(p.Seat, 0)
	}
	return order
}

// notice gives where the notice of that id is, or -1, while its fate is open.
func (s *State) notice(id messages.PostID) int {
	return slices.IndexFunc(s.Notices, func(p Posted) bool { return p.Post == id && !p.Done })
}

// takeNotice takes a notice off the list: its fate is known. nil if there is
// none of that id.
func (s *State) takeNotice(id messages.PostID) *Posted {
	k := s.notice(id)
	if k < 0 {
		return nil
	}
	p := s.Notices[k]
	s.Notices = slices.Delete(s.Notices, k, k+1)
	return &p
}

// noticeDelivered takes the network's word that a notice is posted, and
// reports whether it was one.
func (s *State) noticeDelivered(e messages.Delivered) bool {
	p := s.takeNotice(e.Post)
	if p == nil {
		return false
	}
	if s.Seen.Add(e.Line) {
		p.Line = e.Line
		s.keepNotice(p.Seat, s.ownLine(p), s.Now)
	}
	return true
}

// noticeEchoed reports whether a line of seat by's account is a notice of
// ours, and then has it in the transcript.
func (s *State) noticeEchoed(by int, l *messages.Line, at messages.Instant) bool {
	for k := range s.Notices {
		p := &s.Notices[k]
		ours := s.cfg(p.Seat).Self == l.Author.ID
		if ours && (l.Nonce == string(p.Post) || l.Text == p.Text && s.Now.Sub(p.At) <= echoWithin) {
			s.Notices = slices.Delete(s.Notices, k, k+1)
			s.keepNotice(by, l, at)
			return true
		}
	}
	return false
}

// keepNotice puts a notice into the transcript. The familiar has not spoken by
// it, so it is not shown it as its own words; for the others it is a bot's.
func (s *State) keepNotice(i int, l *messages.Line, at messages.Instant) {
	author := l.Author
	author.Bot = true
	unheard := s.deafToOwn(i, l.Account)
	s.Lines.Add(transcript.Entry{
		Marks:  transcript.Marks{At: at, By: int8(i + 1), Hidden: s.unseen() | 1<<i, Unheard: unheard, Decided: unheard},
		Author: s.Lines.Shared(author), ID: l.ID, Text: l.Text,
	})
}

// noticeFailed keeps a notice that can't be delivered for the operator.
func (s *State) noticeFailed(p *Posted, e messages.DeliveryFailed, out []Effect) []Effect {
	rung := byUndeliverable
	if e.Unknown {
		rung = byUnknown
		p.Done = true // never sent again, and its echo is still ours
		s.addNotice(*p)
	}
	out = s.note(p.Seat, messages.Note{Act: messages.Settled, Rung: rung, Reason: because.Says(e.Reason)}, out)
	return append(out, messages.Bury{Post: s.noticeOrder(p), Reason: e.Reason, Unknown: e.Unknown})
}

// reseatNotices moves notices along with their seats, or drops them.
func (s *State) reseatNotices(to []int) {
	s.Notices = slices.DeleteFunc(s.Notices, func(p Posted) bool { return p.Seat >= len(to) || to[p.Seat] < 0 })
	for k := range s.Notices {
		s.Notices[k].Seat = to[s.Notices[k].Seat]
	}
}
