//go:build !windows

// Package owner tells root whose files are: what it leaves among another user's, that
// user's program may not be able to read.
package owner

import (
	"io/fs"
	"os"
	"syscall"
)

// ToRoot returns whose a file is, and which group's; false: this isn't root, or it can't be
// told.
func ToRoot(file fs.FileInfo) (user, group int, known bool) {
	stat, is := file.Sys().(*syscall.Stat_t)
	if !is || os.Geteuid() != 0 {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}
