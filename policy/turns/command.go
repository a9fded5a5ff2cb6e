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
func (s *State) Do(now messages.Instant, cmd Command, seats []messages.FamiliarID, c *Config) ([]Passing, error) {
	switch cmd := cmd.(type) {
	case SetMode:
		if len(cmd.Members) == 0 {
			cmd.Members = s.Members
		}
		return s.assignTold(now, Assignment(cmd), seats)
	case Assign:
		return s.assignTold(now, Assignment{s.Mode, cmd.Members}, seats)
	case Add:
		return s.add(now, cmd, seats)
	case Remove:
		return s.remove(now, cmd.Familiar)
	case Grant:
		return s.grant(now, cmd.Familiar)
	case Skip:
		return s.skip(now)
	case Reset:
		s.Told = false
		return s.Use(now, seats, c, nil)
	default:
		panic(fmt.Sprintf("turns: unknown command %T", cmd))
	}
}

// assignTold puts a person's assignment in force, if nothing is wrong with it.
func (s *State) assignTold(now messages.Instant, a Assignment, seats []messages.FamiliarID) ([]Passing, error) {
	for i, f := range a.Members {
		if !slices.Contains(seats, f) {
			return nil, UnknownFamiliar.of(f)
		}
		if slices.Contains(a.Members[:i], f) {
			return nil, AlreadyMember.of(f)
		}
	}
	switch {
	case a.Mode == Off || a.Mode == Unassigned || a.fits() == BadMode:
		return nil, BadMode
	case a.Validate() != nil:
		return nil, BadCount
	}
	s.Told = true
	return s.assign(now, Assignment{a.Mode, slices.Clone(a.Members)}, Reconfigured, nil), nil
}

func (s *State) add(now messages.Instant, cmd Add, seats []messages.FamiliarID) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return nil, NotTurnBased
	case !slices.Contains(seats, cmd.Familiar):
		return nil, UnknownFamiliar.of(cmd.Familiar)
	case s.member(cmd.Familiar):
		return nil, AlreadyMember.of(cmd.Familiar)
	case len(s.Members) >= Most:
		return nil, BadCount
	}
	at := len(s.Members)
	if cmd.First {
		at = 0
	}
	s.Told = true
	return s.assign(now, Assignment{s.Mode, slices.Insert(slices.Clone(s.Members), at, cmd.Familiar)}, Reconfigured, nil), nil
}

func (s *State) remove(now messages.Instant, f messages.FamiliarID) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return nil, NotTurnBased
	case !s.member(f):
		return nil, NotMember.of(f)
	}
	s.Told = true
	return s.assign(now, Assignment{s.Mode, without(slices.Clone(s.Members), f)}, Removed, nil), nil
}

func (s *State) grant(now messages.Instant, f messages.FamiliarID) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return nil, NotTurnBased
	case !s.member(f):
		return nil, NotMember.of(f)
	case !s.online(f):
		return nil, IsOffline.of(f)
	}
	var out []Passing
	if f != s.Holder {
		out = s.passTurn(now, f, Granted, nil)
	}
	if s.Since == 0 {
		s.Since = now
	}
	return out, nil
}

func (s *State) skip(now messages.Instant) ([]Passing, error) {
	switch {
	case s.Mode != TurnBased:
		return nil, NotTurnBased
	case s.Holder == "":
		return nil, NobodyToSkip
	}
	return s.advance(now, Skipped, nil), nil
}
