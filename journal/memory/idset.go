package memory

import "hash/maphash"

// An idSet remembers the newest max keys, 16 bytes each, in the order they
// were added. It compares 128 bits of hash under seeds drawn by the process:
// among a million keys two that collide are as likely as 1 in 10^26, and
// nobody can choose them.
type idSet struct {
	seeds [2]maphash.Seed
	max   int
	sums  map[[2]uint64]struct{}
	order [][2]uint64 // a ring once it is full
	old   int         // index of the oldest then
}

func newIDSet(limit int) idSet {
	return idSet{
		seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()},
		max:   limit,
		sums:  map[[2]uint64]struct{}{},
	}
}

func (s *idSet) sum(k postKey) [2]uint64 {
	return [2]uint64{maphash.Comparable(s.seeds[0], k), maphash.Comparable(s.seeds[1], k)}
}

func (s *idSet) has(k postKey) bool {
	_, ok := s.sums[s.sum(k)]
	return ok
}

// add takes a key that is not in the set.
func (s *idSet) add(k postKey) {
	sum := s.sum(k)
	s.sums[sum] = struct{}{}
	if len(s.order) < s.max {
		s.order = append(s.order, sum)
		return
	}
	delete(s.sums, s.order[s.old])
	s.order[s.old] = sum
	s.old = (s.old + 1) % s.max
}
