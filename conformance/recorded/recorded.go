// Package recorded reads the recordings of other systems' decisions, for the tests
// of conformance and bench/reference.
package recorded

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

// Content returns a vector file, unpacked if its name ends in .gz: from the folder
// or, with FAMILIAR_VECTORS=DIR, from DIR. A file missing there skips the test.
func Content(t testing.TB, folder, name string) []byte {
	t.Helper()
	dir := os.Getenv("FAMILIAR_VECTORS")
	elsewhere := dir != ""
	if !elsewhere {
		dir = folder
	}
	f, err := os.Open(filepath.Join(dir, name))
	if elsewhere && errors.Is(err, fs.ErrNotExist) {
		t.Skipf("FAMILIAR_VECTORS=%s holds no %s", dir, name)
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

// Load reads a vector file of JSON into what to points at.
func Load(t testing.TB, folder, name string, to any) {
	t.Helper()
	if err := json.Unmarshal(Content(t, folder, name), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
