package messages

// A Fault says whether a failed model may answer when asked again.
type Fault string

// The faults.
const (
	Passing  Fault = ""         // it may, as soon as it is back; also if unknown
	Costly   Fault = "costly"   // it may, but each time may have to be paid for
	Lasting  Fault = "lasting"  // it will not, until somebody fixes something
	Declined Fault = "declined" // it has answered that there is nothing to say
)

// Passes reports whether asking again may help.
func (f Fault) Passes() bool { return f == Passing || f == Costly }
