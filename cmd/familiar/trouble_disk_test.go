//go:build unix

package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"familiar/internal/long"
)

// mount puts a file system of its own at a folder, of options as mount(8) has
// them.
func mount(t *testing.T, folder, options string) {
	t.Helper()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", options, "tmpfs", folder).CombinedOutput(); err != nil {
		t.Skipf("no file system of its own can be mounted here: %v: %s", err, out)
	}
	t.Cleanup(func() {
		if out, err := exec.Command("umount", "-l", folder).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
}

// small gives the data folder a disk of its own of 32 MiB.
func (h *troubled) small() {
	h.t.Helper()
	if err := os.Mkdir(h.file("data"), 0o700); err != nil {
		h.t.Fatal(err)
	}
	mount(h.t, h.file("data"), "size=32m")
}

// crowd fills the data folder's disk but for so many bytes; room takes that
// away.
func (h *troubled) crowd(but int64) (room func()) {
	h.t.Helper()
	return crowd(h.t, h.file("data"), but)
}

// crowd fills the disk of a folder but for so many bytes; room takes that away.
func crowd(t *testing.T, folder string, but int64) (room func()) {
	t.Helper()
	name := filepath.Join(folder, "crowd")
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		t.Fatal(err)
	}
	err := os.WriteFile(name, make([]byte, max(0, int64(disk.Bavail)*int64(disk.Bsize)-but)), 0o600)
	if err != nil && !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	return func() {
		t.Helper()
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}

// TestReserve: while less than reserve_mb of the disk is free lines are
// refused, and when there is room again the program goes on by itself.
func TestReserve(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "[journal]\npartitions = 1\nreserve_mb = 8\n")
	h.small()
	p := launch(t, "run", h.main())
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t1")
	answered(garden, "t1")

	room := h.crowd(4 << 20)
	said, taken := v.refused("garden", "r", "is there room?")
	if !strings.Contains(said, "the journal is full: send it again later with the same id") {
		t.Errorf("it was refused with %s, want why and what to do", said)
	}
	p.until(`the disk of `+filepath.Join(h.folder, "data", "journal")+` has \d+ bytes left, and \d+ are kept free`, 1)

	room()
	v.say("garden", "l2", "@Aria t2")
	answered(garden, "t2")
	p.quit()
	h.wantKept(append(taken, "l1", "l2"), []string{"t1", "t2"})
}

// TestDiskFull: without a reserve a write fails at last. Then the program ends
// and says why, doesn't start as long as there is no room, and afterwards has
// every line it acknowledged.
func TestDiskFull(t *testing.T) {
	long.Test(t)
	t.Parallel()
	h := newTroubled(t, "[journal]\npartitions = 1\nreserve_mb = 0\n")
	h.small()
	p := launch(t, "run", h.main())
	v := visit(p)
	garden := v.listen("garden")
	v.say("garden", "l1", "@Aria t1")
	answered(garden, "t1")

	room := h.crowd(200 << 10)
	noise := make([]byte, 6<<10)
	_, _ = rand.Read(noise) // never fails
	_, kept := v.refused("garden", "n", hex.EncodeToString(noise))
	if len(kept) == 0 {
		t.Error("not one line was taken before the disk was full")
	}
	t.Logf("%d lines were taken before the disk was full", len(kept))
	p.ends(1)
	p.until(`data/journal: the disk refused a write: free some space or repair it, and start again.*no space left`, 1)

	h.crowd(0)
	began := time.Now()
	full := launch(t, "run", h.main())
	full.ends(1)
	full.until(`no space left`, 1)
	t.Logf("without room it took %v to say so", time.Since(began).Round(time.Millisecond))

	room()
	again := launch(t, "run", h.main())
	v = visit(again)
	v.say("garden", "l2", "@Aria t2")
	answered(v.listen("garden"), "t2")
	again.quit()
	h.wantKept(append(kept, "l1", "l2"), []string{"t1", "t2"})
}
