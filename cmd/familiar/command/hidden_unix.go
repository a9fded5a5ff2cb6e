//go:build unix

package command

import (
	"os"
	"syscall"

	"github.com/charmbracelet/x/term"
)

// Hide returns what stops a terminal from showing what is typed, until show is
// called. Lines are still read as before, and Ctrl-C still works.
func Hide(terminal *os.File) func() (show func(), err error) {
	return func() (func(), error) {
		before, err := term.GetState(terminal.Fd())
		if err != nil {
			return nil, err
		}
		silent := *before
		silent.Lflag &^= syscall.ECHO
		if err := term.SetState(terminal.Fd(), &silent); err != nil {
			return nil, err
		}
		return func() { term.Restore(terminal.Fd(), before) }, nil //nolint:errcheck // there is nothing left to do
	}
}
