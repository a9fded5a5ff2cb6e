package turns

import (
	"slices"

	"familiar/messages"
)

// State is the assignment of one channel. The zero State is off; [State.Use]
// puts a configuration in force.
type State struct {
	// Mode is the one in force, also one that nobody knows.
	Mode Mode `json:"m,omitempty"`

	// Members answer, in the order of their turns; at most [Most], each a seat
	// of the channel.
	Members []messages.FamiliarID `json:"q,omitempty"`

	// Away are the members that are offline.
	Away []messages.FamiliarID `json:"off,omitempty"`

	// Holder is whose turn it is; "" outside of turn-based, and while no
	// member is online.
	Holder messages.FamiliarID `json:"h,omitempty"`

	// Since is when the Holder's time began; 0: the clock stands still.
	Since messages.Instant `json:"t,omitempty"`

	// Told: a command has set mode or members, and the configuration's no
	// longer count.
	Told bool `json:"c,omitempty"`

	// Work: the Holder was given something and has not said a word to it.
	Work bool `json:"w,omitempty"`

	// Passed is how many members in a row left the same work without a word.
	Passed int8 `json:"p,omitempty"`

	// Late are the members that lost the turn while their clock ran: what they
	// still say is posted.
	Late []messages.FamiliarID `json:"l,omitempty"`
}

// A Verdict is what the assignment says about a line to one seat.
type Verdict struct {
	Facts  messages.Facts // ModeOurs, ModeOther, or neither while nothing is assigned
	Blind  bool           // the seat must not see the line, now or later
	Reason Reason         // why
}

// For says what a line means for the seat of f. It allocates nothing.
func (s *Saved) For(f messages.FamiliarID) Verdict {
	if s == nil || s.Mode == Off { // as mostly
		return Verdict{}
	}
	return s.verdict(f)
}

// verdict does so where something is assigned.
func (s *State) verdict(f messages.FamiliarID) Verdict {
	to, why := s.Route()
	switch {
	case to != "" && to == f:
		return Verdict{Facts: messages.ModeOurs, Reason: why}
	case s.Mode == TurnBased && s.member(f):
		return Verdict{Facts: messages.ModeOther, Reason: NotItsTurn}
	case to != "":
		return Verdict{Facts: messages.ModeOther, Reason: NotAssigned, Blind: s.Mode == Single}
	default:
		return Verdict{Facts: messages.ModeOther, Reason: why, Blind: s.Mode == Single}
	}
}

// Route returns who answers a line that is posted now, and why; "" for nobody.
func (s *State) Route() (messages.FamiliarID, Reason) {
	switch s.Mode {
	case Off:
		return "", Unclaimed
	case Direct, Single:
		if len(s.Members) == 0 {
			return "", NoMembers
		}
		return s.Members[0], Assigned
	case TurnBased:
		if s.Holder == "" {
			return "", NobodysTurn
		}
		return s.Holder, ItsTurn
	case Broadcast:
		return "", Announced
	case Unassigned:
		return "", UnknownChannel
	default:
		return "", UnknownMode
	}
}

// May reports whether f may begin a turn now, of whatever trigger.
func (s *Saved) May(f messages.FamiliarID) bool {
	return s == nil || s.Mode == Off || s.verdict(f).Facts == messages.ModeOurs
}

// Sees reports whether f may see the channel, by its tools too.
func (s *Saved) Sees(f messages.FamiliarID) bool { return !s.For(f).Blind }

// Heard says that somebody who is no familiar of the channel posted: there is
// something new, and everybody may be asked about it once.
func (s *Saved) Heard() {
	if s != nil {
		s.Passed = 0
	}
}

// next returns the first member online at index i or after it, going round; ""
// for none.
func (s *State) next(i int) messages.FamiliarID {
	for k := range s.Members {
		if f := s.Members[(i+k)%len(s.Members)]; s.online(f) {
			return f
		}
	}
	return ""
}

// holds reports whether the turn is f's; "" is nobody.
func (s *Saved) holds(f messages.FamiliarID) bool { return s != nil && f != "" && f == s.Holder }

func (s *State) online(f messages.FamiliarID) bool { return !slices.Contains(s.Away, f) }

func (s *State) member(f messages.FamiliarID) bool { return slices.Contains(s.Members, f) }

// count is how many members are online.
func (s *State) count() int {
	n := 0
	for _, f := range s.Members {
		if s.online(f) {
			n++
		}
	}
	return n
}
