package irc

import (
	"strings"
)

// A message to "@#moths" goes to the operators of #moths alone, one to
// "+#moths" to all who have a voice there. It was said to them and not to the
// room, so it is heard in a place of its own, "@#moths", and what is said there
// goes to the same people: nothing of it is in the room's transcript, from where
// an answer could carry it to everybody.

// statusSigns are the signs of ranks that a place may begin with.
const statusSigns = "@%+"

// roomOf returns the room that a place is of: itself, unless it is for some of
// those in it.
func roomOf(at string) string {
	if isStatus(at) {
		return at[1:]
	}
	return at
}

// isStatus reports whether a name stands for some of those in a channel.
func isStatus(name string) bool {
	return len(name) > 2 && strings.ContainsAny(name[:1], statusSigns) && strings.ContainsAny(name[1:2], "#&!")
}

// speaksToSome reports whether the server lets a message go to those who are
// of some rank in a channel; otherwise such a name may be a channel's. The lock
// is held.
func (l *link) speaksToSome(name string) bool {
	return isStatus(name) && strings.Contains(l.status, name[:1])
}
