package jetstream

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"familiar/journal/jetstream/embedded"
)

// TestRootLeavesNothing: what root looks at of another user's store stays that user's, or
// the program couldn't start any more; what writes there is refused.
func TestRootLeavesNothing(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only root can give a file away")
	}
	const somebody = 65534
	c := Config{Folder: filepath.Join(t.TempDir(), "journal"), Partitions: 2}
	j := opened(t, c)
	fill(t, j)
	var backup bytes.Buffer
	if err := errors.Join(j.Dump(t.Context(), &backup, nil), j.Close()); err != nil {
		t.Fatal(err)
	}
	each := func(do func(path string)) {
		t.Helper()
		if err := filepath.WalkDir(c.Folder, func(path string, _ fs.DirEntry, err error) error { do(path); return err }); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.Lchown(c.Folder, somebody, somebody), embedded.Ours(c.Folder)); err != nil {
		t.Errorf("root's store in somebody's folder: %v", err)
	}
	each(func(path string) {
		if err := os.Lchown(path, somebody, somebody); err != nil {
			t.Fatal(err)
		}
	})
	visitor := visited(t, c)
	if n := records(t, visitor); n == 0 {
		t.Error("nothing can be read")
	}
	if _, err := visitor.Append(t.Context(), 0, "test/w/garden", said("test/w/garden", 1)); !errors.Is(err, embedded.ErrReadOnly) {
		t.Errorf("append: got %v, want %v", err, embedded.ErrReadOnly)
	}
	if err := Repartition(t.Context(), c, 4, nil); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("repartition: got %v, want %v", err, fs.ErrPermission)
	}
	if err := Restore(t.Context(), Config{Folder: filepath.Join(c.Folder, "fresh", "journal")}, &backup, nil); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("restore: got %v, want %v", err, fs.ErrPermission)
	}
	each(func(path string) {
		stat, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		if owner := stat.Sys().(*syscall.Stat_t).Uid; owner != somebody {
			t.Errorf("%s belongs to %d, want %d", path, owner, somebody)
		}
	})
}
