package budget

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// TestKinCountAsOne: whatever each of some persons is given, and whenever they are
// related, each has had what all of them have.
func TestKinCountAsOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Default()
		c.Turns = rapid.IntRange(1, 9).Draw(t, "turns")
		var l Ledger
		l.Tick(1, &c, nil)
		turns, sets := map[Person]int{}, map[Person]int{}
		for p := Person(1); p <= 6; p++ {
			sets[p] = int(p)
		}
		for range rapid.IntRange(1, 40).Draw(t, "deeds") {
			p := Person(rapid.IntRange(1, 6).Draw(t, "person"))
			var changes []Change
			before := fmt.Sprint(l.Overdrawn())
			switch rapid.SampledFrom([]string{"turn", "turn", "turn", "relate", "recount"}).Draw(t, "deed") {
			case "turn":
				turns[p]++
				changes = l.Spend(1, Call{Person: p, Opens: true}, Usage{}, 0, &c, nil)
			case "relate":
				sets[p] = rapid.IntRange(1, 6).Draw(t, "set")
				groups := map[int][]Person{}
				for p, set := range sets {
					groups[set] = append(groups[set], p)
				}
				var all [][]Person
				for _, group := range groups {
					all = append(all, group)
				}
				changes = l.Relate(NewKin(all...), &c, nil)
			case "recount":
				part := Ledger{Day: l.Day, Ends: l.Ends, Persons: l.Persons}
				changes = l.Recount(1, []*Ledger{&part}, &c, nil)
			}
			if changed := before != fmt.Sprint(l.Overdrawn()); changed != (len(changes) > 0) {
				t.Fatalf("changed: %v, and told: %v", changed, changes)
			}
			for p := range sets {
				sum := 0
				for other := range sets {
					if sets[other] == sets[p] {
						sum += turns[other]
					}
				}
				want := NotYet
				if turns[p] >= c.Turns {
					want = Alone
				} else if sum >= c.Turns {
					want = Shared
				}
				if got := l.Overdrawn()[p]; got != want {
					t.Fatalf("person %d with %d turns of %d, %d together: got %d, want %d", p, turns[p], c.Turns, sum, got, want)
				}
			}
		}
	})
}
