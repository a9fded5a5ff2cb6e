package lore

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"familiar/internal/script"
	"familiar/policy/ladder"
)

// A key is made ready to be looked for.
type key struct {
	text       string         // as texts are that it is looked for in
	start, end bool           // it must not touch a letter there
	exact      bool           // it is looked for in the text as it was written
	pattern    *regexp.Regexp // nil: it is a word
}

// newKey makes a key of what an entry says. Its error says what it may be.
func newKey(text string, match Match, caseSensitive bool) (key, error) {
	switch {
	case !visible(text):
		return key{}, errors.New("a key is empty: want a word or /a regular expression/")
	case utf8.RuneCountInString(text) > MaxKey:
		return key{}, fmt.Errorf("key %.20q…: want at most %d characters", text, MaxKey)
	case strings.ContainsFunc(text, unicode.IsControl):
		return key{}, fmt.Errorf("key %q: want no line break and no control character", text)
	}
	if source, is, err := Pattern(text); is {
		if err != nil {
			return key{}, fmt.Errorf("key %s: %w", text, err)
		}
		return key{pattern: source, exact: true}, nil
	}
	k := key{text: spelled(strings.TrimSpace(text), caseSensitive), exact: caseSensitive}
	if match == Word {
		first, _ := utf8.DecodeRuneInString(k.text)
		last, _ := utf8.DecodeLastRuneInString(k.text)
		// Korean puts spaces between words, and endings right behind them.
		k.start, k.end = joins(first), joins(last) && !unicode.Is(unicode.Hangul, last)
	}
	return k, nil
}

// CheckKey says why a text can't be a key; nil: it can.
func CheckKey(text string) error {
	_, err := newKey(text, Part, false)
	return err
}

// Pattern returns the regular expression that a key such as /moths?/i is; false: it
// is none, but a word. It is Go's, which take time in proportion to the text: those of
// other programs may look ahead and back, which is an error. Of their flags i, m and
// s mean something here; g, u and y say how to search, and are left out.
func Pattern(text string) (*regexp.Regexp, bool, error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "/")
	end := strings.LastIndexByte(rest, '/')
	if !ok || end <= 0 || strings.ContainsFunc(rest[end+1:], func(r rune) bool { return r < 'a' || r > 'z' }) {
		return nil, false, nil
	}
	source, flags := rest[:end], ""
	for _, flag := range rest[end+1:] {
		switch flag {
		case 'i', 'm', 's':
			if !strings.ContainsRune(flags, flag) {
				flags += string(flag)
			}
		case 'g', 'u', 'y':
		default:
			return nil, true, fmt.Errorf("there is no flag %c: want i, m or s", flag)
		}
	}
	source = escapes.ReplaceAllString(source, `\x{$1}`)
	if flags != "" {
		source = "(?" + flags + ")" + source
	}
	made, err := regexp.Compile(source)
	if err != nil {
		return nil, true, fmt.Errorf("as a regular expression: %w", err)
	}
	return made, true, nil
}

// escapes are characters as JavaScript names them by number.
var escapes = regexp.MustCompile(`\\u\{?([0-9a-fA-F]{4,6})\}?`)

// spelled returns a text as keys are looked for in it.
func spelled(text string, caseSensitive bool) string {
	text = norm.NFC.String(text)
	if caseSensitive {
		return text
	}
	return ladder.FoldLine(text)
}

// in reports whether the key is in a text, which is spelled as the key is.
func (k *key) in(text string) bool {
	if k.pattern != nil {
		return k.pattern.MatchString(text)
	}
	if !k.start && !k.end {
		return strings.Contains(text, k.text)
	}
	for from := 0; ; {
		found := strings.Index(text[from:], k.text)
		if found < 0 {
			return false
		}
		begin := from + found
		before, _ := utf8.DecodeLastRuneInString(text[:begin])
		after, _ := utf8.DecodeRuneInString(text[begin+len(k.text):])
		if (!k.start || !joins(before)) && (!k.end || !joins(after)) {
			return true
		}
		_, size := utf8.DecodeRuneInString(text[begin:])
		from = begin + size
	}
}

// joins reports whether a character makes one word with those beside it: letters,
// digits and marks do, but for those of scripts that put no spaces between words.
func joins(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' || r == '_'
	}
	return r != utf8.RuneError && unicode.In(r, unicode.L, unicode.M, unicode.N) && !script.IsUnspaced(r)
}
