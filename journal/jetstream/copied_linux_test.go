package jetstream

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"familiar/journal/jetstream/embedded"
)

// readOnlyFolder names the folder that the test in a process of its own visits.
const readOnlyFolder = "FAMILIAR_TEST_READ_ONLY"

// TestVisitOnAReadOnlyDisk: a store on a disk that is mounted read-only can be
// looked at, whether or not a program that may write has it, and nothing of it
// is left elsewhere.
func TestVisitOnAReadOnlyDisk(t *testing.T) {
	if folder := os.Getenv(readOnlyFolder); folder != "" {
		visitReadOnly(t, folder)
		return
	}
	for _, tt := range []struct {
		story   string
		running bool
	}{{"stopped", false}, {"running", true}} {
		t.Run(tt.story, func(t *testing.T) {
			c := Config{Folder: t.TempDir(), Partitions: 2}
			j := opened(t, c)
			fill(t, j)
			if !tt.running {
				if err := j.Close(); err != nil {
					t.Fatal(err)
				}
			}
			elsewhere := t.TempDir()
			again := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestVisitOnAReadOnlyDisk$", "-test.v")
			again.Env = append(os.Environ(), readOnlyFolder+"="+c.Folder, "TMPDIR="+elsewhere)
			again.SysProcAttr = &syscall.SysProcAttr{
				Cloneflags:  syscall.CLONE_NEWUSER | syscall.CLONE_NEWNS,
				UidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}},
				GidMappings: []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}},
			}
			out, err := again.CombinedOutput()
			if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOSPC) {
				t.Skipf("this system lets nobody have a mount of one's own: %v", err)
			}
			if err != nil {
				t.Errorf("%v\n%s", err, out)
			} else if bytes.Contains(out, []byte("--- SKIP")) {
				t.Skipf("%s", out)
			}
			if left, err := os.ReadDir(elsewhere); err != nil || len(left) > 0 {
				t.Errorf("left over: %v, %v", left, err)
			}
		})
	}
}

// visitReadOnly mounts the folder over itself, read-only, and visits it.
func visitReadOnly(t *testing.T, folder string) {
	for _, mount := range []struct {
		source, target string
		flags          uintptr
	}{
		{"", "/", syscall.MS_REC | syscall.MS_PRIVATE}, // what follows is this process's alone
		{folder, folder, syscall.MS_BIND},
		{"", folder, syscall.MS_BIND | syscall.MS_REMOUNT | syscall.MS_RDONLY},
	} {
		if err := syscall.Mount(mount.source, mount.target, "", mount.flags, ""); err != nil {
			t.Skipf("mount %s: %v", mount.target, err)
		}
	}
	if err := embedded.Writable(folder); !embedded.IsReadOnly(err) {
		t.Fatalf("the folder is not read-only: %v", err)
	}
	j := visited(t, Config{Folder: folder})
	running, err := j.Running(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s, err := j.Status(t.Context())
	if err != nil || s.Channels != 4 || s.Waiting != 4 || s.Store != folder {
		t.Errorf("status: got %+v, %v", s, err)
	}
	if problems, err := j.Verify(t.Context(), nil, nil); err != nil || len(problems) > 0 {
		t.Errorf("verify: got %v, %v", problems, err)
	}
	before := records(t, j)
	switch _, err := j.Append(t.Context(), 0, "test/w/garden", said("test/w/garden", 1)); {
	case running && err != nil:
		t.Errorf("append by the program that runs: %v", err)
	case !running && !errors.Is(err, embedded.ErrReadOnly):
		t.Errorf("append: got %v, want %v", err, embedded.ErrReadOnly)
	case !running && records(t, j) != before:
		t.Error("append: refused, and done all the same")
	}
}

func records(t *testing.T, j *Journal) (n int) {
	t.Helper()
	for _, err := range j.Records(t.Context(), 0) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	return n
}
