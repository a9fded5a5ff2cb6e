package jetstream

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewerUnharmed: a store that a newer program has written is refused, by who
// would own it and by who visits, and neither a record nor how a stream is made
// is changed by that: the newer one goes on with it.
func TestNewerUnharmed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		story string
		newer form
		says  string
	}{
		{"its form is newer", form{Format: storeFormat + 1, State: 3, Partitions: 2, Keys: true}, "format"},
		{"its states are", form{Format: storeFormat, State: 4, Partitions: 2, Keys: true}, "states of version 4"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			older := Config{Folder: folder, StateVersion: 3, Log: quiet}
			j := openTest(t, Config{Folder: folder, Partitions: 2, StateVersion: 3})
			talkAbout(t, j, "test/w/c", "what-was-said")
			var stored form
			revision, err := j.store.ReadMeta(t.Context(), "form", &stored)
			if err == nil {
				_, err = j.store.WriteMeta(t.Context(), "form", revision, tt.newer)
			}
			if err != nil {
				t.Fatal(err)
			}
			// As a newer program would make it, and this one wouldn't.
			meta := j.config.plan().Meta()
			meta.Description = "of a newer program"
			if _, err := j.store.JetStream().UpdateStream(t.Context(), meta); err != nil {
				t.Fatal(err)
			}
			if err := j.Close(); err != nil {
				t.Fatal(err)
			}
			before := recordsOf(t, folder)
			for range 2 {
				if j, err := Open(t.Context(), older); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("opened: got %v, %v, want it refused", j, err)
				}
				if j, err := Visit(t.Context(), older); !errors.Is(err, ErrNewer) || !strings.Contains(err.Error(), tt.says) {
					t.Errorf("visited: got %v, %v, want it refused", j, err)
				}
			}
			after := recordsOf(t, folder)
			if len(after) != len(before) {
				t.Errorf("the store has %d files, had %d", len(after), len(before))
			}
			for name, text := range before {
				if !bytes.Equal(after[name], text) {
					t.Errorf("%s: %d bytes, was %d, and differs", name, len(after[name]), len(text))
				}
			}
		})
	}
}

// recordsOf returns the files of a store that hold its records and say how its
// streams are made. What is left out, the server makes anew of these at each start.
func recordsOf(t *testing.T, folder string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(filepath.Join(folder, "store"), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".blk" && entry.Name() != jetstreamMeta {
			return err
		}
		text, err := os.ReadFile(path)
		files[path] = text
		return err
	})
	if err != nil || len(files) < 10 {
		t.Fatalf("found %d files: %v", len(files), err)
	}
	return files
}

// jetstreamMeta is how the server calls the file that says how a stream is made.
const jetstreamMeta = "meta.inf"
