package adapter

import (
	"maps"
	"slices"
	"testing"
)

// TestRecent: a Recent of two, each step a key that is put, or with "?" asked
// for.
func TestRecent(t *testing.T) {
	for _, tt := range []struct {
		story string
		steps []string
		knows []string
	}{
		{"nothing is put", nil, nil},
		{"fewer than are forgotten", []string{"a", "b"}, []string{"a", "b"}},
		{"the newest are known, and some before", []string{"a", "b", "c"}, []string{"a", "b", "c"}},
		{"what is twice as old is forgotten", []string{"a", "b", "c", "d", "e"}, []string{"c", "d", "e"}},
		{"what was put again is new", []string{"a", "b", "c", "a", "d"}, []string{"a", "c", "d"}},
		{"what was asked for is new", []string{"a", "b", "c", "?a", "d"}, []string{"a", "c", "d"}},
		{"what isn't known can be asked for", []string{"a", "b", "?c", "?d"}, []string{"a", "b"}},
	} {
		t.Run(tt.story, func(t *testing.T) {
			r := NewRecent[string, int](2)
			last := map[string]int{}
			for n, step := range tt.steps {
				if step[0] == '?' {
					r.Get(step[1:])
					continue
				}
				r.Put(step, n)
				last[step] = n
			}
			all := r.All()
			if got := slices.Sorted(maps.Keys(all)); !slices.Equal(got, tt.knows) {
				t.Errorf("knows %v, want %v", got, tt.knows)
			}
			for key, n := range all {
				if got, known := r.Get(key); !known || got != last[key] || n != last[key] {
					t.Errorf("%s: got %d, %v and among all %d; want %d", key, got, known, n, last[key])
				}
			}
			if r.Has("never") {
				t.Error("it has what was never put")
			}
		})
	}
}
