// Package long is for tests that take long. They are left out unless FAMILIAR_LONG is
// set, as .ci/run sets it: go test ./... is to be done within four minutes on two cores.
package long

import (
	"os"
	"testing"
)

// Asked reports whether tests that take long are asked for.
func Asked() bool { return os.Getenv("FAMILIAR_LONG") != "" }

// Test skips a test that takes long unless those are asked for.
func Test(tb testing.TB) {
	tb.Helper()
	if !Asked() {
		tb.Skip("takes long: FAMILIAR_LONG=1 asks for it")
	}
}
