// Package conformance holds what other systems of this kind decided, recorded
// on inputs of ours, and tests that ask policy/ the same. It has no code of
// its own but tests, and nothing imports it. testdata/NOTICE says what the
// files are.
//
// A family is a list of cases that are decided one by one; recordings has them
// all, and what is apart from them with the reason. Whole channels, the
// monitor and windows over time have tests of their own. docs/conformance.md
// has the figures.
//
// Where we differ on purpose, a named predicate over the case says why; a
// list of case numbers never does.
package conformance
