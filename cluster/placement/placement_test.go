package placement

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawMembers draws up to eight members; few, so that they often meet.
func drawMembers(t *rapid.T, least int) []Member {
	ids := rapid.SliceOfNDistinct(rapid.StringMatching(`[A-Z2-7]{1,3}`), least, 8, rapid.ID).Draw(t, "ids")
	members := make([]Member, len(ids))
	for i, id := range ids {
		members[i] = Member{ID: id, Draining: rapid.IntRange(0, 4).Draw(t, "draining") == 0}
	}
	return members
}

func drawKeys(t *rapid.T) []Key {
	return partitions(rapid.IntRange(0, 40).Draw(t, "keys"))
}

func partitions(n int) []Key {
	keys := make([]Key, n)
	for k := range keys {
		keys[k] = Key(fmt.Sprintf("part.%d", k))
	}
	return keys
}

// drawPlaces draws who has the keys: members, nobody, and who isn't there any more.
func drawPlaces(t *rapid.T, members []Member, keys []Key) Places {
	who := []string{"", "gone"}
	for _, m := range members {
		who = append(who, m.ID)
	}
	now := Places{}
	for _, key := range keys {
		if id := rapid.SampledFrom(who).Draw(t, "holder"); id != "" {
			now[key] = id
		}
	}
	return now
}

// loads returns how many keys each member that doesn't drain has.
func loads(members []Member, places Places) map[string]int {
	loads := map[string]int{}
	for _, id := range ableOf(members) {
		loads[id] = 0
	}
	for _, id := range places {
		if _, able := loads[id]; able {
			loads[id]++
		}
	}
	return loads
}

func spread(loads map[string]int) int {
	all := slices.Collect(maps.Values(loads))
	return slices.Max(all) - slices.Min(all)
}

// moved returns how many keys are elsewhere.
func moved(keys []Key, before, after Places) (n int) {
	for _, key := range keys {
		if before[key] != after[key] {
			n++
		}
	}
	return n
}

// each runs a test for both ways to place.
func each(t *testing.T, test func(*rapid.T, func([]Member, []Key, Places) Places, bool)) {
	for _, tt := range []struct {
		name     string
		place    func([]Member, []Key, Places) Places
		balanced bool
	}{{"balanced", Balanced, true}, {"sticky", Sticky, false}} {
		t.Run(tt.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { test(t, tt.place, tt.balanced) })
		})
	}
}

// TestEveryKeyHasOneHolder: and it is a member that doesn't drain; nobody is
// named for a key that there isn't.
func TestEveryKeyHasOneHolder(t *testing.T) {
	each(t, func(t *rapid.T, place func([]Member, []Key, Places) Places, balanced bool) {
		members, keys := drawMembers(t, 0), drawKeys(t)
		wanted := place(members, keys, drawPlaces(t, members, keys))
		able := ableOf(members)
		if len(able) == 0 {
			if len(wanted) != 0 {
				t.Fatalf("everybody drains, and yet %v", wanted)
			}
			return
		}
		if len(wanted) != len(keys) {
			t.Fatalf("%d of %d keys have a holder", len(wanted), len(keys))
		}
		for _, key := range keys {
			if !slices.Contains(able, wanted[key]) {
				t.Fatalf("%s goes to %q, who is none of %v", key, wanted[key], able)
			}
		}
		if n := spread(loads(members, wanted)); balanced && n > 1 {
			t.Fatalf("one has %d keys more than another", n)
		}
	})
}

// TestSameEverywhere: the order in which a process lists things doesn't matter.
func TestSameEverywhere(t *testing.T) {
	each(t, func(t *rapid.T, place func([]Member, []Key, Places) Places, _ bool) {
		members, keys := drawMembers(t, 1), drawKeys(t)
		now := drawPlaces(t, members, keys)
		here := place(members, keys, now)
		there := place(rapid.Permutation(members).Draw(t, "members"), rapid.Permutation(keys).Draw(t, "order"), maps.Clone(now))
		if !maps.Equal(here, there) {
			t.Fatalf("%v here, %v there", here, there)
		}
	})
}

// TestJoinAndLeave: from balance, a join moves what the new member gets, a leave
// what the old one had, neither more than the greatest share.
func TestJoinAndLeave(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members, keys := drawMembers(t, 1), drawKeys(t)
		for i := range members {
			members[i].Draining = false
		}
		before := Balanced(members, keys, drawPlaces(t, members, keys))
		most := (len(keys) + len(members) - 1) / len(members)

		joined := append(slices.Clone(members), Member{ID: "newcomer"})
		after := Balanced(joined, keys, before)
		if n := moved(keys, before, after); n != loads(joined, after)["newcomer"] || n > most {
			t.Fatalf("a join of %d members and %d keys moved %d keys, the newcomer has %d", len(members), len(keys), n, loads(joined, after)["newcomer"])
		}
		if len(members) == 1 {
			return
		}
		left := rapid.IntRange(0, len(members)-1).Draw(t, "left")
		had := loads(members, before)[members[left].ID]
		rest := slices.Delete(slices.Clone(members), left, left+1)
		if n := moved(keys, before, Balanced(rest, keys, before)); n != had || n > most {
			t.Fatalf("a leave of one who had %d of %d keys moved %d", had, len(keys), n)
		}
		members[left].Draining = true // a drain moves the same
		if n := moved(keys, before, Balanced(members, keys, before)); n != had {
			t.Fatalf("a drain of one who had %d of %d keys moved %d", had, len(keys), n)
		}
	})
}

