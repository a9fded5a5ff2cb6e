package conversation

import (
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/effect"
	"familiar/policy/ladder"
	"familiar/policy/transcript"
)

// calling are the facts by which a line takes up what a familiar has said.
const calling = messages.SpeaksToUs | messages.CallsUs

// heed takes a line that seat i decides on as what followed from what it said, or
// left unsaid. Lines by bots and siblings, or fetched after a gap, tell nothing of
// either.
func (s *State) heed(i int, e *transcript.Row, l *messages.Line, facts messages.Facts, d ladder.Decision, out []Effect) []Effect {
	watch := &s.Seats[i].Effect
	if l.Author.Bot || l.Backfilled {
		return out
	}
	calls := facts&calling != 0
	out = s.noteEndings(i, watch.Hear(l.ReplyTo.ID, calls), out)
	if d.Rung == ladder.Rest {
		watch.Left.Add(e.No())
	}
	if !calls || d.Act == messages.Observe || l.ReplyTo.Set() { // a reply is about what it answers
		return out
	}
	if missed := watch.Left.Missed(&s.Lines, e); missed != nil && s.keptQuiet(i, missed) {
		return s.note(i, messages.Note{Line: s.Lines.ID(missed), Act: messages.Followed, Rung: messages.ByMissed}, out)
	}
	return out
}

// keptQuiet reports whether seat i has left a line alone for good, and said nothing
// since.
func (s *State) keptQuiet(i int, e *transcript.Row) bool {
	if s.waits(i, e) || e.For()&(1<<i) != 0 || s.Turn != nil && s.Turn.Seat == i {
		return false
	}
	for since := range s.Lines.Between(e.No()+1, s.Lines.Last()) {
		if int(since.By()) == i+1 {
			return false
		}
	}
	return true
}

// followUnasked has a part of the turn in flight that stands in this channel
// followed, if nobody asked for it.
func (s *State) followUnasked(line messages.LineID, out []Effect) []Effect {
	t := s.Turn
	if line == "" || !t.Trigger.Unsolicited() {
		return out
	}
	return s.noteEndings(t.Seat, s.Seats[t.Seat].Effect.Speak(s.Now, t.Order(), t.Trigger, line), out)
}

// hushes reports whether a command says that the familiar is not wanted.
func hushes(c messages.Command) bool {
	return c == messages.Quiet || c == messages.Disengage || c == admission.Alone
}

// endEffects notes what ends by itself, or by the same event for all seats.
func (s *State) endEffects(ends func(*effect.Watch) []effect.Ending, out []Effect) []Effect {
	for i := range s.Seats {
		if watch := &s.Seats[i].Effect; len(watch.Said) > 0 {
			out = s.noteEndings(i, ends(watch), out)
		}
	}
	return out
}

// noteEndings notes how what seat i said unasked was taken.
func (s *State) noteEndings(i int, ended []effect.Ending, out []Effect) []Effect {
	for _, e := range ended {
		n := messages.Note{Line: e.Lines[len(e.Lines)-1], Act: messages.Followed, Rung: e.How, Trigger: e.Trigger, N: e.N}
		out = s.note(i, n, out)
	}
	return out
}
