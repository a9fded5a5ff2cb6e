package reference

import (
	"path/filepath"
	"testing"

	"familiar/conformance/recorded"
)

// us is who the bot is in the recordings.
const us = "999"

// recordings are package conformance's.
var recordings = filepath.Join("..", "..", "conformance", "testdata")

// content returns a recorded file, unpacked.
func content(t testing.TB, name string) []byte {
	t.Helper()
	return recorded.Content(t, recordings, name)
}

// load reads a recorded file into what to points at.
func load(t testing.TB, name string, to any) {
	t.Helper()
	recorded.Load(t, recordings, name, to)
}
