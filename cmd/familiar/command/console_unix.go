//go:build !windows

package command

// ReadyConsole does nothing: terminals understand what colours and moves the
// cursor.
func ReadyConsole() {}
