//go:build linux || darwin || freebsd

package jetstream

import "syscall"

// freeBytes asks how much of a folder's disk is left for us.
func freeBytes(folder string) (int64, error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return 0, err
	}
	return int64(fs.Bavail) * int64(fs.Bsize), nil //nolint:unconvert // their types differ between systems
}
