package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"familiar/internal/await"
)

// TestInspectBoard drives the board as a person does: the real binary, in a
// terminal, beside a program that runs.
func TestInspectBoard(t *testing.T) {
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l1", "@Aria how are you today?")
	p.until(`msg=decision .*channel=web//garden familiar=aria message=l1 act=settled rung=spoke`, 1)

	b := sit(t, 80, 24, "familiar", "inspect", "-c", h.file("web.toml"))
	b.until(`> .*garden`, 1)
	b.until(`spoke`, 1)
	v.say("kitchen", "k1", "@Aria what is there to eat?")
	b.until(`web//kitchen`, 1) // seen live

	b.press("\r")
	b.until(`answered`, 1)
	b.until(`would.*have.*been`, 1)
	b.press("\rw") // back to the list, and wake
	b.until(`Consider`, 1)
	b.press("y")
	p.until(`msg=control .*tool=wake channel=web//garden familiar="" outcome=done`, 1)
	b.until(`done`, 1)
	p.until(`msg=decision .*channel=web//garden .*trigger=wake`, 1)

	b.resize(120, 30)
	b.until(`│`, 20)
	b.press("\x03")
	b.ends()
}

// TestInspectBoardReads: with a token that only reads, the board says which keys
// need more, and nothing is done. It stays when the program ends.
func TestInspectBoardReads(t *testing.T) {
	const secret = "a secret of 16 characters"
	t.Setenv("READER", secret)
	h := newHouse(t)
	h.change("web.toml", "[control]\n", "[[control.tokens]]\nname = \"reader\"\nsecret = \"env:READER\"\nscopes = [\"read\"]\n\n[control]\n")
	p := start(t, "run", h.file("web.toml"))
	v := visit(p)
	v.say("garden", "l1", "@Aria how are you today?")
	p.until(`msg=decision .*channel=web//garden familiar=aria message=l1 act=settled rung=spoke`, 1)

	b := sit(t, 80, 24, "familiar", "inspect", "--at", v.base+"/", "--token", secret)
	b.until(`> .*garden`, 1)
	b.press("w")
	b.until(`not.*with.*this.*token`, 1)
	p.quit()
	b.until(`away`, 1)
	if strings.Contains(p.String(), "tool=wake") {
		t.Error("it asked to wake a channel")
	}
	b.press("\x1b")
	b.ends()
}

// A seat is a program in a terminal of its own, with all that it wrote there.
type seat struct {
	*written
	terminal *os.File
	code     chan error
}

// sit starts one in a terminal of a size.
func sit(t *testing.T, columns, rows uint16, name string, args ...string) *seat {
	t.Helper()
	master, slave := openTerminal(t)
	s := &seat{newWritten(t), master, make(chan error, 1)}
	s.resize(columns, rows)
	c := exec.Command(name, args...)
	c.Stdin, c.Stdout, c.Stderr = slave, slave, slave
	c.Env = append(os.Environ(), "TERM=xterm-256color", "NO_COLOR=1")
	c.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	_ = slave.Close() // the program has it
	read := make(chan struct{})
	go func() {
		defer close(read)
		_, _ = io.Copy(s.written, master) // until the program has ended
	}()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		s.code <- c.Wait()
	}()
	t.Cleanup(func() { _ = c.Process.Kill(); <-ended; _ = master.Close(); <-read })
	return s
}

// openTerminal returns the two ends of a new terminal.
func openTerminal(t *testing.T) (master, slave *os.File) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0)
	if err != nil {
		t.Skip(err)
	}
	if err := unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	n, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	slave, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	return master, slave
}

// press sends keys as a terminal does.
func (s *seat) press(keys string) {
	s.t.Helper()
	if _, err := io.WriteString(s.terminal, keys); err != nil {
		s.t.Fatal(err)
	}
}

// resize gives the terminal another size; the program is told.
func (s *seat) resize(columns, rows uint16) {
	s.t.Helper()
	if err := unix.IoctlSetWinsize(int(s.terminal.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Col: columns, Row: rows}); err != nil {
		s.t.Fatal(err)
	}
}

// ends waits for the program's end, without an error.
func (s *seat) ends() {
	s.t.Helper()
	if err := await.Value(s.t, "the end of the program", s.code); err != nil {
		s.t.Errorf("it ended with %v", err)
	}
}
