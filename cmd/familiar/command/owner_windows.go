package command

import "os"

// giveTo does nothing: a file has the rights of its folder.
func giveTo(*os.File, string) error { return nil }