// TestStickyStays: an account leaves nobody who is there and doesn't drain, and
// goes to nobody who has his share already.
func TestStickyStays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		members, keys := drawMembers(t, 1), drawKeys(t)
		now := drawPlaces(t, members, keys)
		wanted, able := Sticky(members, keys, now), ableOf(members)
		if len(able) == 0 {
			return
		}
		share, had, has := (len(keys)+len(able)-1)/len(able), loads(members, now), loads(members, wanted)
		for _, key := range keys {
			if holder := now[key]; slices.Contains(able, holder) && wanted[key] != holder {
				t.Fatalf("%s goes from %s, who is there, to %s", key, holder, wanted[key])
			}
		}
		for id, n := range has {
			if n > had[id] && n > share {
				t.Fatalf("%s had %d, gets %d, and a share is %d", id, had[id], n, share)
			}
		}
	})
}

// TestConverges: members that do one step after another, in any order, come to
// what is wanted with no more moves than there are keys out of place, and never
// leave two keys that members had without one.
func TestConverges(t *testing.T) {
	each(t, func(t *rapid.T, place func([]Member, []Key, Places) Places, balanced bool) {
		members, keys := drawMembers(t, 1), drawKeys(t)
		if len(ableOf(members)) == 0 {
			members[0].Draining = false
		}
		now := drawPlaces(t, members, keys)
		for key, id := range now { // their keys have expired
			if id == "gone" {
				delete(now, key)
			}
		}
		free := len(keys) - len(now)
		out := moved(keys, now, place(members, keys, now))
		claims, releases := 0, 0
		for steps := 0; ; steps++ {
			if steps > len(keys)*len(members)*4+8 {
				t.Fatalf("no end after %d claims and %d releases of %d", claims, releases, out)
			}
			var done bool
			if now, done = step(t, rapid.Permutation(members).Draw(t, "turn"), keys, now, place, &claims, &releases); done {
				break
			}
			if between := len(keys) - len(now); between > max(free, 1) {
				t.Fatalf("%d keys are nobody's", between)
			}
			free = min(free, len(keys)-len(now))
		}
		if claims != out || releases > out {
			t.Fatalf("%d claims and %d releases, %d keys were out of place", claims, releases, out)
		}
		if wanted := place(members, keys, now); !maps.Equal(now, wanted) {
			t.Fatalf("it ends with %v, wanted %v", now, wanted)
		}
		if n := spread(loads(members, now)); balanced && n > 1 {
			t.Fatalf("it ends with one who has %d keys more than another", n)
		}
	})
}

// step lets the first member that has something to do do it.
func step(t *rapid.T, members []Member, keys []Key, now Places, place func([]Member, []Key, Places) Places, claims, releases *int) (Places, bool) {
	for _, m := range members {
		move := Next(m.ID, members, keys, now, place(members, keys, now))
		switch move.Do {
		case Claim:
			if now[move.Key] != "" {
				t.Fatalf("%s claims %s of %s", m.ID, move.Key, now[move.Key])
			}
			now[move.Key] = m.ID
			*claims++
		case Release:
			if now[move.Key] != m.ID {
				t.Fatalf("%s releases %s of %s", m.ID, move.Key, now[move.Key])
			}
			delete(now, move.Key)
			*releases++
		default:
			continue
		}
		return now, false
	}
	return now, true
}

// TestNext has the cases one by one.
func TestNext(t *testing.T) {
	both := []Member{{ID: "a"}, {ID: "b"}}
	for _, tt := range []struct {
		story       string
		now, wanted Places
		a, b        Move
	}{
		{"all is as it should be", Places{"1": "a", "2": "b"}, Places{"1": "a", "2": "b"}, Move{}, Move{}},
		{"what is free is claimed by whom it should go to", Places{"1": "a"}, Places{"1": "a", "2": "b"}, Move{}, Move{Claim, "2"}},
		{"the first to move is released, the second waits", Places{"1": "a", "2": "a"}, Places{"1": "b", "2": "b"}, Move{Release, "1"}, Move{}},
		{"nothing is released while a key is nobody's", Places{"2": "a"}, Places{"1": "b", "2": "b"}, Move{}, Move{Claim, "1"}},
		{"nor while one is of somebody who isn't there", Places{"1": "c", "2": "a"}, Places{"1": "b", "2": "b"}, Move{}, Move{}},
		{"what nobody should have stays", Places{"1": "a", "2": "a"}, Places{}, Move{}, Move{}},
		{"two that swap do so one after the other", Places{"1": "a", "2": "b"}, Places{"1": "b", "2": "a"}, Move{Release, "1"}, Move{}},
	} {
		keys := []Key{"2", "1"}
		if got := Next("a", both, keys, tt.now, tt.wanted); got != tt.a {
			t.Errorf("%s: a does %+v, want %+v", tt.story, got, tt.a)
		}
		if got := Next("b", both, keys, tt.now, tt.wanted); got != tt.b {
			t.Errorf("%s: b does %+v, want %+v", tt.story, got, tt.b)
		}
	}
}

// TestScores: members with ids in a row don't get keys in a row.
func TestScores(t *testing.T) {
	members := []Member{{ID: "node-1"}, {ID: "node-2"}, {ID: "node-3"}}
	first := map[string]int{}
	for _, key := range partitions(3000) {
		best := slices.MaxFunc(members, func(a, b Member) int {
			if score(a.ID, key) < score(b.ID, key) {
				return -1
			}
			return 1
		})
		first[best.ID]++
	}
	for id, n := range first {
		if n < 850 || n > 1150 {
			t.Errorf("%s is first for %d of 3000 keys, want about 1000", id, n)
		}
	}
}
