//go:build unix

package bench

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// spent is the CPU time this process has used, its own and the system's for
// it. Unlike the clock it says the same on a machine that has other work.
func spent(tb testing.TB) time.Duration {
	tb.Helper()
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// resident is how many MiB of memory the process holds; 0 where the system
// doesn't tell.
func resident() float64 {
	b, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.Atoi(fields[1])
	if err != nil {
		return 0
	}
	return float64(pages*os.Getpagesize()) / (1 << 20)
}

// onDisk is how many MiB a folder takes.
func onDisk(tb testing.TB, folder string) float64 {
	tb.Helper()
	blocks := int64(0)
	err := filepath.WalkDir(folder, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		at, err := d.Info()
		if err != nil {
			return err
		}
		if s, ok := at.Sys().(*syscall.Stat_t); ok {
			blocks += s.Blocks
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
	return float64(blocks*512) / (1 << 20)
}
