package messages

// An Activity is what a familiar is doing in a channel right now.
type Activity string

// The activities, the one that matters first when several hold.
const (
	Posting   Activity = "posting"   // the network has not yet taken all of its reply
	Composing Activity = "composing" // its reply is being written
	Judging   Activity = "judging"   // a judge is asked whether it should speak
	Buffering Activity = "buffering" // addressed, it waits a moment for more of the same
	Hushed    Activity = "quiet"     // it was told to stay silent
	Waiting   Activity = "waiting"   // it will think about speaking unasked
	Idle      Activity = "idle"
)

// A Doing says what one familiar is doing in a channel, for people who watch.
type Doing struct {
	Familiar FamiliarID
	Act      Activity
	Trigger  Trigger // of a judging, composing, posting or waiting
	Until    Instant // when it goes on by itself at the latest; 0: not known
}
