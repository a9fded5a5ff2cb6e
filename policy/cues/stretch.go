package cues

import "strings"

// Early is how many words of a line may stand before thanks: what comes later is said
// in passing.
const Early = 4

// In returns what a stretch without spaces says by the words in it. before is
// how many words of the line stand before.
func In(stretch string, before int) (m Marks) {
	for i := 0; i+3 <= len(stretch); {
		size := sizeOf(stretch[i])
		for _, e := range byHead.at(stretch[i:]) {
			if !strings.HasPrefix(stretch[i:], e.text) || !e.stands(stretch, i, before) {
				continue
			}
			m |= e.marks
			size = len(e.text)
			break
		}
		i += size
	}
	if asks(stretch) {
		m |= Asks
	}
	return m
}

// stands reports whether an entry found in a stretch is where it has to be.
func (e *entry) stands(stretch string, at, before int) bool {
	const bytesOfWord = 6
	switch {
	case e.marks == Thanks && before+at/bytesOfWord >= Early,
		e.marks == Nods && before > 0,
		e.at == first && at > 0,
		e.at == whole && e.text != stretch:
		return false
	}
	return true
}

// sizeOf returns the bytes of a character of a script without spaces, by its
// first.
func sizeOf(leads byte) int {
	if leads >= 0xf0 {
		return 4
	}
	return 3
}

// asks reports whether a stretch or a word of Hangul ends as only a question does.
func asks(text string) bool {
	if len(text) < 3 {
		return false
	}
	for _, e := range byEnd.at(text[len(text)-3:]) {
		if strings.HasSuffix(text, e.text) {
			return e.marks != 0
		}
	}
	return false
}

// InHangul returns what a word of Hangul says: in Korean most questions are known
// by how they end. begins says that a line begins with it, before how many words
// stand before.
func InHangul(word string, begins bool, before int) (m Marks) {
	m = words.of(word)
	if !begins {
		m &^= Nods
	}
	if before >= Early {
		m &^= Thanks
	}
	if asks(word) {
		m |= Asks
	}
	return m &^ opens
}

// IsCommon reports whether a character is in every text of its language, so that
// it tells nothing of what a text is about.
func IsCommon(char string) bool {
	if len(char) != 3 || char[0] < 0xe4 || char[0] > 0xe9 {
		return false
	}
	r := rune(char[0]&15)<<12 | rune(char[1]&63)<<6 | rune(char[2]&63)
	return common[r>>6&1023]&(1<<(r&63)) != 0
}

var common = func() (set [1024]uint64) {
	for _, l := range languages {
		for _, r := range l.common {
			set[r>>6&1023] |= 1 << (r & 63)
		}
	}
	return set
}()
