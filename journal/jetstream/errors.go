package jetstream

import (
	"familiar/journal/jetstream/backup"
	"familiar/journal/jetstream/embedded"
	"familiar/journal/jetstream/store"
)

// What callers act on, besides the errors of package journal.
var (
	ErrNewer   = store.ErrNewer
	ErrBackup  = backup.ErrBackup
	ErrTrimmed = backup.ErrTrimmed
	ErrInUse   = embedded.ErrInUse
	ErrBroken  = embedded.ErrBroken
)

type (
	// A DamagedError names what is lost of a store.
	DamagedError = embedded.DamagedError
	// A Problem is something in a store that should not be.
	Problem = embedded.Problem
)
