// Package experiment tells how two settings of a familiar compare while a program
// runs: what became of the lines it said unasked under each, how sure that is,
// and whether the experiment may stop.
//
// It reads a ledger's notes, one channel after the other, and keeps a few numbers
// for each unit that was drawn: a room, or a day of one. policy/experiment draws
// and plans; this package counts and decides.
//
//	read.go      notes -> units
//	unit.go      what is counted of a unit
//	spending.go  how much of the error may be spent by when
//	looks.go     the looks, each against the draws that could have been
//	figures.go   what each arm comes to, with intervals
//	estimate.go  rates over units, and how sure they are
//	verdict.go   and what follows
//	power.go     how much is needed to find a difference
package experiment
