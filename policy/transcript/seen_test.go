package transcript

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"familiar/messages"
)

// TestPropertySeen: it knows the newest ids and no others, however many came, and
// also once it was packed and unpacked, beside lines that have all of them or not.
func TestPropertySeen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s Seen
		var lines Log
		var newest []messages.LineID
		all := rapid.Bool().Draw(t, "all have lines")
		for range rapid.IntRange(0, 3*seenMax).Draw(t, "lines") {
			id := messages.LineID(rapid.StringMatching(`[0-9]{1,3}`).Draw(t, "id"))
			known := slices.Contains(newest, id)
			if fresh := s.Add(id); fresh == known {
				t.Fatalf("%s is new: %v, want %v", id, fresh, !known)
			}
			if known {
				continue
			}
			if n := int(s.n); s.room() > n+max(n/4, moreSeen) {
				t.Fatalf("for %d ids there is room for %d", n, s.room())
			}
			if newest = append(newest, id); len(newest) > seenMax {
				newest = newest[1:]
			}
			if all || rapid.Bool().Draw(t, "has a line") {
				lines.Add(&Entry{Author: &messages.Author{ID: "ana"}, ID: id})
			}
			if rapid.IntRange(0, 99).Draw(t, "wakes") == 0 {
				b := s.pack(nil, &lines)
				r := reader{b: b}
				s.unpack(&r, &lines)
				if ofLines := len(newest) <= Resident && all; ofLines && len(b) > 2 {
					t.Fatalf("%d ids that are all of lines take %d bytes", len(newest), len(b))
				}
			}
		}
		for _, id := range newest {
			if !s.Has(id) {
				t.Fatalf("%s is forgotten", id)
			}
		}
	})
}

// TestSeenGone: a line that was deleted before it came is remembered as that, and as none
// that was heard, also once it was packed and unpacked.
func TestSeenGone(t *testing.T) {
	var s Seen
	var lines Log
	s.Add("heard")
	s.AddGone("gone")
	s.AddGone("")
	for range 2 {
		if !s.IsGone("gone") || s.Has("gone") || s.IsGone("heard") || !s.Has("heard") || s.IsGone("") || s.n != 2 {
			t.Errorf("gone is %v and heard %v; heard is %v and gone %v; of %d", s.IsGone("gone"), s.Has("gone"), s.Has("heard"), s.IsGone("heard"), s.n)
		}
		r := reader{b: s.pack(nil, &lines)}
		s.unpack(&r, &lines)
	}
}
