package transcript

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestPropertySeen: it knows the newest ids and no others, however many came, and
// also once it was packed and unpacked.
func TestPropertySeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Seen
		var newest []messages.LineID
		for range rapid.IntRange(0, 3*seenMax).Draw(t, "lines") {
			id := messages.LineID(rapid.StringMatching(`[0-9]{1,3}`).Draw(t, "id"))
			known := slices.Contains(newest, id)
			if fresh := s.Add(id); fresh == known {
				t.Fatalf("%s is new: %v, want %v", id, fresh, !known)
			}
			if known {
				continue
			}
			if n := len(s.hashes); cap(s.hashes) > n+max(n, few)/4 || cap(s.tags) > n+max(n, few)/4+8 {
				t.Fatalf("for %d ids there is room for %d and %d", n, cap(s.hashes), cap(s.tags))
			}
			if newest = append(newest, id); len(newest) > seenMax {
				newest = newest[1:]
			}
			if rapid.IntRange(0, 99).Draw(t, "wakes") == 0 {
				r := reader{b: s.pack(nil)}
				s.unpack(&r)
			}
		}
		for _, id := range newest {
			if !s.Has(id) {
				t.Fatalf("%s is forgotten", id)
			}
		}
	})
}
