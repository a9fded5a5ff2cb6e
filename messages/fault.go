package messages

// A Fault says whether a model that failed may answer when it is asked again.
type Fault string

// The faults.
const (
	Passing  Fault = ""         // it may, as soon as it is back; also where nobody has said
	Costly   Fault = "costly"   // it may, but each time may have to be paid for
	Lasting  Fault = "lasting"  // it will not, until somebody mends something
	Declined Fault = "declined" // it has answered, with nothing to be said
)

// Passes reports whether asking again may mend it.
func (f Fault) Passes() bool { return f == Passing || f == Costly }
