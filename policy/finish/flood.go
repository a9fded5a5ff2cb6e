package finish

import (
	"fmt"
	"math"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// What makes a flood; lengths in characters after NFKC. The numbers are those
// of the recorded decisions that the preset `ladder` follows.
const (
	floodFrom     = 40  // shorter texts are never one
	floodRun      = 30  // one character this often in a row
	floodMeasured = 80  // from here on the whole text is measured
	floodShare    = 0.9 // one character more than this part of it
	floodPeriod   = 32  // longest pattern looked for
	floodSpan     = 384 // characters a repeated pattern must cover,
	floodRepeats  = 24  // and how often it must come
	floodEntropy  = 200 // from here on few characters must say something:
	floodAlphabet = 4   // this many at most,
	floodBits     = 1.25
)

// FloodReason says what makes text a flood of few characters, or "" when it is
// none: "repeated-char-run:40", "char-dominance:0.97",
// "repeated-pattern-span:2:384" (period, characters) or "low-entropy:0.81"
// (bits a character). Length alone never makes one, nor does repeated prose.
func FloodReason(text string) string {
	if utf8.RuneCountInString(text) < floodFrom {
		return ""
	}
	chars := []rune(norm.NFKC.String(text))
	if len(chars) < floodFrom {
		return ""
	}
	if run := longestRun(chars, 1); run >= floodRun {
		return fmt.Sprintf("repeated-char-run:%d", run)
	}
	if len(chars) < floodMeasured {
		return ""
	}
	counts := make(map[rune]int)
	most := 0
	for _, r := range chars {
		counts[r]++
		most = max(most, counts[r])
	}
	if share := float64(most) / float64(len(chars)); share > floodShare {
		return fmt.Sprintf("char-dominance:%.2f", share)
	}
	if period, span := longestPattern(chars); span > 0 {
		return fmt.Sprintf("repeated-pattern-span:%d:%d", period, span)
	}
	if len(chars) >= floodEntropy && len(counts) <= floodAlphabet {
		if bits := entropy(counts, len(chars)); bits < floodBits {
			return fmt.Sprintf("low-entropy:%.2f", bits)
		}
	}
	return ""
}

// longestRun returns the length of the longest stretch that repeats itself every
// period characters; 0 when none does.
func longestRun(chars []rune, period int) int {
	longest, equal := 0, 0
	for i := period; i < len(chars); i++ {
		if chars[i] != chars[i-period] {
			equal = 0
			continue
		}
		equal++
		longest = max(longest, equal+period)
	}
	return longest
}

// longestPattern returns the longest stretch that is a flood of one pattern, the
// shortest pattern among equals.
func longestPattern(chars []rune) (period, span int) {
	for p := 2; p <= floodPeriod && p*floodRepeats <= len(chars); p++ {
		if n := longestRun(chars, p); n >= max(floodSpan, p*floodRepeats) && n > span {
			period, span = p, n
		}
	}
	return period, span
}

// entropy is Shannon's, in bits a character.
func entropy(counts map[rune]int, total int) float64 {
	bits := 0.0
	for _, n := range counts {
		p := float64(n) / float64(total)
		bits -= p * math.Log2(p)
	}
	return bits
}
