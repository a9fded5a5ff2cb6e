package quote

import (
	"reflect"
	"strings"
	"unicode"

	"familiar/internal/shorten"
)

// nameRunes is how long a name may be.
const nameRunes = 64

// nobody stands where a name is empty.
const nobody = "someone"

// Name makes any text a name: one line, at most 64 characters, no control or
// bidi characters, no colon or bracket (they part name, stamp and text). An
// empty name is "someone".
func Name(s string) string {
	s = strings.Map(func(r rune) rune {
		switch r {
		case ':', '：':
			return '·'
		case '[', ']':
			return '|'
		}
		return r
	}, s)
	if s = OneLine(s, nameRunes); s == "" {
		return nobody
	}
	return s
}

// OneLine is [Text] with every run of white space made one space.
func OneLine(s string, max int) string {
	return cut(strings.Join(strings.Fields(clean(s, max)), " "), max)
}

// Text cleans what somebody wrote: valid UTF-8, newlines as "\n", no control
// and no invisible formatting characters (bidi overrides, tag characters), no
// white space at its ends, cut at max characters with "…"; 0: never cut.
func Text(s string, max int) string {
	return cut(strings.TrimSpace(clean(s, max)), max)
}

// Filled returns texts, a struct of strings, with the default's in place of each that is
// blank.
func Filled[T any](texts, defaults T) T {
	to, from := reflect.ValueOf(&texts).Elem(), reflect.ValueOf(defaults)
	for i := range to.NumField() {
		if Blank(to.Field(i).String()) {
			to.Field(i).Set(from.Field(i))
		}
	}
	return texts
}

// Blank reports whether nothing would be left of s in [OneLine]. It reads no
// further than the first character that is.
func Blank(s string) bool {
	for _, r := range s {
		if r = cleaned(r); r >= 0 && !unicode.IsSpace(r) {
			return false
		}
	}
	return true
}

func clean(s string, max int) string {
	if max > 0 && len(s) > 16*max { // far over the limit: don't read it all
		s = s[:16*max]
	}
	if plain(s) {
		return s
	}
	return strings.Map(cleaned, strings.ReplaceAll(s, "\r\n", "\n"))
}

// plain reports whether a text is of such ASCII alone as [cleaned] leaves alone,
// as most are.
func plain(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}

// cleaned is for strings.Map, which has made broken UTF-8 U+FFFD.
func cleaned(r rune) rune {
	switch {
	case r == '\n' || r == '\r' || r == '\v' || r == '\f' || r == '\u0085' || r == '\u2028' || r == '\u2029':
		return '\n'
	case r == '\t':
		return ' '
	case unicode.IsControl(r):
		return -1
	case r == '\u200c' || r == '\u200d': // joiners shape letters and emoji
		return r
	case unicode.Is(unicode.Cf, r) && !unicode.Is(unicode.Prepended_Concatenation_Mark, r):
		return -1
	}
	return r
}

func cut(s string, max int) string {
	if max <= 0 || len(shorten.Runes(s, max)) == len(s) {
		return s
	}
	return strings.TrimRightFunc(shorten.Runes(s, max-1), unicode.IsSpace) + "…"
}
