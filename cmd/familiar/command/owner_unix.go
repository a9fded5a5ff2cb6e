//go:build !windows

package command

import (
	"os"
	"syscall"
)

// giveTo has root give a file to whom the one of that name belongs, which it is to
// replace: a service that isn't root's could not read it any more.
func giveTo(f *os.File, name string) error {
	stat, err := os.Stat(name)
	if err != nil || os.Geteuid() != 0 {
		return nil // a new one is whose it is
	}
	owner, is := stat.Sys().(*syscall.Stat_t)
	if !is {
		return nil
	}
	return f.Chown(int(owner.Uid), int(owner.Gid))
}
