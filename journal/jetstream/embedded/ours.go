package embedded

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"strconv"

	"familiar/internal/owner"
)

// Ours fails with fs.ErrPermission where root would leave files in another user's store,
// whose program could then not start. One that isn't there yet is of who has the folder
// above.
func Ours(folder string) error {
	place := Files(folder) // who mounts a folder into a container may have that, not what a program writes there
	stat, err := os.Stat(place)
	for ; errors.Is(err, fs.ErrNotExist) && filepath.Dir(place) != place; stat, err = os.Stat(place) {
		place = filepath.Dir(place)
	}
	if err != nil {
		return nil
	}
	uid, _, known := owner.ToRoot(stat)
	if !known || uid == 0 {
		return nil
	}
	name := strconv.Itoa(uid)
	if u, err := user.LookupId(name); err == nil {
		name = u.Username
	}
	return fmt.Errorf("%s: %w: it belongs to the user %s: run this as that user, as by sudo -u %s", folder, fs.ErrPermission, name, name)
}
