package conversation

import (
	"slices"

	"familiar/messages"
	"familiar/policy/admission"
	"familiar/policy/turns"
)

// RoomFacts are what somebody has said in a room that holds in its threads,
// too: who is quiet, who is left alone, who answers. The zero RoomFacts is that
// nobody has said anything.
type RoomFacts struct {
	Quiet   []Hush                `json:"quiet,omitempty"`
	Alone   []messages.PersonID   `json:"alone,omitempty"`
	Mode    turns.Mode            `json:"mode,omitempty"` // "": as configured
	Members []messages.FamiliarID `json:"members,omitempty"`
}

// A Hush is a familiar that was told to be quiet.
type Hush struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Until    messages.Instant    `json:"until,omitempty"` // 0: until told otherwise
}

// same reports whether o is what f has become by now, when a quiet may have
// ended by itself.
func (f *RoomFacts) same(o *RoomFacts, now messages.Instant) bool {
	lasts := func(h Hush) bool { _, still := f.hush(h.Familiar, now); return still }
	quiet := slices.DeleteFunc(slices.Clone(f.Quiet), func(h Hush) bool { return !lasts(h) })
	return slices.Equal(quiet, o.Quiet) && slices.Equal(f.Alone, o.Alone) && f.sameTurns(o)
}

func (f *RoomFacts) sameTurns(o *RoomFacts) bool {
	return f.Mode == o.Mode && slices.Equal(f.Members, o.Members)
}

// hush gives the quiet of a familiar that still lasts; false when there is none.
func (f *RoomFacts) hush(who messages.FamiliarID, now messages.Instant) (Hush, bool) {
	k := slices.IndexFunc(f.Quiet, func(h Hush) bool { return h.Familiar == who })
	if k < 0 || f.Quiet[k].Until != 0 && f.Quiet[k].Until <= now {
		return Hush{}, false
	}
	return f.Quiet[k], true
}

// roomFacts are what holds here now.
func (s *State) roomFacts() (f RoomFacts) {
	for i := range s.Seats {
		if m := &s.Seats[i].Manners; m.Quiet(s.Now) {
			f.Quiet = append(f.Quiet, Hush{s.Seats[i].Familiar, m.Until})
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
		f.Mode, f.Members = s.Turns.Mode, slices.Clone(s.Turns.Members)
	}
	return f
}

// comply does in a thread what has changed in its room since it was told was.
// The latest word counts, wherever it was said: what the room says again
// changes nothing that was said here meanwhile.
func (s *State) comply(was, is *RoomFacts, out []Effect) []Effect {
	first := len(out)
	for i := range s.Seats {
		before, wasQuiet := was.hush(s.Seats[i].Familiar, s.Now)
		after, quiet := is.hush(s.Seats[i].Familiar, s.Now)
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
	if !is.sameTurns(was) {
		out = s.takeTurns(is, out)
	}
	for _, effect := range out[first:] {
		if n, ok := effect.(*messages.Note); ok && n.Rung == byCommand && n.Line == "" {
			n.Reason += ", said in the room"
		}
	}
	return out
}

// takeTurns has a thread's familiars answer as they do in its room. Whose turn
// it is each counts for itself.
func (s *State) takeTurns(f *RoomFacts, out []Effect) []Effect {
	var cmd turns.Command = turns.Reset{}
	reason := "turns as configured"
	if f.Mode != turns.Off {
		cmd, reason = turns.SetMode{Mode: f.Mode, Members: f.Members}, "turns "+string(f.Mode)
	}
	moved, err := s.Turns.Do(s.Now, cmd, s.familiars(), &s.config.Room.Turns, nil)
	if err != nil {
		reason += ": " + err.Error()
	}
	out = s.note(-1, messages.Note{Act: messages.Settled, Rung: byCommand, Reason: reason}, out)
	return s.passOn(moved, out)
}
