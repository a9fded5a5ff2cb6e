package cues

// Marks are what a word says of its line. The zero Marks says nothing.
type Marks uint8

// The marks.
const (
	Asks   Marks = 1 << iota // a question begins so, or a request
	Thanks                   // it thanks
	Nods                     // a yes, no, ok, laugh or greeting

	opens // some look-ups need the next word, too
)

// Has reports whether all of those are among the marks.
func (m Marks) Has(all Marks) bool { return m&all == all }
