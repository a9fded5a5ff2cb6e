package turns

import (
	"fmt"
	"slices"

	"familiar/messages"
)

// A Command is what a person with the right to do so tells the channel about
// its turns. [Parse] reads one.
//
//sumtype:decl
type Command interface{ command() }

type (
	// SetMode sets the mode, and the members unless there are none given.
	SetMode struct {
		Mode    Mode
		Members []messages.FamiliarID
	}
	// Assign sets the members and keeps the mode.
	Assign struct{ Members []messages.FamiliarID }
	// Add takes one more into the round, at its end or its start. Whoever has
	// the turn keeps it.
	Add struct {
		Familiar messages.FamiliarID
		First    bool
	}
	// Remove takes one out of the round; the last one leaves the channel
	// without an answer.
	Remove struct{ Familiar messages.FamiliarID }
	// Grant gives the turn to a member and starts its clock.
	Grant struct{ Familiar messages.FamiliarID }
	// Skip takes the turn from its holder.
	Skip struct{}
	// Reset goes back to what is configured.
	Reset struct{}
)

func (SetMode) command() {}
func (Assign) command()  {}
func (Add) command()     {}
func (Remove) command()  {}
func (Grant) command()   {}
func (Skip) command()    {}
func (Reset) command()   {}

// Do carries out a command; seats are the channel's familiars. With an error,
// a [Fault], nothing has changed, but for Reset, whose error is that of
// [State.Use].
func (s *State) Do(now messages.Instant, cmd Command, seats []messages.FamiliarID, c *Config, out []Passing) ([]Passing, error) {
	switch cmd := cmd.(type) {
	case SetMode:
		if len(cmd.Members) == 0 {
			cmd.Members = s.Members
		}
		return s.assignTold(now, Assignment(cmd), seats, out)
	case Assign:
		return s.assignTold(now, Assignment{s.Mode, cmd.Members}, seats, out)
	case Add:
		return s.add(now, cmd, seats, out)
	case Remove:
		return s.remove(now, cmd.Familiar, out)
	case Grant:
		return s.grant(now, cmd.Familiar, out)
	case Skip:
		return s.skip(now, out)
	case Reset:
		s.Told = false
		return s.Use(now, seats, c, out)
	default:
		panic(fmt.Sprintf("turns: unknown command %T", cmd))
	}
}

// assignTold puts a person's assignment in force, if nothing is wrong with it.
func (s *State) assignTold(now messages.Instant, a Assignment, seats []messages.FamiliarID, out []Passing) ([]Passing, error) {
	for i, f := range a.Members {
		if !slices.Contains(seats, f) {
			return out, UnknownFamiliar.of(f)
		}
		if slices.Contains(a.Members[:i], f) {
			return out, AlreadyMember.of(f)
		}
	}
	switch {
	case a.Mode == Off || a.Mode == Unassigned || a.fits() == BadMode:
		return out, BadMode
	case a.Validate() != nil:
		return out, BadCount
	}
	s.Told = true
	return s.assign(now, Assignment{a.Mode, slices.Clone(a.Members)}, Reconfigured, out), nil
}

func (s *State) add(now messages.Instant, cmd Add, seats []messages.FamiliarID, out []Passing) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return out, NotTurnBased
	case !slices.Contains(seats, cmd.Familiar):
		return out, UnknownFamiliar.of(cmd.Familiar)
	case s.member(cmd.Familiar):
		return out, AlreadyMember.of(cmd.Familiar)
	case len(s.Members) >= Most:
		return out, BadCount
	}
	at := len(s.Members)
	if cmd.First {
		at = 0
	}
	s.Told = true
	return s.assign(now, Assignment{s.Mode, slices.Insert(slices.Clone(s.Members), at, cmd.Familiar)}, Reconfigured, out), nil
}

func (s *State) remove(now messages.Instant, f messages.FamiliarID, out []Passing) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return out, NotTurnBased
	case !s.member(f):
		return out, NotMember.of(f)
	}
	s.Told = true
	return s.assign(now, Assignment{s.Mode, without(slices.Clone(s.Members), f)}, Removed, out), nil
}

func (s *State) grant(now messages.Instant, f messages.FamiliarID, out []Passing) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return out, NotTurnBased
	case !s.member(f):
		return out, NotMember.of(f)
	case !s.online(f):
		return out, IsOffline.of(f)
	case f != s.Holder:
		out = s.passTurn(now, f, Granted, out)
	}
	if s.Since == 0 {
		s.Since = now
	}
	return out, nil
}

func (s *State) skip(now messages.Instant, out []Passing) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return out, NotTurnBased
	case s.Holder == "":
		return out, NobodyToSkip
	}
	return s.advance(now, Skipped, out), nil
}
