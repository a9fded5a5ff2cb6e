package turns

import (
	"errors"
	"slices"

	"familiar/messages"
)

// Use puts a configuration in force, also the same one again after a restart;
// seats are the channel's familiars. The error joins a [Fault] for each thing
// that is wrong, all of which are survived.
func (s *State) Use(now messages.Instant, seats []messages.FamiliarID, c *Config, out []Passing) ([]Passing, error) {
	var errs []error
	if !s.sound() {
		*s = State{}
		errs = append(errs, Unsound)
	}
	a := Assignment{Mode: s.Mode, Members: s.Members}
	if !s.Told {
		a = c.assigned()
	}
	var members []messages.FamiliarID
	for _, f := range a.Members {
		switch {
		case !slices.Contains(seats, f):
			errs = append(errs, UnknownFamiliar.of(f))
		case !slices.Contains(members, f) && len(members) < Most:
			members = append(members, f)
		}
	}
	a.Members = members
	if fault := a.fits(); fault != "" {
		errs = append(errs, fault)
	}
	if s.Holder != "" && !s.member(s.Holder) {
		s.setHolder("")
		errs = append(errs, Misplaced)
	}
	return s.assign(now, a, Reconfigured, out), errors.Join(errs...)
}

// fits returns what is wrong with mode and number of members, "" for nothing.
// One alone may still take its turns.
func (a Assignment) fits() Fault {
	n := len(a.Members)
	switch a.Mode {
	case Off, Broadcast, Unassigned:
		return ""
	case Direct, Single:
		if n == 1 {
			return ""
		}
	case TurnBased:
		if n > 0 {
			return ""
		}
	default:
		return BadMode
	}
	return BadCount
}

// sound reports whether the state is one that this package made.
func (s *State) sound() bool {
	if len(s.Members) > Most || len(s.Away) > Most || len(s.Late) > Most || s.Since < 0 || s.Passed < 0 || s.Passed >= Most {
		return false
	}
	for i, f := range s.Members {
		if f == "" || slices.Contains(s.Members[:i], f) {
			return false
		}
	}
	return true
}

// assign puts mode and members in force. A holder that stays a member keeps
// the turn; one that doesn't is followed by who is at its place now.
func (s *State) assign(now messages.Instant, a Assignment, why Why, out []Passing) []Passing {
	at := max(0, slices.Index(s.Members, s.Holder))
	s.Mode, s.Members = a.Mode, a.Members
	gone := func(f messages.FamiliarID) bool { return !s.member(f) }
	if s.Away = slices.DeleteFunc(s.Away, gone); len(s.Away) == 0 {
		s.Away = nil
	}
	if s.Late = slices.DeleteFunc(s.Late, gone); len(s.Late) == 0 || s.Mode != TurnBased {
		s.Late = nil
	}
	switch {
	case s.Mode != TurnBased:
		s.setHolder("")
		s.Passed = 0
	case s.Holder == "":
		s.setHolder(s.next(0))
	case gone(s.Holder):
		out = s.passTurn(now, s.next(at), why, out)
	}
	return out
}
