package corpus

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// leastSketched is how many bytes a line has that tells a slice from others:
// shorter ones are said everywhere.
const leastSketched = 40

// hashDigits is how a hash is written: hexadecimal, of 32 bits.
const hashDigits = 8

// Sketch returns up to most hashes, end to end, by which the slice is known
// again, whatever it is called then: the smallest ones of its longer lines that
// were written once. Half of it has about half of them (Broder, 1997,
// bottom-k). Thirty-two bits don't say what was written.
func (s *Slice) Sketch(most int) string {
	var all []string
	for hash, times := range s.hashes() {
		if times == 1 {
			all = append(all, hash)
		}
	}
	slices.Sort(all)
	return strings.Join(all[:min(most, len(all))], "")
}

// Holds reports whether the slice has lines of one that some sketch was made of:
// three, or all if there are fewer, so that a saying they share is not enough.
func (s *Slice) Holds(sketches []string) bool {
	all := s.hashes()
	return slices.ContainsFunc(sketches, func(sketch string) bool {
		shared := 0
		for hash := range slices.Chunk([]byte(sketch), hashDigits) {
			if all[string(hash)] > 0 {
				shared++
			}
		}
		return shared > 0 && shared >= min(3, len(sketch)/hashDigits)
	})
}

// hashes are those of the longer lines, with how often each was written.
func (s *Slice) hashes() map[string]int {
	all := make(map[string]int)
	for i := range s.Records {
		l := s.Records[i].Line
		if l == nil || len(l.Text) < leastSketched {
			continue
		}
		h := fnv.New64a()
		for word := range strings.FieldsSeq(strings.ToLower(l.Text)) {
			_, _ = h.Write([]byte(word))
			_, _ = h.Write([]byte{0})
		}
		all[fmt.Sprintf("%0*x", hashDigits, uint32(h.Sum64()))]++
	}
	return all
}
