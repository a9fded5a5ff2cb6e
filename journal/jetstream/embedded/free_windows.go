package embedded

import "golang.org/x/sys/windows"

// FreeBytes asks how much of a folder's disk is left for us.
func FreeBytes(folder string) (int64, error) {
	path, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64 // for this user, whose quota may be less than the disk
	if err := windows.GetDiskFreeSpaceEx(path, &free, nil, nil); err != nil {
		return 0, err
	}
	return int64(free), nil
}

// FreeFiles is not known: file systems of this system don't count them.
func FreeFiles(string) (free, total uint64, err error) { return 0, 0, nil }
