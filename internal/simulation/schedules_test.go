//go:build !race

package simulation

// defaultSchedules takes some ten seconds on two cores; .ci/run makes 100,000.
const defaultSchedules = 20_000
