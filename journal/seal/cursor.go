package seal

import (
	"errors"
	"time"

	"familiar/messages"
)

// A cursor gives out the positions of a channel's texts of one kind.
type cursor struct {
	run, count uint64                     // of the next
	path       [levels - runLevel + 1]key // from the run's node to the leaf given last
}

type cursorOf struct {
	channel messages.ChannelID
	kind    Kind
}

// A runOf names a run of a channel's texts: where it is in both trees.
type runOf struct{ hash, run uint64 }

var errRuns = errors.New("this process has been sealing for two years: restart it")

// next returns the position of a channel's next text, and its leaf.
func (k *Keys) next(channel messages.ChannelID, kind Kind) (Position, key, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.epoch == 0 {
		return 0, key{}, ErrNoEpoch
	}
	of := cursorOf{channel, kind}
	c, ok := k.cursors.get(of)
	if !ok || c.count > mostCount {
		first := max(uint64(time.Since(k.began)/tick), k.floor())
		if ok {
			first = max(first, c.run+1)
		}
		if first > mostRuns {
			return 0, key{}, errRuns
		}
		c = &cursor{run: first}
		hash := channelHash(channel)
		root, made := k.treeOf(hash).above(uint64(position(kind, k.epoch, first, 0)), runLevel)
		if !made { // only if somebody forgot what is still to come
			return 0, key{}, ErrForgotten
		}
		c.path[0] = root
		k.highest = max(k.highest, first)
		k.cursors.put(of, c)
	}
	at := position(kind, k.epoch, c.run, c.count)
	leaf := c.walk()
	c.count++
	return at, leaf, nil
}

// floor returns the run that a new cursor begins with at the earliest: no cursor
// that was let go had it. The lock is held.
func (k *Keys) floor() uint64 {
	if k.cursors.dropped {
		k.cursors.dropped, k.lowest = false, k.highest+1
	}
	return k.lowest
}

// walk goes to the leaf of the cursor's count, from where the last one's way
// leaves its own.
func (c *cursor) walk() key {
	at := position(0, 0, 0, c.count)
	from := 0
	if c.count > 0 {
		for digit(uint64(at), runLevel+from) == digit(uint64(at-1), runLevel+from) {
			from++
		}
	}
	for i := from; i < len(c.path)-1; i++ {
		c.path[i+1] = c.path[i].child(digit(uint64(at), runLevel+i))
	}
	return c.path[len(c.path)-1]
}

// Until returns a position that none of the texts of a channel and kind sealed so
// far is beyond, and all sealed later are.
func (k *Keys) Until(channel messages.ChannelID, kind Kind) Position {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c, ok := k.cursors.get(cursorOf{channel, kind}); ok {
		return position(kind, k.epoch, c.run, 0) + Position(c.count) - 1
	}
	return position(kind, k.epoch, k.floor(), 0) - 1
}

// leaf returns the key of a text; false: it is forgotten.
func (k *Keys) leaf(channel messages.ChannelID, at Position) (key, bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	of := runOf{channelHash(channel), uint64(at) >> countBits}
	node, ok := k.runs.get(of)
	if !ok {
		t := k.treeOf(of.hash)
		if node, ok = t.above(uint64(at), runLevel); !ok {
			return t.leaf(uint64(at)) // of its run some are forgotten
		}
		k.runs.put(of, node)
	}
	return node.down(uint64(at), runLevel, levels), true
}

// generations is a cache of bounded size: when the newer half is full it
// becomes the older one, whose entries go unless they are asked for.
type generations[K comparable, V any] struct {
	newer, older map[K]V
	dropped      bool // entries went
}

// halfFull bounds one half: some 8 MB of cursors.
const halfFull = 1 << 15

func (g *generations[K, V]) get(of K) (v V, ok bool) {
	if v, ok = g.newer[of]; ok {
		return v, true
	}
	if v, ok = g.older[of]; ok {
		g.put(of, v)
	}
	return v, ok
}

func (g *generations[K, V]) put(of K, v V) {
	if g.newer == nil || len(g.newer) >= halfFull {
		g.dropped = g.dropped || len(g.older) > 0
		g.older, g.newer = g.newer, make(map[K]V)
	}
	g.newer[of] = v
}

func (g *generations[K, V]) clear() { g.newer, g.older = nil, nil }
