//go:build !race

package simulation

// defaultSchedules is what fits into a minute on two cores.
const defaultSchedules = 100_000
