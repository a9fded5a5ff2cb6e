package process

import (
	"bytes"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"familiar/config"
	"familiar/control/access"
)

// TestATokenOthersMayKnowIsNotKept: one that isn't its owner's alone, or that
// is none, makes way for a new one, and the log says so without saying it.
func TestATokenOthersMayKnowIsNotKept(t *testing.T) {
	old := access.DrawSecret()
	for _, tt := range []struct {
		story string
		leave func(file string) error
		kept  bool
		warns string
	}{
		{"none is there", func(string) error { return nil }, false, ""},
		{"one of the run before", func(file string) error { return os.WriteFile(file, []byte(old+"\n"), 0o600) }, true, ""},
		{"one the group may read", func(file string) error {
			return errors.Join(os.WriteFile(file, []byte(old), 0o600), os.Chmod(file, 0o640))
		}, false, "other users can read it"},
		{"half of one", func(file string) error { return os.WriteFile(file, []byte(old[:20]), 0o600) }, false, "it contains no token"},
		{"an empty file", func(file string) error { return os.WriteFile(file, nil, 0o600) }, false, "it contains no token"},
		{"a folder", func(file string) error { return os.Mkdir(file, 0o700) }, false, "it is not a regular file"},
		{"a link to one elsewhere", func(file string) error {
			elsewhere := file + ".elsewhere"
			return errors.Join(os.WriteFile(elsewhere, []byte(old), 0o600), os.Symlink(elsewhere, file))
		}, false, "too many levels of symbolic links"},
	} {
		t.Run(tt.story, func(t *testing.T) {
			c := config.Default()
			c.Data = t.TempDir()
			file := tokenFile(&c)
			if err := tt.leave(file); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			token, kept := PageToken(&c, slog.New(slog.NewTextHandler(&out, nil)))
			if kept != tt.kept || kept != (token == old) || len(token) != len(old) {
				t.Errorf("kept %t, the old one %t, of %d characters; want it kept: %t", kept, token == old, len(token), tt.kept)
			}
			if log := out.String(); (log == "") != (tt.warns == "") || !strings.Contains(log, tt.warns) || strings.Contains(log, token) || strings.Contains(log, old) {
				t.Errorf("the log says %q, want %q and no token", log, tt.warns)
			}
			if stat, err := os.Lstat(file); tt.story != "a folder" && (err != nil || stat.Mode() != 0o600) {
				t.Errorf("the file is %v (%v), want it for its owner only", stat, err)
			}
			if left, err := filepath.Glob(file + ".[0-9]*"); err != nil || len(left) > 0 {
				t.Errorf("%v is left (%v)", left, err)
			}
			again, kept := PageToken(&c, slog.New(slog.DiscardHandler))
			if tt.story != "a folder" && (!kept || again != token) {
				t.Errorf("the next run has another token (kept: %t)", kept)
			}
		})
	}
	c := config.Default()
	c.Data, c.Control.Listen = t.TempDir(), "0.0.0.0:7077"
	if token, _ := PageToken(&c, slog.New(slog.DiscardHandler)); token != "" {
		t.Error("a listener that others reach has a token of its own")
	}
}
