package conversation

import (
	"slices"
	"strings"

	"familiar/internal/shorten"
	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/duty"
	"familiar/policy/rules"
	"familiar/policy/why"
)

// whyRunes is how many code points an answer has at most.
const whyRunes = 1500

// askWhy has seat i look up why it spoke or kept quiet: about the line that the
// command replies to, else about the newest, or as many as the command says.
func (s *State) askWhy(i int, l *messages.Line, o admission.Order, out []Effect) []Effect {
	asked, ok := s.duties().AskWhy(s.Seats[i].Familiar, l, o.Rest, s.Now, &s.Number)
	if !ok {
		out = s.note(i, refusedNote(admission.Why, because.TooManyWait), out)
		return s.answerCommand(i, l.ID, admission.Answer{Key: admission.WhyLate, Name: s.cfg(i).Name}, out)
	}
	out = s.note(i, obeyedNote("", admission.Why), out)
	return append(out, asked.Order(s.Channel))
}

// takeExplained answers a question in the channel, in whose notes nothing of any
// other channel is.
func (s *State) takeExplained(e messages.Explained, out []Effect) []Effect {
	w := s.Duties.TakeWhy(e.N)
	if w == nil {
		return out
	}
	i := s.Seats.Of(w.Familiar)
	if i < 0 {
		return out
	}
	var notes []*messages.Note
	for _, n := range e.Notes {
		if n.Channel == s.Channel {
			notes = append(notes, forChannel(n))
		}
	}
	lines := []messages.LineID{w.Line}
	if w.Line == "" {
		lines = why.Lines(notes, w.Familiar, w.Last)
	}
	var texts []string
	for _, line := range lines {
		if a, ok := why.Tell(notes, w.Familiar, line, s.cfg(i).Why(), why.SceneOf(line, &s.Lines)); ok {
			texts = append(texts, s.inAnswer(admission.Answer{Key: admission.WhyTold, Name: s.cfg(i).Name, Other: why.SceneOf(line, &s.Lines).Writer(), For: s.Now.Sub(a.Steps[0].Note.At), Told: told(&a)}))
		}
	}
	if len(texts) == 0 {
		key := admission.WhyNothing
		if w.Line != "" {
			key = admission.WhyUnknown
		}
		texts = []string{s.inAnswer(admission.Answer{Key: key, Name: s.cfg(i).Name})}
	}
	if text := shorten.Runes(strings.Join(texts, "\n"), whyRunes); strings.TrimSpace(text) != "" {
		return s.announceTo(i, w.Asked, text, out)
	}
	return out
}

// forChannel leaves out of a note what is for the operator: what a model's
// provider or a network says of a failure may name addresses and accounts.
func forChannel(n *messages.Note) *messages.Note {
	plain := *n
	if rules.Of(n.Rung).Private {
		plain.Reason = nil
	} else if chose, is := n.Reason.(because.JudgeChose); is { // what it said of another one is that one's
		plain.Reason = because.JudgeChose{Who: chose.Who}
	} else if failed, is := n.Reason.(because.JudgeFailed); is && failed.Then != because.CountAsNo {
		plain.Reason = because.JudgeFailed{Then: failed.Then}
	}
	return &plain
}

// told is an answer's sentence and, in brackets, the facts and the arm of the
// experiment that it was decided in.
func told(a *why.Answer) string {
	facts := a.Facts()
	if experiment, _, side := a.Steps[0].Note.Arm.Split(); side != "" {
		facts = append(slices.Clone(facts), "in arm "+string(side)+" of the experiment "+experiment)
	}
	if len(facts) > 0 {
		return a.Sentence() + " (" + strings.Join(facts, "; ") + ")"
	}
	return a.Sentence()
}

// whyLate gives up a question to which the ledger has no answer in time, and
// says so.
func (s *State) whyLate(w *duty.WhyAsked, out []Effect) []Effect {
	i := s.Seats.Of(w.Familiar)
	out = s.note(i, messages.Note{Act: messages.Settled, Rung: messages.ByFailed, N: w.N, Reason: because.Refused{Of: because.Obeyed{Command: string(admission.Why)}, Why: because.LedgerSilent}}, out)
	if i < 0 {
		return out
	}
	return s.answerCommand(i, w.Asked, admission.Answer{Key: admission.WhyLate, Name: s.cfg(i).Name}, out)
}
