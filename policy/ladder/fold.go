package ladder

import (
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

// Fold returns text in lower case by Unicode's language-neutral rules. Names and
// lines are compared folded; a line is folded once, when it is heard. It doesn't
// normalise: composed and decomposed letters stay different, as do full-width and
// ASCII ones, and ß isn't ss; [FoldLine] is for lines in which names are looked for.
//
// Text without capitals is returned unchanged, without an allocation. Bytes that
// aren't UTF-8 become U+FFFD if anything else in the text changes.
// The work is proportional to the length.
func Fold(text string) string {
	if folded, ok := foldShort(text); ok {
		return folded
	}
	// Only these two lower differently than letter by letter: İ becomes two
	// letters, and Σ looks at its neighbours. The Unicode caser costs a dozen
	// times as much and may not be shared between goroutines.
	if !strings.Contains(text, "İ") && !strings.Contains(text, "Σ") {
		return strings.ToLower(text)
	}
	return cases.Lower(language.Und).String(text)
}
