package process

import (
	"runtime/debug"
	"testing"
	"testing/fstest"
)

// TestTuneCollector: what the operator set stays, and what was set before comes
// back.
func TestTuneCollector(t *testing.T) {
	const before = 123
	defer debug.SetGCPercent(debug.SetGCPercent(before))
	now := func() int { // there is nothing that only asks
		percent := debug.SetGCPercent(before)
		debug.SetGCPercent(percent)
		return percent
	}
	for _, tt := range []struct {
		set  string
		want int
	}{{"", growth}, {"80", before}, {"off", before}} {
		t.Setenv("GOGC", tt.set)
		c := tuneCollector(fstest.MapFS{})
		if got := now(); got != before {
			t.Errorf("with GOGC=%q the heap grows by %d percent while it catches up, want %d", tt.set, got, before)
		}
		c.caughtUp()
		if got := now(); got != tt.want {
			t.Errorf("with GOGC=%q the heap grows by %d percent, want %d", tt.set, got, tt.want)
		}
		c.undo()
		c.caughtUp()
		if got := now(); got != before {
			t.Errorf("with GOGC=%q the heap grows by %d percent afterwards, want %d", tt.set, got, before)
		}
	}
}

func TestMemoryLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	before := debug.SetMemoryLimit(-1)
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	const mega = 1 << 20
	for _, tt := range []struct {
		story, set string
		system     fstest.MapFS
		want       int64
	}{
		{"no Linux", "", nil, before},
		{"no limit", "", fstest.MapFS{"proc/self/cgroup": file("0::/a\n"), "sys/fs/cgroup/a/memory.max": file("max\n")}, before},
		{"a limit", "", fstest.MapFS{"proc/self/cgroup": file("0::/a\n"), "sys/fs/cgroup/a/memory.max": file("1048576000\n")}, 900 * mega},
		{"a lower one above", "", fstest.MapFS{
			"proc/self/cgroup": file("0::/a/b\n"), "sys/fs/cgroup/a/memory.max": file("524288000\n"), "sys/fs/cgroup/a/b/memory.max": file("1048576000\n"),
		}, 450 * mega},
		{"a container that doesn't see where it is", "", fstest.MapFS{"proc/self/cgroup": file("0::/../../b\n"), "sys/fs/cgroup/memory.max": file("1048576000\n")}, 900 * mega},
		{"version 1", "", fstest.MapFS{
			"proc/self/cgroup": file("3:cpu:/x\n2:hugetlb,memory:/b\n"), "sys/fs/cgroup/memory/b/memory.limit_in_bytes": file("1048576000\n"),
			"sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n"), "sys/fs/cgroup/memory.max": file("1\n"),
		}, 900 * mega},
		{"what the operator set stays", "2GiB", fstest.MapFS{"proc/self/cgroup": file("0::/a\n"), "sys/fs/cgroup/a/memory.max": file("1048576000\n")}, before},
		{"what nobody understands", "", fstest.MapFS{"proc/self/cgroup": file("0\n::\n"), "sys/fs/cgroup/memory.max": file("-5")}, before},
	} {
		t.Setenv("GOMEMLIMIT", tt.set)
		c := tuneCollector(tt.system)
		if got := debug.SetMemoryLimit(-1); got != tt.want {
			t.Errorf("%s: the limit is %d, want %d", tt.story, got, tt.want)
		}
		c.undo()
		if got := debug.SetMemoryLimit(-1); got != before {
			t.Errorf("%s: the limit is %d afterwards, want %d", tt.story, got, before)
		}
	}
}
