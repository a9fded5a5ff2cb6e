package conformance

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

// raw returns a vector file, unpacked if its name ends in .gz: from testdata,
// or with FAMILIAR_VECTORS=DIR from DIR. A file missing there skips the test.
func raw(t testing.TB, name string) []byte {
	t.Helper()
	dir := os.Getenv("FAMILIAR_VECTORS")
	elsewhere := dir != ""
	if !elsewhere {
		dir = "testdata"
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

// load reads a vector file of JSON into what to points at.
func load(t testing.TB, name string, to any) {
	t.Helper()
	if err := json.Unmarshal(raw(t, name), to); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}
