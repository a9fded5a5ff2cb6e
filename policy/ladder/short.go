package ladder

// short is a length in bytes that most lines don't reach.
const short = 256

// Eight bytes with this bit set, or of this value.
const (
	high = 0x8080808080808080
	each = high >> 7
)

// foldShort folds a text that is short and of ASCII alone, as most lines are. Any
// other text is not ok.
func foldShort(text string) (folded string, ok bool) {
	var room [short]byte
	switch capitals, ok := lower(&room, text); {
	case !ok:
		return "", false
	case !capitals:
		return text, true
	}
	return string(room[:len(text)]), true
}

// lower writes such a text folded into room, eight bytes at a time: a third of what
// [strings.ToLower] and looking for the letters that need more cost. It says whether
// the text has capitals.
func lower(room *[short]byte, text string) (capitals, ok bool) {
	if len(text) > short {
		return false, false
	}
	some, i := uint64(0), 0
	for ; i+8 <= len(text); i += 8 {
		w := eight(text[i:])
		if w&high != 0 {
			return false, false
		}
		// The sums reach the high bit from 'A' on, and from beyond 'Z' on.
		upper := (w + (0x80-'A')*each) &^ (w + (0x7f-'Z')*each) & high
		some |= upper
		putWord(room[i:i+8:i+8], w|upper>>2) // 0x80>>2 is what parts 'a' from 'A'
	}
	for ; i < len(text); i++ {
		c := text[i]
		if c >= 0x80 {
			return false, false
		}
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
			some = 1
		}
		room[i] = c
	}
	return some != 0, true
}

// eight returns the first eight bytes of a text as a number; putWord is the way back.
func eight(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func putWord(b []byte, w uint64) {
	_ = b[7]
	b[0], b[1], b[2], b[3] = byte(w), byte(w>>8), byte(w>>16), byte(w>>24)
	b[4], b[5], b[6], b[7] = byte(w>>32), byte(w>>40), byte(w>>48), byte(w>>56)
}
