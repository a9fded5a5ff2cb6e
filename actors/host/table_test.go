package host

import (
	"reflect"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// TestSizeOfAnActor: Go has memory of some sizes only, and one byte more would take
// sixteen of each actor.
func TestSizeOfAnActor(t *testing.T) {
	if got := reflect.TypeFor[Self]().Size(); got > 208 {
		t.Errorf("an actor takes %d bytes, want at most 208", got)
	}
}

// TestPropertyTable: whoever came and hasn't left is found, by kind and id, however
// many come and in whatever order they leave.
func TestPropertyTable(t *testing.T) {
	kinds := []*Kind{{name: "channel"}, {name: "agent"}}
	rapid.Check(t, func(t *rapid.T) {
		var table table
		table.init()
		here := map[Key]*Self{}
		key := rapid.Custom(func(t *rapid.T) *Self {
			return &Self{kind: rapid.SampledFrom(kinds).Draw(t, "kind"), id: strconv.Itoa(rapid.IntRange(0, 500).Draw(t, "id"))}
		})
		t.Repeat(map[string]func(*rapid.T){
			"": func(t *rapid.T) {
				all := table.all()
				if len(all) != len(here) || slices.ContainsFunc(all, func(s *Self) bool { return here[s.Key()] != s }) {
					t.Fatalf("%d are in the table, want these %d", len(all), len(here))
				}
			},
			"some come": func(t *rapid.T) {
				first, kind := rapid.IntRange(0, 200).Draw(t, "first"), rapid.SampledFrom(kinds).Draw(t, "kind")
				for k := range rapid.SampledFrom([]int{1, 300}).Draw(t, "many") {
					s := &Self{kind: kind, id: strconv.Itoa(first + k)}
					if here[s.Key()] == nil {
						here[s.Key()] = s
						table.mu.Lock()
						table.put(s)
						table.mu.Unlock()
					}
				}
			},
			"one leaves": func(t *rapid.T) {
				s := here[key.Draw(t, "who").Key()]
				if s == nil {
					t.Skip("not here")
				}
				table.remove(s)
				delete(here, s.Key())
			},
			"one is looked for": func(t *rapid.T) {
				who := key.Draw(t, "who").Key()
				if got := table.get(who); got != here[who] {
					t.Fatalf("%s is %p, want %p", who, got, here[who])
				}
			},
		})
	})
}
