package seal

import (
	"cmp"
	"errors"
	"time"

	"familiar/messages"
)

// A cursor gives out the positions of a channel's texts of one kind. It has no
// pointer: there may be hundreds of thousands, which the collector passes by.
type cursor struct {
	run, count uint32 // of the next
	top        key    // the run's node
	near       key    // the node nearLevels above the leaf given last
}

// nearLevels is how far above the leaves a cursor keeps a node: so many hashes
// a text takes, and the way to the next node after every 16 texts.
const nearLevels = 2

type cursorOf struct {
	hash uint64 // the channel's; two with the same one share their tree too
	kind Kind
}

// A runOf names a run of a channel's texts: where it is in both trees.
type runOf struct{ hash, run uint64 }

var errRuns = errors.New("this process has been sealing for two years: restart it")

// next returns the position of a channel's next text, its leaf, and the nonce of the
// process under that epoch.
func (k *Keys) next(channel messages.ChannelID, kind Kind) (Position, key, nonce, error) {
	of := cursorOf{channelHash(channel), kind}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.epoch == 0 {
		return 0, key{}, nonce{}, ErrNoEpoch
	}
	if k.expired() {
		return 0, key{}, nonce{}, ErrExpired
	}
	c, ok := k.cursors.get(of)
	if !ok || c.count > mostCount {
		first := max(uint64(time.Since(k.began)/tick), k.floor())
		if ok {
			first = max(first, uint64(c.run)+1)
		}
		if first > mostRuns {
			return 0, key{}, nonce{}, errRuns
		}
		top, made := k.above(of.hash, uint64(position(kind, k.epoch, first, 0)), runLevel)
		if !made { // only if somebody forgot what is still to come
			return 0, key{}, nonce{}, ErrForgotten
		}
		c = cursor{run: uint32(first), top: top}
		k.highest = max(k.highest, first)
	}
	at := position(kind, k.epoch, uint64(c.run), uint64(c.count))
	leaf := c.walk()
	c.count++
	k.cursors.put(of, c)
	return at, leaf, k.nonce, nil
}

// above returns the key of the ancestor, at a level, of a leaf of a channel's
// tree; false: it can't be made any more. The lock is held.
func (k *Keys) above(hash, position uint64, level int) (key, bool) {
	if root, ok := k.roots.get(hash); ok {
		return root.down(position, 0, level), true
	}
	return k.treeOf(hash).above(position, level)
}

// floor returns the run that a new cursor begins with at the earliest: no cursor
// that was let go had it. The lock is held.
func (k *Keys) floor() uint64 {
	if k.cursors.dropped {
		k.cursors.dropped, k.lowest = false, k.highest+1
	}
	return k.lowest
}

// walk goes to the leaf of the cursor's count.
func (c *cursor) walk() key {
	at := uint64(position(0, 0, 0, uint64(c.count)))
	if c.count%(1<<(nearLevels*digitBits)) == 0 {
		c.near = c.top.down(at, runLevel, levels-nearLevels)
	}
	return c.near.down(at, levels-nearLevels, levels)
}

// Until returns a position that none of the texts of a channel and kind sealed so
// far is beyond, and all sealed later are.
func (k *Keys) Until(channel messages.ChannelID, kind Kind) Position {
	of := cursorOf{channelHash(channel), kind}
	k.mu.Lock()
	defer k.mu.Unlock()
	if c, ok := k.cursors.get(of); ok {
		return position(kind, k.epoch, uint64(c.run), 0) + Position(c.count) - 1
	}
	return position(kind, k.epoch, k.floor(), 0) - 1
}

// leaf returns the key of a text; false: it is forgotten.
func (k *Keys) leaf(channel messages.ChannelID, at Position) (key, bool) {
	of := runOf{channelHash(channel), uint64(at) >> countBits}
	k.mu.Lock()
	defer k.mu.Unlock()
	node, ok := k.runs.get(of)
	if !ok {
		if node, ok = k.above(of.hash, uint64(at), runLevel); !ok {
			return k.treeOf(of.hash).leaf(uint64(at)) // of its run some are forgotten
		}
		if at.Kind() != State { // of a channel's states only the newest is opened, and once
			k.runs.put(of, node)
		}
	}
	return node.down(uint64(at), runLevel, levels), true
}

// generations is a cache of bounded size: when the newer half is full it
// becomes the older one, whose entries go unless they are asked for.
type generations[K comparable, V any] struct {
	newer, older map[K]V
	half         int  // how many the newer half may have; 0: halfFull
	dropped      bool // entries went
}

// halfFull bounds one half: room for the lines, notes and states of 87,000
// channels, and for as many again in the older one. Cursors take some 70 bytes
// each, roots and runs half of that. To make one that isn't there takes up to 60
// hashes.
const halfFull = 1 << 18

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
	if g.newer == nil || len(g.newer) >= cmp.Or(g.half, halfFull) {
		g.dropped = g.dropped || len(g.older) > 0
		g.older, g.newer = g.newer, make(map[K]V)
	}
	g.newer[of] = v
}

func (g *generations[K, V]) remove(of K) {
	delete(g.newer, of)
	delete(g.older, of)
}

func (g *generations[K, V]) clear() { g.newer, g.older = nil, nil }
