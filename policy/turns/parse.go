package turns

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// Parse reads a command as people write it, without the slash:
//
//	mode MODE [FAMILIAR…]   the mode, and who it is for
//	assign FAMILIAR…        who it is for
//	add FAMILIAR [first]    one more takes turns, last or first
//	remove FAMILIAR         one fewer takes turns
//	grant FAMILIAR          it is this one's turn
//	skip                    it is the next one's turn
//	reset                   as configured
//
// Names are case-sensitive, like everywhere in the configuration. Whether they
// are known, [State.Do] sees. The error says what is wanted.
func Parse(text string) (Command, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return nil, fmt.Errorf("turns: nothing said: want %s", verbs)
	}
	verb, names := words[0], familiars(words[1:])
	want := ""
	switch verb {
	case "mode":
		if len(names) > 0 {
			return SetMode{Mode(words[1]), names[1:]}, nil
		}
		want = "a mode: direct, single, turn-based or broadcast"
	case "assign":
		if len(names) > 0 {
			return Assign{names}, nil
		}
		want = "one familiar or more"
	case "add":
		if first := len(names) == 2 && names[1] == "first"; first || len(names) == 1 {
			return Add{names[0], first}, nil
		}
		want = "one familiar, and first if it is to be the first"
	case "remove":
		if len(names) == 1 {
			return Remove{names[0]}, nil
		}
		want = "one familiar"
	case "grant":
		if len(names) == 1 {
			return Grant{names[0]}, nil
		}
		want = "one familiar"
	case "skip":
		if len(names) == 0 {
			return Skip{}, nil
		}
		want = "nothing more"
	case "reset":
		if len(names) == 0 {
			return Reset{}, nil
		}
		want = "nothing more"
	default:
		return nil, fmt.Errorf("turns: %q: want %s", verb, verbs)
	}
	return nil, fmt.Errorf("turns: %s: want %s", verb, want)
}

const verbs = "mode, assign, add, remove, grant, skip or reset"

func familiars(words []string) []messages.FamiliarID {
	var ids []messages.FamiliarID
	for _, w := range words {
		ids = append(ids, messages.FamiliarID(w))
	}
	return ids
}
