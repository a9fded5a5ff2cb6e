//go:build !race

package simulation

const race = false
