package odds

import (
	"math"
	"strings"
)

// The names of a room's people lie in one piece of memory, in the order of the people: a
// room has thousands of times as many lines as new names.

// A named is where one of them lies.
type named struct {
	from uint16
	size uint8
}

// nameOf returns somebody's name, folded, as it would be called by; at most 24 bytes, or
// a few more where a letter is longer folded.
func (r *Room) nameOf(p *Person) string { return r.names[p.name.from:][:p.name.size] }

// putName puts what was kept of a name behind the others.
func (p *Person) putName(names []byte, name []byte) []byte {
	name = name[:min(len(name), math.MaxUint8)] // nobody has written more
	p.name = named{uint16(len(names)), uint8(len(name))}
	return append(names, name...)
}

// rename gives somebody another name, or nobody: then only those of who has left go.
func (r *Room) rename(who *Person, name string) {
	var all strings.Builder
	all.Grow(len(r.names) + len(name))
	for i := range r.People {
		p := &r.People[i]
		its := r.nameOf(p)
		if p == who {
			its = name
		}
		p.name = named{uint16(all.Len()), uint8(len(its))}
		all.WriteString(its)
	}
	r.names, r.indexed = all.String(), false
}
