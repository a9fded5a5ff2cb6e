// Package tally keeps account of a load: which lines were said, which of them
// were decided, once and in order, and which calls were answered, once. It
// believes nobody: what it is told comes from the one who says lines and from
// the program under load, and it compares the two. It has no clock and starts
// nothing; package load tells it what happens, from any goroutine.
//
//	tally.go     lines and their decisions
//	queue.go     the lines of one channel that are not decided
//	turns.go     calls and their answers
//	once.go      what was seen lately
//	histogram.go how long things take
package tally
