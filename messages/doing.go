package messages

// An Activity is what a familiar is doing in a channel right now.
type Activity string

// The activities; of several, the first one counts.
const (
	Posting   Activity = "posting"   // its reply is being delivered
	Composing Activity = "composing" // its reply is being written
	Judging   Activity = "judging"   // a judge is asked whether it should speak
	Buffering Activity = "buffering" // addressed, it waits a moment for more lines
	Hushed    Activity = "quiet"     // it was told to stay silent
	Waiting   Activity = "waiting"   // it will consider speaking unasked
	Idle      Activity = "idle"
)

// A Doing says what one familiar is doing in a channel, for people who watch.
type Doing struct {
	Familiar FamiliarID
	Act      Activity
	Trigger  Trigger // of a judging, composing, posting or waiting
	Until    Instant // when this ends by itself at the latest; 0: not known
	Learned  float64 // by how much how it was taken has lifted its bars here, in log-odds; 0: not at all
}
