//go:build !(linux || darwin || freebsd || windows)

package embedded

import "errors"

// FreeBytes is not known on this system: nothing is refused.
func FreeBytes(string) (int64, error) { return 0, errors.ErrUnsupported }
