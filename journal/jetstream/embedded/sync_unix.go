//go:build !windows

package embedded

import "os"

const syncFlag = os.O_RDONLY

// syncFolder has the disk take which files a folder has.
func syncFolder(path string) error { return syncFile(path) }
