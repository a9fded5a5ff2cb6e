package turns

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

// Reasons returns all of them but Unclaimed, for the page that explains them.
func Reasons() []Reason {
	return []Reason{Assigned, NotAssigned, ItsTurn, NotItsTurn, NobodysTurn, NoMembers, Announced, UnknownChannel, UnknownMode}
}

// Clause returns the reason in a plain clause, for a note; "" for Unclaimed.
func (r Reason) Clause() string {
	switch r {
	case Unclaimed:
		return ""
	case Assigned:
		return "the channel is assigned to it"
	case NotAssigned:
		return "the channel is assigned to somebody else"
	case ItsTurn:
		return "it is its turn"
	case NotItsTurn:
		return "it is somebody else's turn"
	case NobodysTurn:
		return "no member of the channel is there to take a turn"
	case NoMembers:
		return "the channel is assigned to nobody"
	case Announced:
		return "the channel is only read"
	case UnknownChannel:
		return "the channel is not in the configuration"
	case UnknownMode:
		return "nobody knows the channel's mode"
	default:
		return string(r)
	}
}
