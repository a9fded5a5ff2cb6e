//go:build unix

package operate

import "syscall"

// ownFileLimit is how many files this process may have open; Go has raised it as
// far as it may by now, which it does for the program as well. 0: unknown.
func ownFileLimit() uint64 {
	var r syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &r) != nil {
		return 0
	}
	return uint64(r.Cur) //nolint:unconvert // signed on some systems
}
