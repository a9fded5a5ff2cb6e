package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/messages/because"
	"familiar/policy/admission"
	"familiar/policy/ties"
	"familiar/policy/turns"
)

// roomFacts are what holds here now.
func (s *State) roomFacts() (f messages.RoomFacts) {
	for i := range s.Seats {
		if m := &s.Seats[i].Manners; m.Quiet(s.Now) {
			f.Quiet = append(f.Quiet, messages.Hush{Familiar: s.Seats[i].Familiar, Until: m.Until})
		}
	}
	for i := range s.Seats { // who asks one to be left alone asks all that hear it
		for _, person := range s.Seats[i].Manners.Alone {
			if !slices.Contains(f.Alone, person) {
				f.Alone = append(f.Alone, person)
			}
		}
	}
	if s.Turns.Told {
		f.Mode, f.Members = string(s.Turns.Mode), slices.Clone(s.Turns.Members)
	}
	return f
}

// complyWithRoom does in a thread what has changed in its room since it was told was.
// The latest word counts, wherever it was said: what the room says again
// changes nothing that was said here meanwhile.
func (s *State) complyWithRoom(was, is *messages.RoomFacts, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		before, wasQuiet := ties.HushOf(was, s.Seats[i].Familiar, s.Now)
		after, quiet := ties.HushOf(is, s.Seats[i].Familiar, s.Now)
		switch {
		case quiet && (!wasQuiet || before != after):
			_, out = s.obey(i, admission.Order{Command: messages.Quiet}, "", out)
			s.Seats[i].Manners.Until = after.Until
		case wasQuiet && !quiet:
			_, out = s.obey(i, admission.Order{Command: messages.Resume}, "", out)
		}
		for _, person := range is.Alone {
			if !slices.Contains(was.Alone, person) {
				_, out = s.obey(i, admission.Order{Command: admission.Alone}, person, out)
			}
		}
		for _, person := range was.Alone {
			if !slices.Contains(is.Alone, person) {
				_, out = s.obey(i, admission.Order{Command: admission.Again}, person, out)
			}
		}
	}
	if !ties.SameTurns(is, was) {
		out = s.takeTurns(is, out)
	}
	for _, effect := range out[first:] {
		if n, ok := effect.(*messages.Note); ok && n.Rung == byCommand && n.Line == "" {
			n.Reason = because.InRoom{What: n.Reason}
		}
	}
	return out
}

// takeTurns has a thread's familiars answer as they do in its room. Whose turn
// it is each counts for itself.
func (s *State) takeTurns(f *messages.RoomFacts, out []Effect) []Effect {
	var cmd turns.Command = turns.Reset{}
	told := because.TurnsTold{Said: "as configured"}
	if mode := turns.Mode(f.Mode); mode != turns.Off {
		cmd, told.Said = turns.SetMode{Mode: mode, Members: f.Members}, f.Mode
	}
	moved, err := s.Turns.Do(s.Now, cmd, s.familiars(), &s.config.Room.Turns, nil)
	if err != nil {
		told.Error = err.Error()
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byCommand, Reason: told}, out)
	return s.passTurnOn(moved, out)
}
