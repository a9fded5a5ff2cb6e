package loading

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// TestProfile: what a load writes with --profile. Only one CPU profile can be
// taken at a time, so that this test is by itself.
func TestProfile(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new")
	end, err := profile(folder)
	if err != nil {
		t.Fatal(err)
	}
	if err := end(); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ file, begins string }{
		{"cpu.pprof", "\x1f\x8b"},
		{"allocs.pprof", "\x1f\x8b"},
		{"heap.pprof", "\x1f\x8b"},
		{"goroutine.pprof", "\x1f\x8b"},
		{"cpu.svg", "<svg "},
		{"allocs.svg", "<svg "},
	} {
		if text, err := os.ReadFile(filepath.Join(folder, tt.file)); err != nil || !bytes.HasPrefix(text, []byte(tt.begins)) {
			t.Errorf("%s begins with %.20q, %v; want %q", tt.file, text, err, tt.begins)
		}
	}
}
