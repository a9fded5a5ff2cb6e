package app

import (
	"slices"
	"testing"
	"time"
)

// TestSilences: a process that tells nothing for three seconds is silent until it does or
// leaves; who stood still itself accuses nobody.
func TestSilences(t *testing.T) {
	b, c := Process{"B", "barn"}, Process{"C", "cellar"}
	both := []Process{b, c}
	var s silences
	begin := time.Unix(1_000_000, 0)
	for _, tt := range []struct {
		story  string
		second int
		hears  []string
		others []Process
		silent []Silence
		new    bool
	}{
		{"both have just come", 0, nil, both, nil, false},
		{"both tell their time", 2, []string{"B", "C"}, both, nil, false},
		{"C has told nothing for three seconds", 5, []string{"B"}, both, nil, false},
		{"and for four", 6, []string{"B"}, both, []Silence{{c, begin.Add(2 * time.Second)}}, true},
		{"it goes on", 8, []string{"B"}, both, []Silence{{c, begin.Add(2 * time.Second)}}, false},
		{"it is back", 9, []string{"B", "C"}, both, nil, true},
		{"this process stood still", 60, nil, both, nil, false},
		{"nobody was heard since", 63, nil, both, nil, false},
		{"by now both are silent", 64, nil, both, []Silence{{b, begin.Add(60 * time.Second)}, {c, begin.Add(60 * time.Second)}}, true},
		{"B's key expires", 65, nil, []Process{c}, []Silence{{c, begin.Add(60 * time.Second)}}, true},
		{"and C's; one who is no member is not kept", 66, []string{"D"}, nil, nil, true},
	} {
		now := begin.Add(time.Duration(tt.second) * time.Second)
		for _, p := range tt.hears {
			s.hear(p, now)
		}
		if changed := s.look(tt.others, now); changed != tt.new || !slices.Equal(s.silent, tt.silent) || len(s.heard) != len(tt.others) {
			t.Errorf("%s: got %v, changed %v; want %v, %v", tt.story, s.silent, changed, tt.silent, tt.new)
		}
	}
}
