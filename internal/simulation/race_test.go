//go:build race

package simulation

const race = true
