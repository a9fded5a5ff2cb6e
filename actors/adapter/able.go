package adapter

import "reflect"

// A Partial has methods for more than its network can do: what that is, its far end
// says once it is there.
type Partial interface {
	// Able reports whether the network can do what an interface of this package is
	// for, such as reflect.TypeFor[Editor]().
	Able(ability reflect.Type) bool
}

// Can returns what an adapter can do besides posting, as one of the interfaces of
// this package: Can[Editor](a). It is nil when the network can't do that.
func Can[Ability any](a Adapter) (can Ability) {
	has, is := a.(Ability)
	if partial, asks := a.(Partial); is && asks && !partial.Able(reflect.TypeFor[Ability]()) {
		return can
	}
	return has
}
