package process

import (
	"os"
	"runtime"
	"runtime/debug"
)

// collecting is how many goroutines have to be able to run at the same time
// for Go to give its collector a thread of its own: it may use a quarter of
// them. With fewer it takes turns with everybody else, up to 10 ms at a time.
const collecting = 4

// GiveCollectorAThread has a small machine run that many, in the time of its
// cores as the kernel shares it out: for some 15 % more CPU time lines wait
// less for a collection, the more so when the machine has other work. What the
// operator set stays, and so does a container's limit, which more threads
// would only use up faster.
func GiveCollectorAThread() {
	procs := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" && procs == runtime.NumCPU() && procs < collecting {
		runtime.GOMAXPROCS(collecting)
	}
}

// growth is by how many percent of what is in use the heap of a program that
// stays may grow before it is collected. Go's own 100 takes a third more memory
// for 10,000 channels, and lines wait as long.
const growth = 50

// collectSooner has the heap grow by that, unless the operator has said by how
// much, and gives what undoes it.
func collectSooner() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(growth)
	return func() { debug.SetGCPercent(before) }
}
