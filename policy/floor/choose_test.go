package floor

import (
	"math"
	"testing"
)

func TestChoose(t *testing.T) {
	for _, tt := range []struct {
		what   string
		before string // see TestFloor
		bids   []Bid
		want   string
	}{
		{"alone it goes to whose moment has come", "", nil, "mira"},
		{"a listening sibling with higher odds has it", "", []Bid{{"mira", 0.3, true}, {"theo", 0.4, true}}, "theo"},
		{"one with lower odds doesn't", "", []Bid{{"mira", 0.3, true}, {"theo", 0.2, true}}, "mira"},
		{"nor one with the same", "", []Bid{{"theo", 0.3, true}, {"mira", 0.3, true}}, "mira"},
		{"nor one that doesn't listen", "", []Bid{{"mira", 0.3, true}, {"theo", 0.9, false}}, "mira"},
		{"whose moment has come needs not listen", "", []Bid{{"mira", 0.3, false}, {"theo", 0.2, true}}, "mira"},
		{"without a bid of its own any odds are higher", "", []Bid{{"theo", 0.01, true}}, "theo"},
		{"of several the highest has it", "", []Bid{{"mira", 0.1, true}, {"theo", 0.4, true}, {"ada", 0.6, true}}, "ada"},
		{"of equal ones the first", "", []Bid{{"mira", 0.1, true}, {"theo", 0.4, true}, {"ada", 0.4, true}}, "theo"},
		{"odds that are no number win nothing", "", []Bid{{"mira", 0.1, true}, {"theo", math.NaN(), true}}, "mira"},
		{"a sibling that rests can't have it", "mira mira:declined", []Bid{{"mira", 0.1, true}, {"theo", 0.9, true}}, "mira"},
		{"one that goes first can", "ada theo theo ada:cancelled", []Bid{{"mira", 0.1, true}, {"theo", 0.9, true}}, "mira"},
		{"nobody has it instead of one that rests", "theo theo:declined", []Bid{{"mira", 0.1, true}, {"theo", 0.9, true}}, "mira"},
	} {
		t.Run(tt.what, func(t *testing.T) {
			var s State
			play(t, &s, tt.before, Default())
			if got := s.Choose(start, "mira", tt.bids, Default()); string(got) != tt.want {
				t.Errorf("the floor is for %s, want %s", got, tt.want)
			}
		})
	}
	t.Run("switched off it is for whose moment has come", func(t *testing.T) {
		var s State
		if got := s.Choose(start, "mira", []Bid{{"theo", 0.9, true}}, Config{}); got != "mira" {
			t.Errorf("the floor is for %s, want mira", got)
		}
	})
}

func BenchmarkChoose(b *testing.B) {
	s := State{Last: "mira", Rested: start}
	bids := []Bid{{"mira", 0.1, true}, {"theo", 0.2, true}, {"ada", 0.3, true}, {"juno", 0.1, true}, {"kit", 0.2, true}, {"lou", 0.5, true}}
	c := Default()
	b.ReportAllocs()
	for b.Loop() {
		s.Choose(start, "mira", bids, c)
	}
}

func BenchmarkFreeFor(b *testing.B) {
	s := State{Last: "mira", Rested: start.Add(Default().Rest)}
	c := Default()
	b.ReportAllocs()
	for b.Loop() {
		s.FreeFor(start, "theo", c)
	}
}
