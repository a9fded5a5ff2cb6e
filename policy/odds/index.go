package odds

import (
	"bytes"

	"familiar/policy/cues"
)

// An index is looked at before the people are, who take a cache line or two each. It
// is made of them and not kept.
type index struct {
	initials initials
	tags     [Most]byte // of the keys, by place
}

// Initials are bytes that names begin with, by their lower six bits: by them most words
// of a line are passed over at once.
type initials uint64

func (x *initials) add(b byte) { *x |= 1 << (b & 63) }

func (x initials) has(b byte) bool { return x>>(b&63)&1 != 0 }

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
		if p.Name == "" {
			continue
		}
		x.initials.add(p.Name[0])
		if cues.IsUnspaced(p.Name) {
			x.initials.add(p.Name[2])
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
