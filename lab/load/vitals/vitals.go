// Package vitals measures processes: memory, CPU time, open files and, of this
// process itself, heap, goroutines and pauses of the collector. It reads /proc
// and the runtime; where a system has no /proc those figures are 0. It keeps
// nothing between two looks but the collector's counts.
package vitals

import (
	"math"
	"os"
	"runtime/metrics"
	"time"
)

// A Look is what processes were like at one moment, all of them together.
type Look struct {
	RSS        uint64        `json:"rss"`         // bytes of memory the system gives them
	Files      int           `json:"files"`       // they have open
	CPU        time.Duration `json:"cpu_ns"`      // they have used so far, the system's for them included
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

// A Watch looks at some processes again and again.
type Watch struct {
	processes []process
	samples   []metrics.Sample // of this process; nil: it isn't one of them
	pauses    []uint64         // as counted at the last look
}

// Of returns who watches the processes with those ids; none: this one.
func Of(pids ...int) *Watch {
	if len(pids) == 0 {
		pids = []int{os.Getpid()}
	}
	w := &Watch{}
	for _, pid := range pids {
		own := pid == os.Getpid()
		w.processes = append(w.processes, process{pid: pid, own: own})
		if own {
			w.samples = []metrics.Sample{{Name: heapName}, {Name: goroutinesName}, {Name: cyclesName}, {Name: pausesName}}
		}
	}
	return w
}

// A Share is what one process took.
type Share struct {
	PID  int           `json:"pid"`
	Name string        `json:"name"`   // the program's, as the system has it; "" where it doesn't tell
	RSS  uint64        `json:"rss"`    // bytes, at that moment
	CPU  time.Duration `json:"cpu_ns"` // so far
}

// Shares returns what each process has taken so far.
func (w *Watch) Shares() []Share {
	all := make([]Share, len(w.processes))
	for i, p := range w.processes {
		all[i] = Share{PID: p.pid, Name: p.name(), RSS: p.resident(), CPU: p.cpu()}
	}
	return all
}

// Look looks once.
func (w *Watch) Look() (l Look) {
	for _, p := range w.processes {
		l.RSS += p.resident()
		l.Files += p.files()
		l.CPU += p.cpu()
	}
	if w.samples == nil {
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
