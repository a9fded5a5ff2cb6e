// Package weaklabel tells from what follows a line whether somebody answered it,
// and says how often that is right.
//
// A running program has nobody who notes what answers what. It sees who presses
// reply, who calls whom, who speaks next and how long nobody does. Each such
// sign is a labelling function (Ratner et al., 2016): a [Sign] claims that one
// line answers another, a [Refusal] that a line was left unanswered. [Measure]
// compares the claims with a recording in which it was noted what answers what.
//
//	talk.go     what is seen of a slice while it goes on
//	sign.go     answers
//	refusal.go  silences
//	truth.go    what was noted, and which part of it a sign may be held to
//	count.go    precision, recall and their intervals
//	table.go    the tables, and their text
//
// It knows lines and what was noted of them; no familiar, no policy's state and
// no clock. The command line calls [Measure]; nothing of a running program may
// import it.
package weaklabel
