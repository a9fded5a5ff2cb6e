package reference

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// us is who the bot is in the recordings.
const us = "999"

// content returns a recorded file, unpacked: one of package conformance, or with
// FAMILIAR_VECTORS=DIR of that folder, as there. Without the file the test is
// skipped.
func content(t testing.TB, name string) []byte {
	t.Helper()
	dir := os.Getenv("FAMILIAR_VECTORS")
	if dir == "" {
		dir = filepath.Join("..", "..", "conformance", "testdata")
	}
	f, err := os.Open(filepath.Join(dir, name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded decisions: %s holds no %s", dir, name)
	}
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var r io.Reader = f
	if strings.HasSuffix(name, ".gz") {
		if r, err = gzip.NewReader(f); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return data
}

// load reads a recorded file into what to points at.
func load(t testing.TB, name string, to any) {
	t.Helper()
	if err := json.Unmarshal(content(t, name), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
