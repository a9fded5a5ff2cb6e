package seal

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"sort"
)

// keySize is that of a node's key, in bytes: 128 bits.
const keySize = 16

type key [keySize]byte

// fanOut is how many children a node has, by two bits of the position: a
// forgotten leaf costs three siblings for each of 32 levels, and making a leaf
// half as many hashes as in a binary tree.
const (
	digitBits = 2
	fanOut    = 1 << digitBits
	levels    = 64 / digitBits
)

// child returns the key of a node's child.
func (k key) child(digit uint64) (c key) {
	var in [keySize + 1]byte
	copy(in[:], k[:])
	in[keySize] = byte(digit)
	sum := sha256.Sum256(in[:])
	copy(c[:], sum[:])
	return c
}

// down returns the key of the node at a position, `from` levels below the root to
// `to` levels below it.
func (k key) down(position uint64, from, to int) key {
	for level := from; level < to; level++ {
		k = k.child(digit(position, level))
	}
	return k
}

// digit returns which child of a node of that level the position is below.
func digit(position uint64, level int) uint64 {
	return position >> (64 - digitBits*(level+1)) & (fanOut - 1)
}

// A node is a subtree of which every leaf can be made.
type node struct {
	first uint64 // its first leaf
	level int    // how far it is below the root
	key   key
}

// last returns the node's last leaf.
func (n node) last() uint64 { return n.first | spanOf(n.level) }

// spanOf returns the bits that the leaves of one node of a level differ in.
func spanOf(level int) uint64 {
	if level == 0 {
		return ^uint64(0)
	}
	return 1<<(64-digitBits*level) - 1
}

// A tree is what is left of one: nodes beside one another, by their first
// leaves. Without nodes everything is forgotten.
type tree []node

// rooted returns a tree of which nothing is forgotten.
func rooted(k key) tree { return tree{{key: k}} }

// at returns the node that a leaf is below; false: the leaf is forgotten.
func (t tree) at(position uint64) (node, bool) {
	i := sort.Search(len(t), func(i int) bool { return t[i].first > position })
	if i == 0 || t[i-1].last() < position {
		return node{}, false
	}
	return t[i-1], true
}

// above returns the key of the leaf's ancestor at a level, or of the leaf itself;
// false: the ancestor can't be made any more, the leaf perhaps can.
func (t tree) above(position uint64, level int) (key, bool) {
	n, ok := t.at(position)
	if !ok || n.level > level {
		return key{}, false
	}
	return n.key.down(position, n.level, level), true
}

// leaf returns a leaf's key; false: it is forgotten.
func (t tree) leaf(position uint64) (key, bool) { return t.above(position, levels) }

// without returns the tree that is left when the leaves of these spans are
// forgotten, which are in order and apart.
func (t tree) without(spans []span) tree {
	left := make(tree, 0, len(t))
	for _, n := range t {
		for len(spans) > 0 && spans[0].to < n.first {
			spans = spans[1:]
		}
		left = n.outside(spans, left)
	}
	return left
}

// A span is leaves from one to another, both included.
type span struct{ from, to uint64 }

// outside appends what is left of a subtree without these spans, of which none
// ends before it.
func (n node) outside(spans []span, left tree) tree {
	if len(spans) == 0 || spans[0].from > n.last() {
		return append(left, n)
	}
	if spans[0].from <= n.first && n.last() <= spans[0].to {
		return left
	}
	for d := range uint64(fanOut) {
		c := node{first: n.first | d<<(64-digitBits*(n.level+1)), level: n.level + 1, key: n.key.child(d)}
		for len(spans) > 0 && spans[0].to < c.first {
			spans = spans[1:]
		}
		left = c.outside(spans, left)
	}
	return left
}

// append writes the tree: how many nodes, then each as its first leaf, level
// and key.
func (t tree) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(t)))
	for _, n := range t {
		b = binary.BigEndian.AppendUint64(b, n.first)
		b = append(b, byte(n.level))
		b = append(b, n.key[:]...)
	}
	return b
}

const nodeSize = 8 + 1 + keySize

// cutTree is the way back; rest is what follows the tree.
func cutTree(b []byte) (t tree, rest []byte, err error) {
	count, n := binary.Uvarint(b)
	if n <= 0 || count > uint64(len(b)-n)/nodeSize {
		return nil, nil, fmt.Errorf("tree is truncated: %w", ErrDamaged)
	}
	b = b[n:]
	t = make(tree, count)
	for i := range t {
		t[i].first, t[i].level = binary.BigEndian.Uint64(b), int(b[8])
		copy(t[i].key[:], b[9:])
		b = b[nodeSize:]
		switch {
		case t[i].level > levels, t[i].first&spanOf(t[i].level) != 0, i > 0 && t[i-1].last() >= t[i].first:
			return nil, nil, fmt.Errorf("node %d of the tree: %w", i, ErrDamaged)
		}
	}
	return t, b, nil
}
