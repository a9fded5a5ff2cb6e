package conversation

import (
	"strings"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/language"
	"familiar/policy/transcript"
)

// obeyTyped does what a line tells those seats to do that hear it now. No ladder
// sees the line, not even once it is edited; the transcript keeps it. What the
// author may not say is refused, and nothing else comes of it.
func (s *State) obeyTyped(e *transcript.Row, l *messages.Line, o admission.Order, hear uint32, out []Effect) []Effect {
	all := uint32(1)<<len(s.Seats) - 1
	before := s.Lines.Decided(e)
	s.Lines.MarkDecided(e, hear&all)
	if !e.Again() {
		e.CountAgain()
		out = s.note(-1, messages.Note{Line: l.ID, Act: messages.Observe, Rung: messages.ByCommand, Reason: because.CommandLine{Command: string(o.Command)}, Meta: l.Meta}, out)
	}
	role, may := s.Admission.Role(l.Author.ID, l.DM)
	asked, everybody, said := o.To, o.Command == admission.Alone || o.Command == admission.Again, false
	if everybody { // whomever they say it to
		o.To = all
	}
	if o.Command == admission.Engage {
		o.To = s.Seats.OneOf(o.To, s.config.ToEngage(s.Window.Held(s.Now)))
	}
	if o.To &= hear; speaksOfLinks(&o, may) {
		return s.askLink(l, o, before, out)
	}
	for i := range s.Seats {
		if o.To&(1<<i) == 0 {
			continue
		}
		if o.Command == admission.Why && may.May(o.Command) {
			out = s.askWhy(i, l, o, out)
			continue
		}
		if o.Command == admission.Memory && may.May(o.Command) && !o.Unclear {
			out = s.tellMemory(i, l, o, out)
			continue
		}
		a := admission.Answer{Key: admission.Refused, Command: o.Command}
		if may.May(o.Command) {
			a, out = s.obeyLine(i, e, o, l.Author.ID, out)
		}
		if a.Key == admission.NoAnswer || said || asked&(1<<i) == 0 || once(a.Key) && asked&before != 0 {
			continue
		}
		a.Name, a.Role, a.May = s.cfg(i).Name, role, may&admission.Typed
		out = s.answerCommand(i, l.ID, a, out)
		if said = once(a.Key); said && !everybody {
			break
		}
	}
	return s.shareFacts(out)
}

// obeyLine has seat i do what a line tells it.
func (s *State) obeyLine(i int, e *transcript.Row, o admission.Order, by messages.PersonID, out []Effect) (admission.Answer, []Effect) {
	if quiet := s.Seats[i].Manners.Quiet(s.Now); quiet && (o.Command == admission.Engage || o.Command == messages.Wake) {
		out = s.note(i, messages.Note{Line: s.Lines.ID(e), Act: messages.Settled, Rung: messages.ByQuiet, Reason: because.ToldQuiet}, out)
		return s.Seats[i].Manners.Obey(s.Now, admission.Order{Command: admission.Status}, by, &s.config.Room.Admission), out
	}
	if o.Command != admission.Engage || s.cfg(i).KeepsWindow() {
		return s.obey(i, o, by, out)
	}
	out = s.note(i, messages.Note{Line: s.Lines.ID(e), Act: messages.Engage, Rung: messages.ByCommand}, out)
	return admission.Answer{}, s.engageLine(i, e, out) // its turn is the answer
}

// once reports whether all seats would give the same answer, so that one is
// enough.
func once(k admission.Key) bool {
	switch k { //nolint:exhaustive // the others name the familiar
	case admission.Refused, admission.Usage, admission.MemoryUsage, admission.HelpText, admission.AloneOn, admission.AloneOff:
		return true
	}
	return false
}

// answerCommand has seat i say in the channel what a command led to.
func (s *State) answerCommand(i int, to messages.LineID, a admission.Answer, out []Effect) []Effect {
	text := s.inAnswer(a)
	if strings.TrimSpace(text) == "" {
		return out
	}
	return s.announceTo(i, to, text, out)
}

// inAnswer gives what a command led to in words.
func (s *State) inAnswer(a admission.Answer) string {
	return s.config.Answers.SayIn(s.tongue(), s.config.Translations, a)
}

// tongue is the language in which the program itself speaks here.
func (s *State) tongue() language.Language { return s.Language.Guess(&s.config.Room.Language) }
