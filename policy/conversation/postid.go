package conversation

import (
	"strconv"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
	"familiar/messages"
	"familiar/messages/because"
)

// postID names a part of what seat i says by order n. Whoever steps the same
// events again names it the same, so that nothing is said twice. But a power
// cut may take events and leave what came of them: numbers are given again
// then, to other texts. So an id carries a mark of what is said and of the
// moment of the event that had it said, which doesn't come again
// (docs/adr/0016).
func (s *State) postID(i int, n uint64, part, text string) messages.PostID {
	mark := splitmix.Scatter(fnv.Sum(text) ^ splitmix.Scatter(uint64(s.Now)))
	return messages.PostID(string(s.Channel) + "~" + string(s.Seats[i].Familiar) + "~" +
		strconv.FormatUint(n, 10) + "." + strconv.FormatUint(mark&(1<<markBits-1), 36) + "~" + part)
}

// markBits is how much of a mark there is: it only has to differ from that of
// the few posts which had the same number.
const markBits = 40

// takeLost takes word of a post that was found in the outbox, or the mark that it
// was there, and that may have been ordered in a time the journal has lost. It
// may stand on the network; what it answered, the channel may answer again.
func (s *State) takeLost(e messages.DeliveryFailed, out []Effect) []Effect {
	if s.Awaits(e.Post) || !s.neverOrdered(e.Post) {
		return out
	}
	i := s.Seats.Of(e.Post.Familiar())
	out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByUnknown, Reason: because.PostLost{Post: string(e.Post), Words: e.Reason}}, out)
	p := messages.Post{ID: e.Post, Channel: s.Channel, Familiar: e.Post.Familiar(), Meta: messages.Meta{At: s.Now}}
	if i >= 0 {
		p.Account, p.As, p.Picture = s.cfg(i).Account, s.cfg(i).ShownAs(), s.cfg(i).Picture
	}
	return append(out, messages.Bury{Post: p, Reason: e.Reason, Unknown: true})
}

// neverOrdered reports whether the channel knows of no such order: its number is
// still to be given, or its turn still to be composed.
func (s *State) neverOrdered(id messages.PostID) bool {
	n, ok := id.Number()
	return ok && (n > uint64(s.Number) || s.Turn != nil && !s.Turn.Composed && s.Turn.N == n)
}
