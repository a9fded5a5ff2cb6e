package conversation

import (
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/transcript"
)

// A reply to a line that was said long ago breaks into what people talk about by
// then. Where late.after says so, and the network has reactions, it is a reaction
// to that line instead: before a model is asked, and again once it has answered.

// lateFor returns the line that seat i reacts to in place of answering these; nil:
// it answers them.
func (s *State) lateFor(i int, asked transcript.Entries, why messages.Trigger) *transcript.Entry {
	c := s.cfg(i)
	after := c.Policy.Late.After
	if after == 0 || !c.Reacts || s.config.Unseen() || s.Duties.IsFork() || len(asked) == 0 || why == messages.Woken || why.Unsolicited() {
		return nil
	}
	newest := &asked[len(asked)-1]
	if newest.Author.Bot || newest.ID == "" || s.Now.Sub(newest.At) <= after {
		return nil
	}
	if e := s.Lines.Find(newest.ID); e == nil || e.Gone() || !s.Lines.Shows(e, i) {
		return nil
	}
	return newest
}

// reactLate reacts to a line in place of answering it. n is the order's number
// whose reply isn't posted; 0: none was given.
func (s *State) reactLate(i int, line *transcript.Entry, why messages.Trigger, n uint64, out []Effect) []Effect {
	c := s.cfg(i)
	out = append(out, messages.React{Channel: s.Channel, Account: c.Account, Familiar: c.Familiar, Line: line.ID, Emoji: c.Policy.Late.Emoji})
	return s.note(i, messages.Note{
		Line: line.ID, Act: messages.Settled, Rung: messages.ByTooLate, Trigger: why, N: n,
		Reason: because.Overdue{By: s.Now.Sub(line.At) - c.Policy.Late.After},
	}, out)
}
