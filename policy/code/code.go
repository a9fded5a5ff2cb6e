// Package code writes the codes by which people say who they are: for a role, see
// policy/admission, and for an account on another network, see policy/persons. A code is
// kept nowhere, only its sum is.
package code

import (
	"crypto/sha256"
	"crypto/subtle"
)

// Length is that of every code, in bytes.
const Length = len("....-....")

// alphabet is Crockford's base 32: no I, L, O or U, which are misread.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// Random is what a code is written of: 40 bits that the caller draws from a source
// nobody can guess.
type Random = [5]byte

// Write returns the code of random bits, "7K9M-2X3R".
func Write(random Random) string {
	var bits uint64
	for _, b := range random {
		bits = bits<<8 | uint64(b)
	}
	code := []byte("....-....")
	for i := len(code) - 1; i >= 0; i-- {
		if code[i] == '.' {
			code[i] = alphabet[bits&31]
			bits >>= 5
		}
	}
	return string(code)
}

// Fits reports whether text has the form of a code, in letters of either case.
func Fits(text string) bool {
	if len(text) != Length {
		return false
	}
	for i := range len(text) {
		c := text[i]
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

// Same compares two sums in a time that says nothing about where they differ.
func Same(a, b []byte) bool { return subtle.ConstantTimeCompare(a, b) == 1 }
