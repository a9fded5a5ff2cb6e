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

// FreeFiles asks how many more files a folder's disk can have, and how many it
// can have in all; 0 of 0: it doesn't count them.
func FreeFiles(folder string) (free, total uint64, err error) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(folder, &fs); err != nil {
		return 0, 0, err
	}
	return uint64(fs.Ffree), uint64(fs.Files), nil //nolint:unconvert // their types differ between systems
}
