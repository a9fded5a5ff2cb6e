package conversation

import (
	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/effect"
	"familiar/policy/ladder"
	"familiar/policy/odds"
	"familiar/policy/transcript"
)

// calling are the facts by which a line takes up what a familiar has said.
const calling = messages.SpeaksToUs | messages.CallsUs

// heed takes a line that seat i decides on as what followed from what it said, or
// left unsaid. Lines by bots and siblings, or fetched after a gap, tell nothing of
// either.
func (s *State) heed(i int, e *transcript.Row, l *messages.Line, facts messages.Facts, d *ladder.Decision, out []Effect) []Effect {
	watch := &s.Seats[i].Effect
	if l.Author.Bot || l.Backfilled {
		return out
	}
	calls := facts&calling != 0
	if watch.Follows() {
		out = s.noteEndings(i, watch.Hear(l.ReplyTo.ID, calls, odds.KeyOf(l.Author.ID)), l.Author.ID, out)
	}
	if d.Rung == ladder.Rest {
		watch.Left.Add(s.Lines.No(e))
	}
	if !calls || d.Act == messages.Observe || l.ReplyTo.Set() { // a reply is about what it answers
		return out
	}
	if missed := watch.Left.Missed(&s.Lines, e); missed != nil && s.keptQuiet(i, missed) {
		learned := s.Seats[i].Learn(messages.ByMissed, l.Author.ID, &s.cfg(i).Policy.Learning)
		return s.note(i, messages.Note{Line: s.Lines.ID(missed), Act: messages.Followed, Rung: messages.ByMissed, Reason: learned}, out)
	}
	return out
}

// keptQuiet reports whether seat i has left a line alone for good, and said nothing
// since.
func (s *State) keptQuiet(i int, e *transcript.Row) bool {
	if s.Lines.WaitsFor(e, i, s.Seats[i].Settled) || s.Lines.For(e)&(1<<i) != 0 || s.Turn != nil && s.Turn.Seat == i {
		return false
	}
	for since := range s.Lines.Between(s.Lines.No(e)+1, s.Lines.Last()) {
		if int(s.Lines.By(since)) == i+1 {
			return false
		}
	}
	return true
}

// followUnasked has a part of the turn in flight that stands in this channel
// followed, if nobody asked for it. What a schedule had it say tells nothing of
// whether its own moments are good ones.
func (s *State) followUnasked(line messages.LineID, out []Effect) []Effect {
	t := s.Turn
	if line == "" || !t.Trigger.Unsolicited() || t.IsTimed() {
		return out
	}
	said := effect.Said{N: t.Order(), Trigger: t.Trigger, Lines: []messages.LineID{line}, Signs: s.cfg(t.Seat).Policy.Learning.On}
	return s.noteEndings(t.Seat, s.Seats[t.Seat].Effect.Speak(s.Now, said), "", out)
}

// hushes reports whether a command says that the familiar is not wanted.
func hushes(c messages.Command) bool {
	return c == messages.Quiet || c == messages.Disengage || c == admission.Alone
}

// endEffects notes what ends by itself, or by somebody's doing for all seats; by
// is "" for nobody's.
func (s *State) endEffects(ends func(*effect.Watch) []effect.Ending, by messages.PersonID, out []Effect) []Effect {
	for i := range s.Seats {
		if watch := s.Seats[i].Effect.Watch; watch.Follows() {
			out = s.noteEndings(i, ends(watch), by, out)
		}
	}
	return out
}

// noteEndings notes how what seat i said unasked was taken, and has it learn from
// that. by is who did it; "" for nobody in particular. What is noted once isn't
// again where somebody else thinks so, too, or not.
func (s *State) noteEndings(i int, ended []effect.Ending, by messages.PersonID, out []Effect) []Effect {
	for _, e := range ended {
		learned := s.Seats[i].Learn(e.How, by, &s.cfg(i).Policy.Learning)
		if e.Late {
			continue
		}
		n := messages.Note{Line: e.Lines[len(e.Lines)-1], Act: messages.Followed, Rung: e.How, Trigger: e.Trigger, N: e.N, Reason: learned}
		out = s.note(i, n, out)
	}
	return out
}
