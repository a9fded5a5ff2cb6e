// Package load says the lines of load/traffic to a running familiar and
// reports what became of each: accepted, decided once and in order, answered,
// how long that took, and what the process was like meanwhile. It knows no
// network, configuration or journal: whom it talks to is a [Target], and what
// happens there is told to a tally.Tally by the target's maker.
// cmd/familiar has a target in its own process, load/remote one over HTTP.
//
//	target.go  whom lines are said to, and what they are called
//	text.go    what a line says
//	run.go     the load itself
//	lanes.go   who says lines
//	sample.go  what is seen each second
//	report.go  what came out
//	faults.go  what is wrong with it
//	print.go   the report for people
//	plot.go    the report as a picture
package load
