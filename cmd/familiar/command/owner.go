package command

import (
	"os"

	"familiar/internal/owner"
)

// giveTo has root give a file to whom the one of that name belongs, which it is to
// replace: a service that isn't root's could not read it any more.
func giveTo(f *os.File, name string) error {
	stat, err := os.Stat(name)
	if err != nil {
		return nil // a new one is whose it is
	}
	if user, group, known := owner.ToRoot(stat); known {
		return f.Chown(user, group)
	}
	return nil
}
