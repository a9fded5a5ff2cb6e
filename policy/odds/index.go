package odds

import (
	"bytes"

	"familiar/policy/cues"
)

// An index is looked at before the people are, who take a cache line or two each. It
// is made of them and not kept.
type index struct {
	shapes shapes     // of the names
	tags   [Most]byte // of the keys, by place
}

// Shapes are the first bytes of names together with their lengths, a bit each: by them
// most words of a line are passed over at once. Of a name without spaces, which is
// looked for within a stretch, it is the last byte of the first character, and no length.
type shapes [2]uint64

func (x *shapes) add(b byte, size int) {
	at := bit(b, size)
	x[at>>6] |= 1 << (at & 63)
}

func (x *shapes) has(b byte, size int) bool {
	at := bit(b, size)
	return x[at>>6]>>(at&63)&1 != 0
}

// bit gives the letters of each usual length bits of their own.
func bit(b byte, size int) uint { return (uint(b) + 29*uint(size)) & 127 }

// tag is a part of a key that two people seldom share. The lowest bit is always set.
func (k Key) tag() byte { return byte(k >> 1) }

// refreshIndex brings the index up to date with people who were decoded, who came or
// left, or who have another name.
func (r *Room) refreshIndex() *index {
	x := &r.index
	if r.indexed {
		return x
	}
	r.People = r.People[:min(len(r.People), Most)] // no room has written more
	*x, r.indexed = index{}, true
	for i := range r.People {
		p := &r.People[i]
		x.tags[i] = p.Key.tag()
		name := r.nameOf(p)
		if name == "" {
			continue
		}
		x.shapes.add(name[0], len(name))
		if cues.IsUnspaced(name) {
			x.shapes.add(name[2], 0)
		}
	}
	return x
}

// find returns the place of somebody, or -1.
func (r *Room) find(key Key) int {
	tags := r.refreshIndex().tags[:len(r.People)]
	for at := 0; ; at++ {
		next := bytes.IndexByte(tags[at:], key.tag())
		if next < 0 {
			return -1
		}
		if at += next; r.People[at].Key == key {
			return at
		}
	}
}
