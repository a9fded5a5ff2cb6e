package effect

import (
	"time"

	"familiar/policy/transcript"
)

// MissedWithin is how soon somebody who calls the familiar has had to write what
// it left alone, for the call to be about that.
const MissedWithin = 5 * time.Minute

// Left is which lines that are for nobody in particular the familiar has lately
// left alone, by their number in the transcript: the newest last, 0 for none.
type Left [4]uint32

// Add takes a line that the familiar leaves alone. One that it has left alone
// before, and was edited, is the same line.
func (l *Left) Add(no uint32) {
	if l[0] == no || l[1] == no || l[2] == no || l[3] == no { // four times as quick as a loop, for each seat and line
		return
	}
	*l = Left{l[1], l[2], l[3], no}
}

// Missed gives the line that whoever wrote the line `call`, by which they call
// the familiar, had last written to nobody in particular; nil: none that is
// recent enough. It is given once.
func (l *Left) Missed(lines *transcript.Log, call *transcript.Row) *transcript.Row {
	for k := len(l) - 1; k >= 0; k-- {
		e := lines.At(l[k])
		if l[k] == 0 || e == nil || e.Gone() || lines.No(e) == lines.No(call) || lines.Author(e).ID != lines.Author(call).ID {
			continue
		}
		l[k] = 0
		if call.At().Sub(e.At()) > MissedWithin {
			return nil
		}
		return e
	}
	return nil
}
