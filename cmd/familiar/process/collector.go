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

// GiveCollectorAThread makes a small machine run that many, sharing its cores: for
// some 15 % more CPU time lines wait less for a collection, the more so when the
// machine has other work. An operator's setting stays, and so does a container's
// limit, which more threads would only use up faster.
func GiveCollectorAThread() {
	procs := runtime.GOMAXPROCS(0)
	if os.Getenv("GOMAXPROCS") == "" && procs == runtime.NumCPU() && procs < collecting {
		runtime.GOMAXPROCS(collecting)
	}
}

// growth is the percentage by which the heap of a long-running program may grow
// before it is collected. Go's default of 100 takes a third more memory for 10,000
// channels, and lines wait as long.
const growth = 50

// collectSooner sets that growth, unless the operator has set one, and returns a
// function that undoes it.
func collectSooner() (undo func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(growth)
	return func() { debug.SetGCPercent(before) }
}
