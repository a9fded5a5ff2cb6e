// Package experiment draws which of two settings holds for a familiar in a
// channel: the one of its configuration, arm a, or one that differs in a few
// knobs, arm b. So a running deployment can find out which of them people
// welcome.
//
// A draw is a pure function of the plan, the room and, where it is drawn by the
// day, the day. So a restart, a reload and another process give the same; a
// thread goes with its room. The package knows nothing of knobs and of what came
// of them: config lays those of arm b over the familiar's, and lab/experiment
// reads the figures.
//
//	plan.go  what is compared, for how long, and what decides
//	day.go   a day, and when it begins
//	draw.go  who gets which setting
package experiment
