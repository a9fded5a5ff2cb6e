package cues

import "strings"

// signs of a question beyond ASCII: full-width, Spanish, Arabic, Greek, Armenian
// and doubled ones.
var signs = [...]string{"？", "¿", "؟", "\u037e", "՞", "⁇", "⁈"}

// IsQuestion reports whether a text holds a question mark of any script, or a
// sentence of it ends in what is as good as one: 吗, ですか, 나요.
func IsQuestion(text string) bool {
	if strings.IndexByte(text, '?') >= 0 {
		return true
	}
	if isASCII(text) {
		return false
	}
	for _, sign := range signs {
		if strings.Contains(text, sign) {
			return true
		}
	}
	for rest := text; ; {
		var word string
		var s Script
		if word, s, rest = Next(rest); word == "" {
			return false
		}
		if (s == Hangul || s.unspaced()) && asks(word) && ended(rest, s) {
			return true
		}
	}
}

// ended reports whether a sentence ends before the rest of a text. Between clauses
// is a comma; in Korean spaces are between words.
func ended(rest string, s Script) bool {
	if s == Hangul {
		rest = strings.TrimLeft(rest, " ")
	}
	if rest == "" {
		return true
	}
	for _, comma := range [...]string{",", "，", "、"} {
		if strings.HasPrefix(rest, comma) {
			return false
		}
	}
	next, _ := at(rest)
	return s != Hangul || next == None || next == Jamo
}

// isASCII looks at eight bytes at a time, as most lines hold nothing else.
func isASCII(text string) bool {
	i, high := 0, uint64(0)
	for ; i+8 <= len(text); i += 8 {
		s := text[i : i+8]
		high |= uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
			uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	}
	for ; i < len(text); i++ {
		high |= uint64(text[i])
	}
	return high&0x8080808080808080 == 0
}
