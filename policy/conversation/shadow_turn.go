package conversation

import (
	"unicode/utf8"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/chattiness"
	"familiar/policy/finish"
	"familiar/policy/floor"
)

// shadowed ends a turn whose text nobody is to see: the note says what would
// have been posted, the text itself is the journal's. Nobody has heard it, so
// there is no line, no credit and no window of it.
func (s *State) shadowed(c messages.Composed, outcome finish.Outcome, out []Effect) []Effect {
	t := s.Turn
	n := t.Note(messages.BySilence, outcome.Reason)
	if outcome.Silent {
		s.yieldFloor(t.Seat, floor.Silent)
	} else {
		n.Rung, n.Reason = messages.ByShadowed, wouldSay(c, outcome)
		s.passForSaid(t.Seat)
	}
	out = s.note(t.Seat, n, out)
	if !outcome.Silent {
		out = s.noteAll(s.Turn.Seat, s.Turn.Said(c.Cut, c.Spared()), out)
	}
	return s.endTurn(out)
}

// passForSaid moves the chattiness of seat i and the floor of those in shadow as if it had
// spoken, or it would want to say the same at every line.
func (s *State) passForSaid(i int) {
	s.Seats[i].Mood.Hear(s.Now, &chattiness.Signal{Own: true}, &s.cfg(i).Policy.Chattiness)
	s.yieldFloor(i, floor.Delivered)
}

// wouldSay says how much would have been posted.
func wouldSay(c messages.Composed, outcome finish.Outcome) because.Reason {
	var would because.WouldSay
	for i, p := range outcome.Parts {
		if _, file := c.Files[i]; p.Result == finish.OK && !file {
			would.Letters += utf8.RuneCountInString(p.Text)
			would.Parts++
		}
	}
	would.Deeds = len(c.Reactions) + len(c.Edits) + len(c.Files)
	return would
}

// uncomposed ends a turn that is not to be composed, as if it had been.
func (s *State) uncomposed(out []Effect) []Effect {
	t := s.Turn
	s.passForSaid(t.Seat)
	out = s.note(t.Seat, messages.Note{Line: t.Asked.NewestID(), Act: messages.Settled, Rung: messages.ByShadowed, Trigger: t.Trigger, Reason: because.NothingComposed}, out)
	_, out = s.spokeUp(true, false, out)
	return s.endTurn(out)
}
