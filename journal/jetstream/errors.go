package jetstream

import "familiar/journal/jetstream/embedded"

// What is told of an embedded store.
var (
	ErrInUse    = embedded.ErrInUse
	ErrDamaged  = embedded.ErrDamaged
	ErrReadOnly = embedded.ErrReadOnly
	ErrBroken   = embedded.ErrBroken
)

type (
	// A DamagedError names what is lost of a store. It is an [ErrDamaged].
	DamagedError = embedded.DamagedError
	// A Problem is something in a store that should not be.
	Problem = embedded.Problem
)
