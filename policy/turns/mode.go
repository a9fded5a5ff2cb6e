package turns

import (
	"errors"
	"fmt"
	"slices"

	"familiar/messages"
)

// A Mode says who of a channel's seats answers.
type Mode string

// The modes. The last is never configured: it comes of [Config.Unknown].
const (
	Off        Mode = ""           // not assigned: the other rungs decide
	Direct     Mode = "direct"     // one member answers, the others observe
	Single     Mode = "single"     // one member answers, the others see nothing
	TurnBased  Mode = "turn-based" // members answer in turns
	Broadcast  Mode = "broadcast"  // everybody sees, nobody answers
	Unassigned Mode = "unassigned" // an unknown channel that is ignored
)

// Most is how many members a channel can have: as many as seats.
const Most = 32

// An Assignment is a mode with those it is for.
type Assignment struct {
	Mode    Mode                  `toml:"mode"`    // direct, single, turn-based or broadcast; default "": not assigned
	Members []messages.FamiliarID `toml:"members"` // in the order of their turns: one for direct and single, at least two for turn-based, ignored for broadcast; default none
}

// Validate says what is wrong, all of it. A mode without enough members can be
// run all the same: then nobody answers.
func (a Assignment) Validate() error {
	n, want := len(a.Members), ""
	switch a.Mode {
	case Direct, Single:
		if n != 1 {
			want = "exactly 1"
		}
	case TurnBased:
		if n < 2 || n > Most {
			want = fmt.Sprintf("2 to %d", Most)
		}
	case Off, Broadcast:
		if n > Most {
			want = fmt.Sprintf("at most %d", Most)
		}
	default:
		return fmt.Errorf("mode = %q: want direct, single, turn-based or broadcast", a.Mode)
	}
	var errs []error
	if want != "" {
		errs = append(errs, fmt.Errorf("members: %d for mode %q: want %s", n, a.Mode, want))
	}
	for i, f := range a.Members {
		if f == "" {
			errs = append(errs, errors.New("members: a familiar without a name"))
		} else if slices.Contains(a.Members[:i], f) {
			errs = append(errs, fmt.Errorf("members: %q is listed twice", f))
		}
	}
	return errors.Join(errs...)
}
