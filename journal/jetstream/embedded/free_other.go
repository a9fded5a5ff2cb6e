//go:build !(linux || darwin || freebsd || windows)

package embedded

import "errors"

// FreeBytes is not known on this system: nothing is refused.
func FreeBytes(string) (int64, error) { return 0, errors.ErrUnsupported }

// FreeFiles is not known on this system.
func FreeFiles(string) (free, total uint64, err error) { return 0, 0, errors.ErrUnsupported }
