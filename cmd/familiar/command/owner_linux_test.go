package command

import (
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestReplacedStaysWhose: a configuration that root tunes can still be read by its service.
func TestReplacedStaysWhose(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	const somebody = 65534
	file := filepath.Join(t.TempDir(), "familiar.toml")
	for what, replace := range map[string]func() error{
		"checked": func() error { return ReplaceChecked(file, []byte("new"), 0o640, nil) },
		"written": func() error {
			_, err := ReplaceFile(file, func(w io.Writer) error { _, err := w.Write([]byte("new")); return err })
			return err
		},
	} {
		if err := os.WriteFile(file, []byte("old"), 0o640); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(file, somebody, somebody); err != nil {
			t.Fatal(err)
		}
		if err := replace(); err != nil {
			t.Fatal(err)
		}
		stat, err := os.Stat(file)
		if err != nil {
			t.Fatal(err)
		}
		if owner := stat.Sys().(*syscall.Stat_t); owner.Uid != somebody || owner.Gid != somebody {
			t.Errorf("%s: it belongs to %d:%d, want %d", what, owner.Uid, owner.Gid, somebody)
		}
	}
}
