package conformance

import (
	"testing"

	"familiar/conformance/recorded"
)

// raw returns a vector file, unpacked.
func raw(t testing.TB, name string) []byte {
	t.Helper()
	return recorded.Content(t, "testdata", name)
}

// load reads a vector file of JSON into what to points at.
func load(t testing.TB, name string, to any) {
	t.Helper()
	recorded.Load(t, "testdata", name, to)
}
