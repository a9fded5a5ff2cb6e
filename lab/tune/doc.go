// Package tune looks for the knobs that suit a recording: which settings of a
// familiar miss least, interrupt least and cost least, and which three of them
// an operator should look at.
//
//	space.go    the knobs that are tried, and which values of each
//	bench.go    what one setting comes to on the recording
//	outcome.go  misses, interruptions, cost, and when one setting beats another
//	front.go    the settings nothing beats
//	search.go   a coarse grid, then steps round the front that get smaller
//	choose.go   reserved, balanced and lively
//	report.go   the same for people and programs; html.go as one page
//
// The search is pure: the caller of [Search] gives the function that measures
// a setting. It knows no file and no flag; cmd/familiar calls it and
// docs/tuning.md explains it.
package tune
