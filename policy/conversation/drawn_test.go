package conversation

import (
	"testing"

	"pgregory.net/rapid"
)

// checkUntil draws cases of a property until what it is about came up in them, which
// a hundred drawn cases may all miss by chance; twenty times a hundred don't.
func checkUntil(t *testing.T, cameUp func() bool, property func(*rapid.T)) {
	t.Helper()
	for range 20 {
		rapid.Check(t, property)
		if cameUp() {
			return
		}
	}
	t.Error("what this property is about never came up: it shows nothing")
}
