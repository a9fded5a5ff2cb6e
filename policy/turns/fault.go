package turns

import (
	"fmt"

	"familiar/messages"
)

// A Fault is something that went wrong and is survived: it is logged, and what
// happens instead stands at each.
type Fault string

// The faults.
const (
	BadMode         Fault = "unknown mode"                // nobody answers until it is mended
	BadCount        Fault = "wrong number of members"     // of a configuration: with too many the first answers, with none nobody; of a command: nothing changes
	UnknownFamiliar Fault = "no such familiar here"       // of a configuration: it is left out; of a command: nothing changes
	NotTurnBased    Fault = "the channel takes no turns"  // nothing changes
	NotMember       Fault = "not a member"                // nothing changes
	AlreadyMember   Fault = "a member already"            // nothing changes
	IsOffline       Fault = "offline"                     // nothing changes
	NobodyToSkip    Fault = "it is nobody's turn"         // nothing changes until a member comes
	NotActive       Fault = "it was not its turn"         // what it composed is not posted
	Unsound         Fault = "the kept state is no state"  // the configuration's holds, from the first member on
	Misplaced       Fault = "the turn was at no member's" // it goes to the first who is online
)

func (f Fault) Error() string { return "turns: " + string(f) }

// of returns the fault about one familiar; errors.Is finds f in it.
func (f Fault) of(who messages.FamiliarID) error { return fmt.Errorf("%w: %q", f, who) }
