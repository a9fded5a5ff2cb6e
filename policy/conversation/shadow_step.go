package conversation

import (
	"familiar/messages"
	"familiar/policy/address"
	"familiar/policy/duty"
	"familiar/policy/transcript"
	"familiar/policy/turn"
)

// stepBoth lets the live seats take an event, as they would alone, and then
// those in shadow.
func (ch *Channel) stepBoth(now messages.Instant, e Event, out []Effect) []Effect {
	live, shadow, who := &ch.State, ch.Shadow, whose(e)
	if numberOf(e) >= shadowNumbers || who != "" && shadow.Seats.Of(who) >= 0 {
		live.Now = max(live.Now, now)
		return shadow.follow(now, e, out)
	}
	last, answers := live.Lines.Last(), answersLine(live.Turn, e)
	out = live.step(now, e, out)
	if who != "" && live.Seats.Of(who) >= 0 {
		return out
	}
	switch said := e.(type) {
	case messages.Delivered:
	case messages.Heard:
		return shadow.follow(now, messages.Heard{Line: live.Book.AsSaid(said.Line, &live.Lines)}, out)
	case messages.Edited:
		return shadow.follow(now, messages.Edited{Line: live.Book.AsSaid(said.Line, &live.Lines)}, out)
	default:
		return shadow.follow(now, e, out)
	}
	for no := last + 1; no <= live.Lines.Last(); no++ {
		if own := live.Lines.At(no); own != nil && own.HasID() {
			out = shadow.follow(now, messages.Heard{Line: live.overheard(live.Lines.Entry(own), answers)}, out)
		}
	}
	return out
}

// answersLine gives the line that a post of the turn, delivered by e, replies to;
// "" for none.
func answersLine(t *turn.Turn, e Event) messages.LineID {
	if e, is := e.(messages.Delivered); is {
		if p := t.Part(e.Post); p != nil {
			return p.ReplyTo
		}
	}
	return ""
}

// overheard is a line of a live seat as its siblings in shadow hear it: a
// bot's. The network's own copy of it is a duplicate then.
func (s *State) overheard(e transcript.Entry, answers messages.LineID) *messages.Line {
	l := &messages.Line{
		ID: e.ID, Channel: s.Channel, Author: *e.Author, Text: e.Text, At: s.Now, Mentions: address.Mentioned(e.Text, s.Roster.People),
		DM: s.DM, Pane: s.Pane,
	}
	if e.By > 0 {
		l.Account = s.cfg(int(e.By) - 1).Account
	}
	l.Author.Bot = true
	if answers != "" {
		l.ReplyTo.ID = answers
		if to := s.Lines.Find(answers); to != nil {
			l.ReplyTo.Author = s.Lines.Author(to).ID
		}
	}
	if e.Trace != nil {
		l.Meta = *e.Trace
	}
	return l
}

// follow steps the state of seats in shadow and lets through what nobody
// notices.
func (s *State) follow(now messages.Instant, e Event, out []Effect) []Effect {
	for _, effect := range s.step(now, e, nil) {
		out = unseen(effect, out)
	}
	s.Notices, s.Strays, s.Erasing = nil, nil, nil // live seats have this done
	if s.Duties != nil {
		s.Duties = &duty.Duties{Errands: s.Duties.Errands}
	}
	return out
}

// unseen passes on an order that nobody outside notices: what asks a model or
// the network, and the record of a decision. One that is no seat's own is the
// live seats' to record.
func unseen(effect Effect, out []Effect) []Effect {
	switch e := effect.(type) {
	case *messages.Note:
		if e.Familiar == "" {
			return out
		}
	case messages.Judge, messages.Compose, messages.Recompose, messages.Inject, messages.Cancel, messages.FetchMembers, messages.FetchHistory:
	case messages.Post, messages.Bury, messages.Erase, messages.ShowTyping, messages.React, messages.Edit,
		messages.Tell, messages.AskLink, messages.ShareRoles, messages.ShareLinks, messages.Explain, messages.Memorize:
		return out
	}
	return append(out, effect)
}

// numberOf gives the number of the order or deadline that an event answers; 0
// for any other.
func numberOf(e Event) uint64 {
	if fired, is := e.(messages.TimerFired); is {
		return fired.N
	}
	return messages.AnswerTo(e)
}
