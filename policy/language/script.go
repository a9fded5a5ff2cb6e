package language

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"familiar/internal/shorten"
)

// most is how many bytes of a line are looked at.
const most = 120

// endOfLatin is the first character past the blocks that European languages in
// Latin letters need.
const endOfLatin = 0x250

// Of guesses the language of one text; false when it is too short, mixed, or
// in a language we know no words of.
func Of(text string) (Language, bool) {
	text = shorten.Bytes(text, most)
	if l, ok := byScript(text); ok {
		return l, true
	}
	return byWords(text)
}

// counts is how many letters of each script a text has. Latin ones count only
// against the others.
type counts struct {
	latin, cyrillic, han, kana, hangul, arabic, hebrew, greek, thai, devanagari int

	ukrainian, persian int // letters that only these have
}

// byScript returns the language of the script that most letters are of.
func byScript(text string) (Language, bool) {
	first := 0 // byte beyond ASCII
	for first < len(text) && text[first] < utf8.RuneSelf {
		first++
	}
	if first == len(text) {
		return "", false
	}
	var c counts
	for _, r := range text {
		switch {
		case r >= utf8.RuneSelf:
			if unicode.IsLetter(r) || unicode.IsMark(r) {
				c.count(r)
			}
		case 'a' <= r|0x20 && r|0x20 <= 'z':
			c.latin++
		}
	}
	return c.language()
}

func (c *counts) count(r rune) {
	switch {
	case r < endOfLatin || 0x1E00 <= r && r < 0x1F00:
		c.latin++
	case 0x370 <= r && r < 0x400 || 0x1F00 <= r && r < 0x2000:
		c.greek++
	case 0x400 <= r && r < 0x530:
		c.cyrillic++
		if strings.ContainsRune("іїєґІЇЄҐ", r) {
			c.ukrainian++
		}
	case 0x590 <= r && r < 0x600:
		c.hebrew++
	case 0x600 <= r && r < 0x780 || 0xFB50 <= r && r < 0xFE00 || 0xFE70 <= r && r < 0xFF00:
		c.arabic++
		if strings.ContainsRune("پچژگ", r) {
			c.persian++
		}
	case 0x900 <= r && r < 0x980:
		c.devanagari++
	case 0xE00 <= r && r < 0xE80:
		c.thai++
	case 0x3040 <= r && r < 0x3100 || 0x31F0 <= r && r < 0x3200:
		c.kana++
	case 0x1100 <= r && r < 0x1200 || 0xAC00 <= r && r < 0xD7B0:
		c.hangul++
	case unicode.Is(unicode.Han, r):
		c.han++
	}
}

// language returns the language of the script that has most letters; false when
// that is Latin, or none has more than all others. Japanese is known by its
// kana among Han. Of Cyrillic only Ukrainian and Russian are told apart, so
// Bulgarian and Serbian pass for Russian.
func (c *counts) language() (Language, bool) {
	all := c.latin + c.cyrillic + c.han + c.kana + c.hangul + c.arabic + c.hebrew + c.greek + c.thai + c.devanagari
	mostly := func(n int) bool { return n > 1 && 2*n > all }
	switch {
	case mostly(c.han + c.kana):
		if 5*c.kana >= c.han {
			return "ja", true
		}
		return "zh", true
	case mostly(c.hangul):
		return "ko", true
	case mostly(c.cyrillic):
		if c.ukrainian > 0 {
			return "uk", true
		}
		return "ru", true
	case mostly(c.arabic):
		if c.persian > 0 {
			return "fa", true
		}
		return "ar", true
	case mostly(c.hebrew):
		return "he", true
	case mostly(c.greek):
		return "el", true
	case mostly(c.thai):
		return "th", true
	case mostly(c.devanagari):
		return "hi", true
	}
	return "", false
}
