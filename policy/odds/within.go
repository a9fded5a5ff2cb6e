package odds

import (
	"strings"

	"familiar/policy/cues"
)

// namedWithin returns who is called within a stretch without spaces, or by a word
// of Hangul, to which titles and particles are joined.
func (r *Room) namedWithin(stretch string, s cues.Script, but Key) Key {
	for i := 0; i+plainLeast <= len(stretch); {
		size := 3
		if stretch[i] >= 0xf0 {
			size = 4
		}
		// The last byte of a character differs more than the first.
		if last := stretch[i+2]; r.index.shapes.has(last, 0) {
			if key := r.namedAt(stretch[i:], s, but); key != 0 {
				return key
			}
		}
		if s == cues.Hangul {
			break
		}
		i += size
	}
	return 0
}

// namedAt returns who is called at the head of a text.
func (r *Room) namedAt(text string, s cues.Script, but Key) Key {
	for i := range r.People {
		p := &r.People[i]
		name := r.nameOf(p)
		if p.Key == but || !cues.IsUnspaced(name) || !strings.HasPrefix(text, name) {
			continue
		}
		if s != cues.Hangul || cues.Begins(text, name) {
			return p.Key
		}
	}
	return 0
}
