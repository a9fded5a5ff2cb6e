package main

import (
	"testing"

	"familiar/cmd/familiar/process"
	"familiar/config"
)

// TestChangesWhileRead: a file that changes after it was read, and before the
// others were, is read again.
func TestChangesWhileRead(t *testing.T) {
	h := newHouse(t)
	names := []string{"bookshop", "lighthouse", "mill"}
	load := func(file string) (*config.Config, error) {
		loaded, err := config.Load(file)
		h.change("cards/aria.md", names[0], names[1])
		names = names[1:]
		return loaded, err
	}
	loaded, print, err := process.ReadStill(load, h.file("web.toml"), nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(names) > 1 {
		t.Errorf("the files were read once without it being known which they are")
	}
	if print == process.Fingerprint(loaded.Files()) {
		t.Error("the card that changed counts as read")
	}
}
