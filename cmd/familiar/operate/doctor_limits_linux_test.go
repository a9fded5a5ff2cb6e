package operate

import (
	"net"
	"os"
	"testing"
)

// TestHolderOf: whoever listens is found by its port, and its limits with it.
func TestHolderOf(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::]:0"} {
		l, err := net.Listen("tcp", address)
		if err != nil {
			t.Skipf("no listener at %s here: %v", address, err)
		}
		got := holderOf(l.Addr().String())
		if got.pid != os.Getpid() || got.name == "" {
			t.Errorf("%s is of %v, want this process, %d", l.Addr(), got, os.Getpid())
		}
		if limit, open, ok := filesOf(got.pid); !ok || limit != ownFileLimit() || open == 0 {
			t.Errorf("it has %d of %d files, %v; want some of %d", open, limit, ok, ownFileLimit())
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
		if got := holderOf(l.Addr().String()); got.pid != 0 {
			t.Errorf("nobody listens, and %v is found", got)
		}
	}
	if _, _, ok := filesOf(0); ok {
		t.Error("nobody has a limit of files")
	}
}
