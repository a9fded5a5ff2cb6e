package command

import (
	"os"

	"golang.org/x/sys/windows"
)

// ReadyConsole has the console understand what colours and moves the cursor: an
// old one shows it as text unless it is asked to.
func ReadyConsole() {
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		var mode uint32
		if windows.GetConsoleMode(windows.Handle(f.Fd()), &mode) != nil {
			continue // it is a file or a pipe
		}
		_ = windows.SetConsoleMode(windows.Handle(f.Fd()), mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) // colours are all that can be missing
	}
}
