package vitals

import (
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"
)

func TestLook(t *testing.T) {
	if _, err := os.Stat("/proc/self/statm"); err != nil {
		t.Skip("no /proc here:", err)
	}
	debug.FreeOSMemory() // what is left of an earlier run
	w := Of()
	before := w.Look()
	held := make([]byte, 64<<20)
	for i := range held {
		held[i] = 1
	}
	file, err := os.Open("vitals.go")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	wait, gone := make(chan struct{}), make(chan struct{})
	defer func() { close(wait); <-gone }()
	go func() { defer close(gone); <-wait }()
	runtime.GC()
	after := w.Look()
	for late := time.Now().Add(await.Patience); after.CPU-before.CPU < 20*time.Millisecond && time.Now().Before(late); {
		after = w.Look() // which takes some: it is counted in ticks of 10 ms
	}
	for _, tt := range []struct {
		story     string
		grown, by int64
	}{
		{"memory of the process", int64(after.RSS) - int64(before.RSS), 60 << 20},
		{"its heap", int64(after.Heap) - int64(before.Heap), 60 << 20},
		{"its open files", int64(after.Files - before.Files), 1},
		{"its goroutines", int64(after.Goroutines - before.Goroutines), 1},
		{"its CPU time", int64(after.CPU - before.CPU), int64(20 * time.Millisecond)},
		{"its collections", int64(after.GC - before.GC), 1},
		{"their longest pause", int64(after.Pause), 1},
	} {
		if tt.grown < tt.by {
			t.Errorf("%s: grew by %d, want %d at least", tt.story, tt.grown, tt.by)
		}
	}
	runtime.KeepAlive(held)
	other := Of(os.Getppid()).Look()
	if other.RSS == 0 || other.Files < 0 || other.Goroutines != 0 {
		t.Errorf("of another process: got %+v, want its memory and no goroutines", other)
	}
	both := Of(os.Getppid(), os.Getpid())
	if sum := both.Look(); sum.RSS <= after.RSS/2+other.RSS/2 || sum.CPU < after.CPU || sum.Goroutines == 0 {
		t.Errorf("of two processes: got %+v, want what both take, and this one's goroutines", sum)
	}
	shares := both.Shares()
	if len(shares) != 2 || shares[1].PID != os.Getpid() || shares[1].RSS == 0 || !strings.HasPrefix(filepath.Base(os.Args[0]), shares[1].Name) || shares[1].Name == "" {
		t.Errorf("each by itself: got %+v", shares)
	}
}
