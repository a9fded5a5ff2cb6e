package quote

import (
	"fmt"
	"strings"

	"familiar/messages"
)

// tallied writes reactions in one line, such as "👍 Ben, Ann +3; 🎉 Ann": of
// each kind who was first, and how many more there are. No name can pass for
// two, or for a number.
func tallied(all []messages.Tally) string {
	kinds := make([]string, 0, len(all))
	for _, t := range all {
		said := OneLine(t.Emoji, nameRunes)
		for k, name := range t.Names {
			if k > 0 {
				said += ","
			}
			said += " " + apart(Name(name))
		}
		if t.More > 0 {
			said += fmt.Sprintf(" +%d", t.More)
		}
		kinds = append(kinds, said)
	}
	return strings.Join(kinds, "; ")
}

// apart replaces in a name what parts names and kinds.
func apart(s string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ',', ';', '，', '；':
			return '·'
		case '+':
			return '⁺'
		}
		return r
	}, s)
}
