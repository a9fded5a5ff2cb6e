package main

import (
	"os"
	"syscall"
	"testing"

	"familiar/internal/await"
)

// TestHungFileStopsNoStop: reading a file that hangs, as on a mount whose server is gone,
// is told of, and the program can be stopped meanwhile. A pipe that nobody writes to hangs
// as well.
func TestHungFileStopsNoStop(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	p := start(t, "run", h.file("web.toml"))
	visit(p)
	card := h.file("cards/aria.md")
	if err := os.Remove(card); err != nil {
		t.Fatal(err)
	}
	p.until("configuration refused, the old one stays in force", 1)
	if err := syscall.Mkfifo(card, 0o600); err != nil {
		t.Fatal(err)
	}
	var held *os.File // while it is open the reader sees no end
	await.Until(t, "it reads the pipe", func() (opened bool) {
		var err error
		held, err = os.OpenFile(card, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		return err == nil
	})
	defer held.Close()
	p.until("take long to read: nothing is reloaded until they are", 1)
	p.quit()
}
