package process

import "os"

// openPrivate opens a regular file, not what a link leads to. Who else may read
// it is a matter of the folder it is in, from which it inherits its access
// list: a user's profile lets in nobody but them and administrators.
func openPrivate(file string) (*os.File, error) {
	before, err := os.Lstat(file)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() {
		return nil, errNotRegular
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	if now, err := f.Stat(); err != nil || !os.SameFile(before, now) { // replaced in between
		f.Close()
		return nil, errNotRegular
	}
	return f, nil
}
