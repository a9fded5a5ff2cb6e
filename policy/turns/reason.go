package turns

import "familiar/messages/because"

// A Reason is why a line is somebody's to answer or not.
type Reason string

// The reasons.
const (
	Unclaimed      Reason = ""
	Assigned       Reason = "assigned"
	NotAssigned    Reason = "not-assigned"
	ItsTurn        Reason = "its-turn"
	NotItsTurn     Reason = "not-its-turn"
	NobodysTurn    Reason = "nobodys-turn"
	NoMembers      Reason = "no-members"
	Announced      Reason = "broadcast"
	UnknownChannel Reason = "unknown-channel"
	UnknownMode    Reason = "unknown-mode"
)

// Because returns the reason for a note; nil for Unclaimed.
func (r Reason) Because() because.Reason {
	switch r {
	case Unclaimed:
		return nil
	case Assigned:
		return because.AssignedToIt
	case NotAssigned:
		return because.AssignedElsewhere
	case ItsTurn:
		return because.ItsTurn
	case NotItsTurn:
		return because.OthersTurn
	case NobodysTurn:
		return because.NobodyThere
	case NoMembers:
		return because.AssignedToNobody
	case Announced:
		return because.OnlyRead
	case UnknownChannel:
		return because.ChannelUnknown
	case UnknownMode:
		return because.ModeUnknown
	default:
		return because.Words(r)
	}
}
