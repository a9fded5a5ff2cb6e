//go:build !race

package simulation

// defaultSchedules takes a few seconds on two cores; .ci/run makes 60,000.
const defaultSchedules = 3_000
