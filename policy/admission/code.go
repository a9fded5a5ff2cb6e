package admission

import (
	"crypto/sha256"
	"crypto/subtle"
	"strings"
)

// codeStart begins every claim code; four characters, a hyphen and four more
// follow.
const codeStart = "claim-"

// alphabet is Crockford's base 32: no I, L, O or U, which are misread.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// NewCode writes 40 random bits as a claim code, "claim-7K9M-2X3R". The caller
// draws them from a source nobody can guess.
func NewCode(random [5]byte) string {
	var bits uint64
	for _, b := range random {
		bits = bits<<8 | uint64(b)
	}
	code := []byte(codeStart + "....-....")
	for i := len(code) - 1; i >= len(codeStart); i-- {
		if code[i] == '.' {
			code[i] = alphabet[bits&31]
			bits >>= 5
		}
	}
	return string(code)
}

// FindCode returns the first thing in a text that looks like a claim code, as
// [NewCode] would write it. Letters of either case and any text around it are
// fine, as in the recorded decisions of another system.
func FindCode(text string) (code string, ok bool) {
	const start, whole = len(codeStart), len(codeStart) + len("....-....")
	for at := 0; ; at++ {
		hyphen := strings.IndexByte(text[at:], '-') // rare in talk, so looked for first
		if hyphen < 0 {
			return "", false
		}
		at += hyphen
		first := at + 1 - start
		if first < 0 || first+whole > len(text) {
			continue
		}
		found := text[first : first+whole]
		if strings.EqualFold(found[:start], codeStart) && fits(found[start:]) {
			return codeStart + strings.ToUpper(found[start:]), true
		}
	}
}

// fits reports whether nine bytes are four characters, a hyphen and four more.
func fits(nine string) bool {
	for i := range len(nine) {
		c := nine[i]
		hyphen := i == 4
		letter := '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
		if hyphen != (c == '-') || !hyphen && !letter {
			return false
		}
	}
	return true
}

// Sum is what is kept of a code: its SHA-256.
func Sum(code string) []byte {
	s := sha256.Sum256([]byte(code))
	return s[:]
}

// same compares two sums in a time that says nothing about where they differ.
func same(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
