// Package eval lays presets of ours beside simpler gates, on recorded chat of
// which it is known who really answered: how much of the timing is worth its
// cost.
//
// Every row of a [Table] is one gate. The measures are those of package score;
// beside them balanced accuracy, and, for the lines that nobody said are for
// the familiar, AUC and calibration error of the estimate. A gate that makes no
// estimate is as sure as its decisions: 1 where it speaks, 0 where it doesn't.
//
// Weights say nothing about slices they were fitted to. Where those the program
// carries were fitted to the recording, each slice is replayed with weights
// that were fitted to the others; [Table.Weights] says which it was.
//
// [CompareLanguages] plays a short chat that is the same in each language whose words
// the program knows; [Options.Unknown] takes the words from a recording.
//
// A [Bench] draws questions for a real judge and says what its answers are
// worth; [Scenarios] plays the gates over talks of package scenario, in which
// somebody said when to speak.
//
// It knows no flags, asks no model and prints nothing. The command line calls it.
package eval
