package ladder

import (
	"slices"
	"strings"

	"golang.org/x/text/width"

	"familiar/policy/cues"
)

// spellings returns the names folded, each with the other ways in which people
// write it. [Substring] and [Word] take names as they are.
func spellings(mode Match, names []string) (all []string) {
	add := func(name string) {
		if !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	for _, name := range names {
		name = Fold(name)
		add(name)
		if mode == Word || mode == Substring {
			continue
		}
		add(cues.Unaccented(name))
		add(umlauts.Replace(name))
		if asciiLetters(name) {
			add(width.Widen.String(name))
		}
	}
	return all
}

// umlauts are spelled so where a keyboard has none.
var umlauts = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss")

// asciiLetters reports whether a name is of ASCII letters alone: others look the
// same in both widths to whoever writes them.
func asciiLetters(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") == ""
}
