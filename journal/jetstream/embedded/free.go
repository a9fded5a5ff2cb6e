//go:build linux || darwin || freebsd

package embedded

import "syscall"

// FreeBytes asks how much of a folder's disk is left for us.
func FreeBytes(folder string) (int64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return 0, err
	}
	return int64(fs.Bavail) * int64(fs.Bsize), nil //nolint:unconvert // their types differ between systems
}
