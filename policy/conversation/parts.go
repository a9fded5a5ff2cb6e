package conversation

import (
	"strconv"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/posts"
	"familiar/policy/split"
	"familiar/policy/ties"
)

// A composed part is cut into as many as its network needs, and each is handed
// to the network when its time has come: at once;
// where a pace is kept, when it could have been read and typed; where the turn
// begins a thread, when the part before has shown which. Parts leave in their
// order, and all go where the first one went.

// part adds a text to what the turn will post, in pieces as long as the
// network takes, and notes how many of them are beyond what a turn may post.
func (s *State) part(part int, text string, out []Effect) []Effect {
	t := s.Turn
	id := s.postID(t.Seat, t.N, strconv.Itoa(part), text)
	rest := t.AddText(id, part, split.Text(text, s.cfg(t.Seat).TextLimit()), s.Now)
	if rest == 0 {
		return out
	}
	return s.note(t.Seat, messages.Note{Act: messages.Settled, Rung: messages.ByShed, N: t.N, Reason: because.PiecesKept{Part: part + 1, Pieces: rest}}, out)
}

// proceed hands over every part whose time has come, and sets the deadline of
// the one that is next.
func (s *State) proceed(out []Effect) []Effect {
	t := s.Turn
	oneByOne := t.Opens || s.cfg(t.Seat).Policy.Pace.On
	for k := range t.Posts {
		p := &t.Posts[k]
		if p.Waits && p.Held.N == 0 {
			if at := s.cfg(t.Seat).Policy.Pace.PostAt(t.Paced(k, s.Now, s.Seats[t.Seat].Mood.Seed)); at > s.Now {
				p.Hold(s.Number.By(at))
				if k > 0 { // the part before has ended what people were shown
					out = s.showTyping(true, out)
				}
				return out
			}
			out = s.handOver(p, out)
		}
		if !p.Done && (p.Waits || oneByOne) {
			return out
		}
	}
	return out
}

// handOver orders a part.
func (s *State) handOver(p *posts.Post, out []Effect) []Effect {
	t := s.Turn
	p.HandOver(s.Now, t.Thread, t.RepliesTo(p, s.cfg(t.Seat).Policy.Quote, &s.Lines), t.Opens)
	s.Guard.Said(s.Now)
	out = append(out, s.postOrder(p))
	if thread := s.Ties.ThreadOff(p.ReplyTo); p.Opens && thread != "" { // somebody talks there already
		out = s.replyThere(p, ties.Thread(s.Channel, thread), out)
	}
	return out
}

// goOn does what the fate of a part makes possible, and gives the network its
// time anew for what is left.
func (s *State) goOn(out []Effect) []Effect {
	if !s.Turn.Posts.Waits() {
		return out
	}
	out = s.proceed(out)
	s.renewFloor()
	s.Turn.Await(s.Number.By(s.Now.Add(messages.DeliverWithin)))
	return out
}

// dropWaiting gives up the parts that are not with the network yet; line is the newest that
// the turn was to answer.
func (s *State) dropWaiting(line messages.LineID, rung messages.Rung, reason because.Reason, out []Effect) []Effect {
	t := s.Turn
	dropped, left := t.Posts.DropWaiting(), len(t.Posts)
	if dropped == 0 {
		return out
	}
	unsaid := because.Unposted{Why: reason}
	if left > 0 {
		unsaid.Parts = dropped
	}
	n := t.NoteOf(line, rung, unsaid)
	n.Partly = left > 0
	out = s.note(t.Seat, n, out)
	if left == 0 {
		return s.endTurn(out)
	}
	return s.releasePart(out)
}

// showTyping lets people see that seat is typing if they may: with spoken,
// silence is ruled out.
func (s *State) showTyping(spoken bool, out []Effect) []Effect {
	c := s.cfg(s.Turn.Seat)
	if !c.Policy.Pace.Typing.Shows(spoken) {
		return out
	}
	s.Turn.Typing = true
	return append(out, messages.ShowTyping{Channel: s.Channel, Account: c.Account, Familiar: c.Familiar, On: true})
}
