package cues

import "unicode/utf8"

// A Script is how the letters of a stretch of text are put together to words.
type Script uint8

// The scripts.
const (
	None   Script = iota // spaces and signs
	Spaced               // a word stands between spaces or signs
	Hangul               // the same, with particles joined to it
	Jamo                 // single letters of Hangul, by which people laugh and sigh
	Han                  // a word is one or two of these mostly, without spaces
	Hira                 // Hiragana: particles and endings, without spaces
	Kata                 // Katakana: a word, without spaces
	Joined               // letters without spaces: Thai, Lao, Khmer, Burmese
)

// unspaced reports whether words of the script follow each other without a space.
func (s Script) unspaced() bool { return s >= Han }

// IsUnspaced reports whether a name is of a script that puts no boundary beside it, and
// long enough to be found within other text: two characters, of Hiragana three,
// since endings and particles are made of those.
func IsUnspaced(name string) bool {
	const char = 3 // bytes of nearly all of them
	if len(name) < 2*char || classes[name[0]] != leading {
		return false
	}
	s, _ := at(name)
	return s == Hangul || s.unspaced() && (s != Hira || len(name) >= 3*char)
}

// scriptOf returns the script of a character beyond ASCII. Signs that are used
// in words of spaced scripts, such as ’ and emoji, count as their letters.
func scriptOf(r rune) Script {
	switch {
	case r < 0x0e00:
		if r == '¿' || r == '¡' {
			return None
		}
		return Spaced
	case r < 0x0f00 || 0x1000 <= r && r < 0x10a0 || 0x1780 <= r && r < 0x1800:
		return Joined
	case r < 0x3000:
		return Spaced
	case r < 0x3100:
		return kanaOrSign(r)
	case 0x3130 <= r && r < 0x3190:
		return Jamo
	case 0x31f0 <= r && r < 0x3200:
		return Kata
	case 0x3400 <= r && r < 0x4dc0 || 0x4e00 <= r && r < 0xa000 || 0xf900 <= r && r < 0xfb00 || 0x20000 <= r && r < 0x32000:
		return Han
	case 0xac00 <= r && r < 0xd7a4:
		return Hangul
	case 0xff00 <= r && r < 0xffa0:
		return wide(r)
	}
	return Spaced
}

// kanaOrSign is scriptOf for the block of ideographic signs and those of kana.
func kanaOrSign(r rune) Script {
	switch {
	case r == '々' || r == '〇':
		return Han
	case r < 0x3040 || r == '・':
		return None
	case r < 0x30a0:
		return Hira
	}
	return Kata
}

// wide is scriptOf for full-width ASCII and half-width katakana.
func wide(r rune) Script {
	switch {
	case r >= 0xff66:
		return Kata
	case 'Ａ' <= r && r <= 'Ｚ', 'ａ' <= r && r <= 'ｚ', '０' <= r && r <= '９', r == '＿':
		return Spaced
	}
	return None
}

// A class is what a byte of a text is to words.
type class uint8

const (
	sign    class = iota // of no word
	inside               // of a word of a spaced script
	leading              // begins a character that has to be looked at
)

// classes are those of each byte. What nicks are made of counts as part of a
// word, - | ^ [ ] too. The bytes that lead to letters of the scripts without
// spaces or of Hangul, or to signs of theirs, are those that have to be looked at.
var classes = func() (of [256]class) {
	for b := range of {
		if b >= utf8.RuneSelf || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' {
			of[b] = inside
		}
	}
	for _, b := range []byte("_'-|^[]") {
		of[b] = inside
	}
	of[0xc2] = leading
	for b := 0xe0; b <= 0xf0; b++ {
		of[b] = leading
	}
	of[0xe2] = inside // dashes and quotes
	return of
}()

// at returns the script and the size of the character that begins there. A byte
// that isn't UTF-8 is a letter.
func at(text string) (Script, int) {
	switch classes[text[0]] {
	case sign:
		return None, 1
	case inside:
		return Spaced, 1
	case leading:
	}
	r, size := utf8.DecodeRuneInString(text)
	if r == utf8.RuneError {
		return Spaced, 1
	}
	return scriptOf(r), size
}

// next is at, which is inlined for Han.
func next(text string) (Script, int) {
	if isHan(text) {
		return Han, 3
	}
	return at(text)
}

// isHan reports whether a text begins with one of most characters of Chinese, without
// decoding it.
func isHan(text string) bool {
	return len(text) >= 3 && 0xe5 <= text[0] && text[0] <= 0xe9 && text[1]&0xc0 == 0x80 && text[2]&0xc0 == 0x80
}
