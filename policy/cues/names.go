package cues

import "strings"

// Title returns how much of what follows a name is what people put behind the
// name of whom they call: さん, 님, 老师. 0: nothing is.
func Title(after string) int { return behindName(after, 0) }

// IsYou reports whether a name is called by what follows it without a sign: 你.
func IsYou(after string) bool { return behindName(after, you) > 0 }

// behindName returns the length of the longest entry of those marks at the head of
// what follows a name.
func behindName(after string, m Marks) int {
	if len(after) < 3 || after[0] < 0xe3 {
		return 0
	}
	for _, e := range behind.at(after) {
		if e.marks == m && strings.HasPrefix(after, e.text) {
			return len(e.text)
		}
	}
	return 0
}

// Begins reports whether a word begins with a name and goes on with nothing but
// what its language joins to names: 나비야, 나비는. Of Korean only; elsewhere the
// word has to be the name.
func Begins(word, name string) bool {
	after, ok := strings.CutPrefix(word, name)
	if !ok || after == "" {
		return ok
	}
	return isJoined(after) || isJoined(after[Title(after):])
}

// isJoined reports whether that is all there is: nothing, or something a name is
// followed by.
func isJoined(after string) bool {
	return after == "" || behindName(after, joined) == len(after) || behindName(after, 0) == len(after)
}

// Stem returns a word of Hangul without the particle joined to it.
func Stem(word string) string {
	const syllable = 3
	for size := 3 * syllable; size > 0; size -= syllable {
		if at := len(word) - size; at >= 2*syllable && behindName(word[at:], joined) == size {
			return word[:at]
		}
	}
	return word
}
