package process

import (
	"io/fs"
	"os"
	"path"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// growth is the percentage by which the heap of a long-running program may grow
// before it is collected. Go's default of 100 takes a third more memory for 10,000
// channels, and lines wait as long. While it catches up, when the heap does nothing but
// grow, that would cost a sixth more CPU for no less memory in the end.
const growth = 50

// A collector is how the heap of this process is collected while a service runs.
type collector struct {
	mu      sync.Mutex // once the service has ended, nothing is tuned any more
	ended   bool
	percent int // as they were before
	limit   int64
}

// tuneCollector sets, where a container bounds the memory, what the collector aims to
// stay below; what the operator has set stays.
func tuneCollector(system fs.FS) *collector {
	c := &collector{percent: debug.SetGCPercent(growth), limit: debug.SetMemoryLimit(-1)}
	debug.SetGCPercent(c.percent) // there is nothing that only asks
	if bound := ContainerLimit(system, "self"); bound > 0 && os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(bound / 10 * ofContainer)
	}
	return c
}

// caughtUp has the heap grow less from now on, unless the operator has set by how much,
// and gives back what reading the store has left behind.
func (c *collector) caughtUp() {
	c.mu.Lock()
	ended := c.ended
	if !ended && os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	c.mu.Unlock()
	if !ended {
		debug.FreeOSMemory()
	}
}

// undo sets all as it was before.
func (c *collector) undo() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ended = true
	debug.SetGCPercent(c.percent)
	debug.SetMemoryLimit(c.limit)
}

// ofContainer is how many tenths of a container's memory are Go's. Near that it
// collects more often than growth says, at most half of the time; past the
// whole the kernel would kill the process.
const ofContainer = 9

// ContainerLimit returns how many bytes a process may take as its control
// groups say; 0: as many as there are. system is the root of the file system, process the
// name of a folder below /proc.
func ContainerLimit(system fs.FS, process string) int64 {
	groups, err := fs.ReadFile(system, path.Join("proc", process, "cgroup"))
	if err != nil {
		return 0 // no Linux
	}
	least := int64(0)
	for line := range strings.Lines(string(groups)) {
		_, controllers, _ := strings.Cut(strings.TrimSpace(line), ":")
		controllers, group, _ := strings.Cut(controllers, ":")
		folder, file := "sys/fs/cgroup", "memory.max"
		if slices.Contains(strings.Split(controllers, ","), "memory") { // version 1
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if controllers != "" {
			continue
		}
		for group = path.Join("/", group); ; group = path.Dir(group) { // those above bound it too
			if n := limitIn(system, path.Join(folder, group, file)); n > 0 && (least == 0 || n < least) {
				least = n
			}
			if group == "/" {
				break
			}
		}
	}
	return least
}

// noLimit is more than any limit: version 1 writes a number near 2^63 for none.
const noLimit = 1 << 50

func limitIn(system fs.FS, file string) int64 {
	text, err := fs.ReadFile(system, file)
	if err != nil {
		return 0
	}
	n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	if err != nil || n <= 0 || n >= noLimit { // "max"
		return 0
	}
	return n
}
