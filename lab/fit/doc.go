// Package fit fits the weights of the odds to recorded chat, and says how good
// they are where they were not fitted.
//
// A [Set] holds one [Row] for each line as one familiar heard it: what
// policy/odds measured, and whether the participant in whose place the familiar
// stood really answered. [Fit] finds the weights under which that is likeliest;
// [Cross] gives each row the estimate of weights that were fitted to other
// slices, which is the only one figures may be made of. [Curve], [Rate] and
// [Reliability] make such figures, [Plot] draws them, [File] writes weights.
//
// One wake-up covers one line. Wider covers flatter a gate: who wakes for a
// mention and counts the last ten minutes of everybody's talk as covered has
// F1 .90 without having understood anything.
//
// It knows no recording and no clock. package replay makes the rows, familiar
// odds fit and replay/eval use them.
package fit
