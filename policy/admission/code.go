package admission

import (
	"strings"

	"familiar/policy/code"
)

// codeStart begins every claim code; four characters, a hyphen and four more
// follow.
const codeStart = "claim-"

// NewCode writes 40 random bits as a claim code, "claim-7K9M-2X3R". The caller
// draws them from a source nobody can guess.
func NewCode(random code.Random) string { return codeStart + code.Write(random) }

// FindCode returns the first thing in a text that looks like a claim code, as
// [NewCode] would write it. Letters of either case and any text around it are
// fine, as in the recorded decisions of another system.
func FindCode(text string) (found string, ok bool) {
	const start, whole = len(codeStart), len(codeStart) + code.Length
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
		if strings.EqualFold(found[:start], codeStart) && code.Fits(found[start:]) {
			return codeStart + strings.ToUpper(found[start:]), true
		}
	}
}

// Sum is what is kept of a code.
func Sum(said string) []byte { return code.Sum(said) }
