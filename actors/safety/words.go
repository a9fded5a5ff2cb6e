package safety

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/script"

	"golang.org/x/text/unicode/norm"
)

// Words finds words in replies. A word counts as a whole, whatever the case and
// width of its letters; one that is written in a script without spaces counts
// anywhere.
type Words struct {
	found   *regexp.Regexp
	begins  []*regexp.Regexp // of each word, the longest first: whether a text begins with it
	replace string           // "": a reply that has one is stopped
}

// NewWords returns the checker of these words. replace stands in place of each
// that is found; "": such a reply is stopped.
func NewWords(words []string, replace string) *Words {
	longestFirst := slices.SortedFunc(slices.Values(words), func(a, b string) int { return len(b) - len(a) })
	var alternatives []string
	w := &Words{replace: replace}
	for _, word := range longestFirst {
		if word = regexp.QuoteMeta(plain(word)); word == "" { // of signs that nobody sees
			continue
		}
		alternatives = append(alternatives, word)
		w.begins = append(w.begins, regexp.MustCompile("^(?i)"+word))
	}
	w.found = regexp.MustCompile("(?i)(?:" + strings.Join(alternatives, "|") + ")")
	return w
}

// Name implements [Checker].
func (*Words) Name() string { return "words" }

// Check implements [Checker].
func (w *Words) Check(_ context.Context, r Reply) (Answer, error) {
	var changed []string
	for i, text := range r.Texts {
		clean := plain(text)
		found := w.in(clean)
		if len(found) == 0 {
			continue
		}
		if w.replace == "" {
			return Answer{Stop: true, Why: "a word of the list"}, nil
		}
		if changed == nil {
			changed = slices.Clone(r.Texts)
		}
		changed[i] = w.replaced(clean, found)
	}
	if changed == nil {
		return Answer{}, nil
	}
	return Answer{Texts: changed, Why: "a word of the list"}, nil
}

// in returns where the words are in a text: from and to, in bytes.
func (w *Words) in(text string) (found [][2]int) {
	for at := 0; at <= len(text); {
		m := w.found.FindStringIndex(text[at:])
		if m == nil || m[0] == m[1] {
			break
		}
		from := at + m[0]
		if to := w.wholeAt(text, from, at+m[1]); to > 0 {
			found, at = append(found, [2]int{from, to}), to
			continue
		}
		_, size := utf8.DecodeRuneInString(text[from:])
		at = from + size
	}
	return found
}

// wholeAt returns where a word ends that a text has from there on as a whole; 0: it has
// none. to is where the longest ends, which may be the beginning of a longer word.
func (w *Words) wholeAt(text string, from, to int) int {
	if whole(text, from, to) {
		return to
	}
	for _, word := range w.begins {
		if m := word.FindStringIndex(text[from:]); m != nil && whole(text, from, from+m[1]) {
			return from + m[1]
		}
	}
	return 0
}

// whole reports whether a text's part is not the middle of a longer word.
func whole(text string, from, to int) bool {
	first, _ := utf8.DecodeRuneInString(text[from:])
	before, _ := utf8.DecodeLastRuneInString(text[:from])
	last, _ := utf8.DecodeLastRuneInString(text[:to])
	after, _ := utf8.DecodeRuneInString(text[to:])
	return !(spaced(first) && spaced(before)) && !(spaced(last) && spaced(after))
}

// replaced returns the text with the words that were found replaced.
func (w *Words) replaced(text string, found [][2]int) string {
	var b strings.Builder
	at := 0
	for _, f := range found {
		b.WriteString(text[at:f[0]])
		b.WriteString(w.replace)
		at = f[1]
	}
	b.WriteString(text[at:])
	return b.String()
}

// plain returns a text without what makes the same word look different to a
// program: widths, ligatures and signs that nobody sees.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Cf, r) || r == '\u034f' || r >= '\ufe00' && r <= '\ufe0e' {
			return -1
		}
		return r
	}, norm.NFKC.String(text))
}

// spaced reports whether a letter makes another word of the one beside it.
func spaced(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !script.Abuts(r)
}
