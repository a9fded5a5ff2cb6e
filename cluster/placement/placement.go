// Package placement decides which member of a deployment should have which
// partition, which account and which shard. It is pure: the same members, keys and holders
// give the same answer in every process, in whatever order they are listed.
//
// [Balanced] is for partitions and for shards, the connections that divide a large
// account's network among them: each member has as many as any other, or one
// more. [Sticky] is for accounts, whose connection is dear: one stays where it is
// until its holder goes or drains. Both let a key stay where it is if they can;
// what is free goes to the member whose hash with the key is highest among those
// that have room (rendezvous hashing with bounded loads: Thaler and Ravishankar,
// 1998; Mirrokni, Thorup and Zadimoghaddam, 2018). [Next] turns the answer into
// one step at a time.
//
// It doesn't know what a key is, who holds it, or when a member is gone:
// cluster/membership does. Nor does it make two processes agree: they may see
// different members for a moment and want different things. Then the one that
// creates the key in the bucket has it.
package placement

import (
	"cmp"
	"slices"

	"familiar/internal/fnv"
	"familiar/internal/splitmix"
)

// A Member is a process of the deployment.
type Member struct {
	ID       string // not empty, and no other member's
	Draining bool   // it gets nothing and gives up what it has
}

// A Key is what exactly one member has: a partition, an account or a shard.
type Key string

// Places says which member has a key, or should have it. A key that isn't in it,
// or whose member is "", is nobody's.
type Places map[Key]string

// Balanced returns the member that should have each key, given who has it now.
// The members that don't drain get as many keys as any other or one more. From a
// balanced start a member that joins or leaves moves no more keys than it gets or
// had. If everybody drains, nobody should have anything.
func Balanced(members []Member, keys []Key, now Places) Places {
	return place(members, keys, now, func(able []string, total int, had map[string]int) map[string]int {
		each, more := total/len(able), total%len(able)
		// Who already has one more keeps it.
		ranked := slices.SortedFunc(slices.Values(able), func(a, b string) int {
			return cmp.Or(compareBools(had[b] > each, had[a] > each), cmp.Compare(score(b, ""), score(a, "")), cmp.Compare(a, b))
		})
		limits := make(map[string]int, len(able))
		for i, id := range ranked {
			limits[id] = each
			if i < more {
				limits[id]++
			}
		}
		return limits
	})
}

// Sticky returns the member that should have each key, given who has it now: the
// one that has it, unless it is gone or drains. Free keys go to members that have
// fewer than their share, rounded up.
func Sticky(members []Member, keys []Key, now Places) Places {
	return place(members, keys, now, func(able []string, total int, had map[string]int) map[string]int {
		share := (total + len(able) - 1) / len(able)
		limits := make(map[string]int, len(able))
		for _, id := range able {
			limits[id] = max(share, had[id])
		}
		return limits
	})
}

// place lets every member keep what it has up to its limit, the keys it scores
// highest with first, and gives the rest to those below theirs. The limits add up
// to at least the number of keys.
func place(members []Member, keys []Key, now Places, limit func(able []string, total int, had map[string]int) map[string]int) Places {
	able, keys := ableOf(members), distinct(keys)
	wanted := make(Places, len(keys))
	if len(able) == 0 {
		return wanted
	}
	held, had := make(map[string][]Key, len(able)), make(map[string]int, len(able))
	var free []Key
	for _, key := range keys {
		if holder := now[key]; slices.Contains(able, holder) {
			held[holder] = append(held[holder], key)
			had[holder]++
		} else {
			free = append(free, key)
		}
	}
	room := limit(able, len(keys), had)
	for _, id := range able {
		slices.SortFunc(held[id], func(a, b Key) int {
			return cmp.Or(cmp.Compare(score(id, b), score(id, a)), cmp.Compare(a, b))
		})
		kept := min(len(held[id]), room[id])
		for _, key := range held[id][:kept] {
			wanted[key] = id
		}
		room[id] -= kept
		free = append(free, held[id][kept:]...)
	}
	giveAway(free, able, room, wanted)
	return wanted
}

// A pair is a member that could have a key.
type pair struct {
	key   Key
	id    string
	score uint64
}

// giveAway gives each free key to a member with room, the highest scores first,
// so that it doesn't matter in which order the keys come.
func giveAway(free []Key, able []string, room map[string]int, wanted Places) {
	pairs := make([]pair, 0, len(free)*len(able))
	for _, key := range free {
		for _, id := range able {
			pairs = append(pairs, pair{key, id, score(id, key)})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.key, b.key), cmp.Compare(a.id, b.id))
	})
	for _, p := range pairs {
		if wanted[p.key] == "" && room[p.id] > 0 {
			wanted[p.key] = p.id
			room[p.id]--
		}
	}
}

// score is a member's hash with a key: the same everywhere, and for another key
// or member another.
func score(id string, key Key) uint64 {
	return splitmix.Scatter(fnv.Add(fnv.Add(fnv.Sum(id), "\x00"), key))
}

// ableOf returns the ids of the members that may have something, in order.
func ableOf(members []Member) []string {
	var able []string
	for _, m := range members {
		if !m.Draining && m.ID != "" {
			able = append(able, m.ID)
		}
	}
	slices.Sort(able)
	return slices.Compact(able)
}

// distinct returns the keys in order, each once.
func distinct(keys []Key) []Key {
	keys = slices.Clone(keys)
	slices.Sort(keys)
	return slices.Compact(keys)
}

// compareBools is cmp.Compare with false before true.
func compareBools(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}
