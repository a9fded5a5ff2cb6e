package quote

import (
	"testing"
	"time"
)

// TestTags: a place has a tag for an hour, and no other place or program has it.
func TestTags(t *testing.T) {
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	tags := NewTags()
	is := tags.In("web//garden", noon)
	if len(is) != len(NewTag()) {
		t.Errorf("got %q, want as long a tag as any", is)
	}
	for _, tt := range []struct {
		story string
		tag   string
		same  bool
	}{
		{"a moment later", tags.In("web//garden", noon.Add(time.Hour-time.Second)), true},
		{"an hour later", tags.In("web//garden", noon.Add(time.Hour)), false},
		{"somewhere else", tags.In("web//den", noon), false},
		{"another program", NewTags().In("web//garden", noon), false},
	} {
		if (tt.tag == is) != tt.same {
			t.Errorf("%s: got %q after %q, want the same: %v", tt.story, tt.tag, is, tt.same)
		}
	}
}
