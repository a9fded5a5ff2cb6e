package placement

import "slices"

// An Action is what a member does with a key.
type Action string

// The actions of a [Move].
const (
	Stay    Action = ""        // there is nothing to do now; the key is ""
	Claim   Action = "claim"   // take the key, which nobody has
	Release Action = "release" // finish what is under way under the key, then give it up
)

// A Move is a member's next step.
type Move struct {
	Do  Action
	Key Key
}

// Next returns what member self does next to bring who has the keys now to who
// should. What nobody has is claimed at once. A key that somebody has is released
// only while no other key is between two members and only by the holder of the
// first one to move, so that one moves at a time: of its channels nobody hears
// anything meanwhile. A key that a member took with it as it vanished is free, and
// moves, once whoever keeps the keys says that nobody has it.
//
// Members that see different things may release two keys at once; nothing worse
// comes of it. A key that nobody should have stays where it is.
func Next(self string, members []Member, keys []Key, now, wanted Places) Move {
	present := make(map[string]bool, len(members))
	for _, m := range members {
		present[m.ID] = true
	}
	keys = distinct(keys)
	for _, key := range keys {
		if now[key] == "" && wanted[key] == self && self != "" {
			return Move{Claim, key}
		}
	}
	between := func(key Key) bool { return wanted[key] != "" && !present[now[key]] }
	if slices.ContainsFunc(keys, between) {
		return Move{}
	}
	first := slices.IndexFunc(keys, func(key Key) bool { return wanted[key] != "" && wanted[key] != now[key] })
	if first >= 0 && now[keys[first]] == self {
		return Move{Release, keys[first]}
	}
	return Move{}
}
