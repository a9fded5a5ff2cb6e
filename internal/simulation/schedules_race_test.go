//go:build race

package simulation

// defaultSchedules is less under the race detector, which is ten times slower
// and has nothing to find in a run of one goroutine.
const defaultSchedules = 1_000
