//go:build !(linux || darwin || freebsd)

package jetstream

import "errors"

// freeBytes is not known on this system: nothing is refused.
func freeBytes(string) (int64, error) { return 0, errors.ErrUnsupported }
