//go:build !windows

package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"
	"syscall"
)

// Ours fails with fs.ErrPermission where root would leave files in another user's folder,
// whose program could then not start. One that isn't there yet is of who has the folder
// above.
func Ours(folder string) error {
	stat, err := os.Stat(folder)
	for ; errors.Is(err, fs.ErrNotExist) && filepath.Dir(folder) != folder; stat, err = os.Stat(folder) {
		folder = filepath.Dir(folder)
	}
	if err != nil || os.Geteuid() != 0 {
		return nil
	}
	owner, is := stat.Sys().(*syscall.Stat_t)
	if !is || owner.Uid == 0 {
		return nil
	}
	name := strconv.Itoa(int(owner.Uid))
	if u, err := user.LookupId(name); err == nil {
		name = u.Username
	}
	return fmt.Errorf("%s: %w: it belongs to the user %s: run this as that user, as by sudo -u %s", folder, fs.ErrPermission, name, name)
}
