package relay

import (
	"slices"
	"strings"
	"unicode"

	"familiar/policy/ladder"
)

// shown returns a name as it is shown: in one line, without what nobody sees. Relays
// put such characters between the letters of a name, so that nobody is pinged.
func shown(name string) string {
	unseen := func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		switch r {
		case '\u00ad', '\u200b', '\u2060', '\ufeff': // soft hyphen, spaces and joiners without width
			return -1
		}
		return r
	}
	return strings.Join(strings.Fields(strings.Map(unseen, name)), " ")
}

// IsOneOf reports whether a name is among others, in whichever case and width.
func IsOneOf(name string, names ...string) bool {
	name = shown(name)
	folded := ladder.Fold(name)
	return name != "" && slices.ContainsFunc(names, func(other string) bool {
		other = shown(other)
		return other == name || folded != "" && ladder.Fold(other) == folded
	})
}
