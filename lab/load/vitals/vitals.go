// Package vitals measures a process: memory, CPU time, open files and, of this
// process itself, heap, goroutines and pauses of the collector. It reads /proc
// and the runtime; where a system has no /proc those figures are 0. It keeps
// nothing between two looks but the collector's counts.
package vitals

import (
	"math"
	"os"
	"runtime/metrics"
	"strconv"
	"time"
)

// A Look is what a process was like at one moment.
type Look struct {
	RSS        uint64        `json:"rss"`         // bytes of memory the system gives it
	Files      int           `json:"files"`       // it has open
	CPU        time.Duration `json:"cpu_ns"`      // it has used so far, the system's for it included
	Heap       uint64        `json:"heap"`        // bytes of objects, dead ones among them until they are swept; only of this process
	Goroutines int           `json:"goroutines"`  // only of this process
	GC         int           `json:"gc"`          // collections so far; only of this process
	Pause      time.Duration `json:"gc_pause_ns"` // the longest stop of the world since the look before; only of this process
}

// The runtime's names of what is read.
const (
	heapName       = "/memory/classes/heap/objects:bytes"
	goroutinesName = "/sched/goroutines:goroutines"
	cyclesName     = "/gc/cycles/total:gc-cycles"
	pausesName     = "/sched/pauses/total/gc:seconds"
)

// A Watch looks at one process again and again.
type Watch struct {
	proc    string // its folder in /proc
	own     bool
	samples []metrics.Sample
	pauses  []uint64 // as counted at the last look
}

// Of returns who watches the process with that id; 0 is this one.
func Of(pid int) *Watch {
	if pid == 0 || pid == os.Getpid() {
		return &Watch{proc: "/proc/self", own: true, samples: []metrics.Sample{{Name: heapName}, {Name: goroutinesName}, {Name: cyclesName}, {Name: pausesName}}}
	}
	return &Watch{proc: "/proc/" + strconv.Itoa(pid)}
}

// Look looks once.
func (w *Watch) Look() Look {
	l := Look{RSS: w.resident(), Files: w.files(), CPU: w.cpu()}
	if !w.own {
		return l
	}
	metrics.Read(w.samples)
	l.Heap = w.samples[0].Value.Uint64()
	l.Goroutines = int(w.samples[1].Value.Uint64())
	l.GC = int(w.samples[2].Value.Uint64())
	l.Pause = w.longest(w.samples[3].Value.Float64Histogram())
	return l
}

// longest returns the upper bound of the slowest pause that is new.
func (w *Watch) longest(h *metrics.Float64Histogram) (longest time.Duration) {
	for i, n := range h.Counts {
		if i >= len(w.pauses) || n > w.pauses[i] {
			if seconds := h.Buckets[i+1]; n > 0 && !math.IsInf(seconds, 1) {
				longest = time.Duration(seconds * float64(time.Second))
			}
		}
	}
	w.pauses = append(w.pauses[:0], h.Counts...)
	return longest
}
