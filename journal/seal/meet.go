package seal

import (
	"fmt"
	"maps"
	"slices"
)

// Meet takes what [Keys.Part] of the same keys returned elsewhere: afterwards
// these have only the leaves that both had, for what one of them has forgotten
// nobody may have any more. less: these had one that the others have not; more: the
// others had one that these have not, and are to be written again. Of keys of
// another journal the error is [ErrDamaged], and nothing has changed.
func (k *Keys) Meet(n int, b []byte) (less, more bool, err error) {
	theirs, err := cutPart(n, b)
	if err != nil {
		return false, false, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	mine := k.parts[n]
	both, err := mine.meet(&theirs)
	if err != nil {
		return false, false, fmt.Errorf("part %d of the keys: %w", n, err)
	}
	if less, more = !both.same(&mine), !both.same(&theirs); less {
		k.parts[n] = both
		k.roots.clear()
		k.runs.clear()
	}
	return less, more, nil
}

// of returns a channel's tree.
func (p *part) of(hash uint64) tree {
	if t, ok := p.lower[hash]; ok {
		return t
	}
	if root, ok := p.upper.leaf(hash); ok {
		return rooted(root)
	}
	return nil
}

// meet returns what both parts have.
func (p *part) meet(o *part) (both part, err error) {
	both.lower = make(map[uint64]tree, max(len(p.lower), len(o.lower)))
	if both.upper, err = p.upper.meet(o.upper); err != nil {
		return part{}, err
	}
	for _, all := range []map[uint64]tree{p.lower, o.lower} {
		for hash := range all {
			if _, done := both.lower[hash]; done {
				continue
			}
			if both.lower[hash], err = p.of(hash).meet(o.of(hash)); err != nil {
				return part{}, err
			}
		}
	}
	return both, nil
}

// same reports whether two parts have the same nodes.
func (p *part) same(o *part) bool {
	return slices.Equal(p.upper, o.upper) && maps.EqualFunc(p.lower, o.lower, slices.Equal[tree])
}

// meet returns what both trees have. Of two nodes that share a leaf one is below
// the other, and the lower one is what they have in common.
func (t tree) meet(o tree) (both tree, err error) {
	both = make(tree, 0, max(len(t), len(o)))
	for len(t) > 0 && len(o) > 0 {
		a, b := t[0], o[0]
		switch {
		case a.last() < b.first:
			t = t[1:]
			continue
		case b.last() < a.first:
			o = o[1:]
			continue
		}
		above, below := a, b
		if a.level > b.level {
			above, below = b, a
		}
		if above.key.down(below.first, above.level, below.level) != below.key {
			return nil, fmt.Errorf("another journal's: %w", ErrDamaged)
		}
		both = append(both, below)
		if a.last() == below.last() {
			t = t[1:]
		}
		if b.last() == below.last() {
			o = o[1:]
		}
	}
	return both, nil
}
