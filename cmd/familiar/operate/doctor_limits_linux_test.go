package operate

import (
	"net"
	"os"
	"path/filepath"
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

// TestGroupLimit: the least of a group and those above it holds.
func TestGroupLimit(t *testing.T) {
	root := t.TempDir()
	for group, limit := range map[string]string{"": "max\n", "system.slice": "1000\n", "system.slice/familiar.service": "5000\n", "user.slice": "max\n"} {
		folder := filepath.Join(root, group)
		if err := os.MkdirAll(folder, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, "memory.max"), []byte(limit), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct {
		story, groups string
		want          int64
	}{
		{"the slice allows less than the service", "0::/system.slice/familiar.service\n", 1000},
		{"no limit", "0::/user.slice\n", 0},
		{"a group that is gone", "0::/nowhere/at/all\n", 0},
		{"version 1 isn't read", "4:memory:/system.slice\n", 0},
		{"beside version 1", "4:memory:/x\n0::/system.slice\n", 1000},
	} {
		if got := groupLimit(root, tt.groups); got != tt.want {
			t.Errorf("%s: got %d, want %d", tt.story, got, tt.want)
		}
	}
}
