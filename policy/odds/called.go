package odds

import (
	"strings"

	"familiar/policy/cues"
)

const (
	nameBytes  = 24 // of a name that are kept
	headLeast  = 3  // bytes of a name at the head of a line that may stand for the whole, before : or ,
	plainLeast = 4  // bytes of a name that is found without such a sign
)

// read looks at a text once, and fills in its signs, and whom it calls. A call at the head
// ("synd: ", "syn, ") may be a part of a name; elsewhere a name must stand
// whole. The head wins, then the first name.
func (r *Room) read(l *Line, folded string) {
	called, author := Key(0), l.Author
	first := readText(&l.Signs, folded, &r.refreshIndex().shapes, func(word string, script cues.Script) {
		switch {
		case called != 0:
		case script != cues.Spaced:
			called = r.namedWithin(word, script, author)
		default:
			called = r.named(word, author)
		}
	})
	if l.Signs.Calls {
		if key := r.headed(first, author); key != 0 {
			l.Called, l.Head = key, true
			return
		}
	}
	l.Called, l.Head = called, called != 0 && strings.HasPrefix(folded, first) && r.begins(first, called)
}

// named returns who is called exactly so.
func (r *Room) named(word string, but Key) Key {
	if len(word) < plainLeast {
		return 0
	}
	for i := range r.People {
		if p := &r.People[i]; r.nameOf(p) == word && p.Key != but {
			return p.Key
		}
	}
	return 0
}

// begins reports whether a line's first word or stretch begins with that
// person's name. Where words have spaces it is that name.
func (r *Room) begins(first string, key Key) bool {
	name := r.nameOf(&r.People[r.find(key)])
	return first == name || cues.IsUnspaced(name) && strings.HasPrefix(first, name)
}

// headed returns who is meant by a name at the head: whoever has that name, or
// else the last one to have spoken whose name begins like it.
func (r *Room) headed(word string, but Key) Key {
	var best *Person
	for i := range r.People {
		p := &r.People[i]
		name := r.nameOf(p)
		if p.Key == but || name == "" {
			continue
		}
		if name == word {
			return p.Key
		}
		if alike(name, word) && (best == nil || best.no < p.no) {
			best = p
		}
	}
	if best == nil {
		return 0
	}
	return best.Key
}

// alike reports whether one is the other's beginning, for three bytes at
// least: "mind" calls mindspin, "synd_" calls synd.
func alike(name, word string) bool {
	if min(len(name), len(word)) < headLeast {
		return false
	}
	return strings.HasPrefix(name, word) || strings.HasPrefix(word, name)
}
