package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/transcript"
)

const (
	errandsMax = 8    // that wait for a turn in flight
	promptMax  = 4000 // code points of what a familiar is woken for
)

// An Errand is what somebody woke a familiar for.
type Errand struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Prompt   string              `json:"prompt,omitempty"` // shown to the model as the operator's words
	Timed    bool                `json:"timed,omitempty"`  // a clock ordered it: see runTimed
	Say      string              `json:"say,omitempty"`    // what it is to say in these words; no model is asked, see runSay

	Failed messages.Instant `json:"failed,omitempty"` // its model couldn't be had at first; 0: it was not tried
}

// wakeFor wakes familiars with a prompt, or by a clock.
func (s *State) wakeFor(e messages.Commanded, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		who := s.Seats[i].Familiar
		if e.Familiar != "" && e.Familiar != who || e.Familiar == "" && s.elsewhereNow(i) {
			continue
		}
		reason := string(messages.Wake)
		if e.Timed {
			reason += ", by a clock"
		}
		if d := s.duties(); len(d.Errands) >= errandsMax {
			out = s.note(i, messages.Note{Act: messages.Settled, Rung: byRefused, Reason: reason + ": too many wait already"}, out)
			continue
		}
		s.Duties.Errands = append(s.Duties.Errands, Errand{Familiar: who, Prompt: transcript.Cut(e.Text, promptMax), Timed: e.Timed})
		out = s.note(i, messages.Note{Act: messages.Settled, Rung: byCommand, Reason: reason}, out)
	}
	s.doneDuties()
	answers(e.N, out[first:])
	return out
}

// answers has the notes of a command say which turn's tool gave it, but not
// those of what the command has ended.
func answers(n uint64, effects []Effect) {
	for _, effect := range effects {
		if note, ok := effect.(*messages.Note); ok && n != 0 && note.N == 0 && note.Line == "" && note.Trigger == "" {
			note.N = n
		}
	}
}

// nextErrand gives the oldest errand that doesn't wait for a model, or -1.
func (s *State) nextErrand() int {
	if s.Duties == nil {
		return -1
	}
	return slices.IndexFunc(s.Duties.Errands, func(e Errand) bool {
		i := s.seatOf(e.Familiar)
		return e.Failed == 0 || i < 0 || !s.Seats[i].awaitsModel()
	})
}

// runErrand begins the turn of errand k, or drops it when its familiar has left
// or may not speak.
func (s *State) runErrand(k int, out []Effect) []Effect {
	errand := s.Duties.Errands[k]
	s.Duties.Errands = slices.Delete(s.Duties.Errands, k, k+1)
	i := s.seatOf(errand.Familiar)
	switch {
	case i < 0:
		return out
	case !s.may(i):
		return s.note(i, messages.Note{Act: messages.Settled, Rung: byNotItsTurn, Trigger: messages.Woken, Reason: s.assigned(i).Reason.Clause()}, out)
	case s.Seats[i].Manners.Quiet(s.Now):
		return s.note(i, messages.Note{Act: messages.Settled, Rung: byQuiet, Trigger: messages.Woken, Reason: "told to be quiet"}, out)
	case errand.Say != "":
		return s.runSay(i, &errand, out)
	case errand.Failed != 0 && s.Now.Sub(errand.Failed) > s.config.Room.AnswerWithin:
		return s.note(i, messages.Note{Act: messages.Settled, Rung: byOutage, Trigger: messages.Woken, Reason: "its model stayed away for too long"}, out)
	case !s.Seats[i].Pressure.Lets():
		return s.note(i, messages.Note{Act: messages.Settled, Rung: byBudget, Trigger: messages.Woken, Reason: outOfBudget}, out)
	case errand.Timed:
		return s.runTimed(i, &errand, out)
	}
	s.Seats[i].Wish, s.handed = messages.Woken, &errand
	out = s.start(i, out)
	s.handed = nil
	return out
}

// runTimed begins a turn that a clock ordered. It answers no line and moves
// nothing: what waits for the familiar goes on waiting, nobody has a credit or
// a window of it, and what it says stands on top, in no thread.
func (s *State) runTimed(i int, errand *Errand, out []Effect) []Effect {
	s.Turn = &Turn{Seat: i, Trigger: messages.Woken, From: s.Seats[i].Turned, Upto: s.Lines.Last(), Errand: errand}
	out = append(out, messages.ShowTyping{Channel: s.Channel, Account: s.cfg(i).Account, Familiar: s.Seats[i].Familiar, On: true})
	return s.compose(out)
}

// timed reports whether a clock ordered the turn.
func (t *Turn) timed() bool { return t.Errand != nil && t.Errand.Timed }

// dropErrands forgets what a familiar was woken for.
func (s *State) dropErrands(who messages.FamiliarID) {
	if s.Duties == nil {
		return
	}
	s.Duties.Errands = slices.DeleteFunc(s.Duties.Errands, func(e Errand) bool { return e.Familiar == who })
	s.doneDuties()
}
