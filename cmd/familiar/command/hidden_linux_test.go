package command

import (
	"os"
	"testing"

	"github.com/charmbracelet/x/term"
)

// TestHide: what is no terminal can't hide anything, and says so before a secret
// is typed.
func TestHide(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if _, err := Hide(r)(); err == nil {
		t.Error("a pipe hides what is typed")
	}
}

// TestHideTerminal: a terminal shows nothing while it hides, and again afterwards.
func TestHideTerminal(t *testing.T) {
	const echo = 0o10
	tty, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	defer tty.Close()
	shown := func() bool {
		state, err := term.GetState(tty.Fd())
		if err != nil {
			t.Fatal(err)
		}
		return state.Lflag&echo != 0
	}
	if !shown() {
		t.Fatal("a new terminal shows nothing")
	}
	show, err := Hide(tty)()
	if err != nil {
		t.Fatal(err)
	}
	if shown() {
		t.Error("it shows what is hidden")
	}
	if show(); !shown() {
		t.Error("it shows nothing afterwards")
	}
}
