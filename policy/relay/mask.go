package relay

import (
	"slices"
	"strings"

	"familiar/messages"
)

// A Mask is an id of the network, or the ids of many: * stands for any text. The
// zero Mask is nobody.
type Mask string

// Match reports whether it is the id of that person.
func (m Mask) Match(person messages.PersonID) bool {
	id := string(person)
	parts := strings.Split(string(m), "*")
	first, last := parts[0], parts[len(parts)-1]
	if len(parts) == 1 || id == "" {
		return id == first && id != ""
	}
	rest, begins := strings.CutPrefix(id, first)
	rest, ends := strings.CutSuffix(rest, last)
	if !begins || !ends {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		_, after, has := strings.Cut(rest, part)
		if !has {
			return false
		}
		rest = after
	}
	return true
}

// matchAny reports whether one of the masks matches.
func matchAny(masks []Mask, person messages.PersonID) bool {
	return slices.ContainsFunc(masks, func(m Mask) bool { return m.Match(person) })
}
