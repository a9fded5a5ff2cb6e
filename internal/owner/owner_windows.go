// Package owner tells root whose files are. There is no root here: files have the rights of
// their folder, whoever makes them.
package owner

import "io/fs"

// ToRoot can't tell.
func ToRoot(fs.FileInfo) (user, group int, known bool) { return 0, 0, false }
