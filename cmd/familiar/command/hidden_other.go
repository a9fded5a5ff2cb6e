//go:build !unix

package command

import "os"

// Hide returns nil: what is typed can't be hidden here.
func Hide(*os.File) func() (show func(), err error) { return nil }
