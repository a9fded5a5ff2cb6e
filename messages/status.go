package messages

// A Status is how a channel stands at one moment, for people who watch. Times
// are 0 where there is none.
type Status struct {
	Channel ChannelID    `json:"channel"`
	At      Instant      `json:"at"` // this machine's clock, for counting down
	Seats   []SeatStatus `json:"seats"`
	Crowd   bool         `json:"crowd"`   // several humans are here
	Guard   int          `json:"guard"`   // turns in a row that answered a bot
	Guarded bool         `json:"guarded"` // the guard has had enough of them

	Window      FamiliarID `json:"window"` // who answers every line here; "": nobody
	WindowUntil Instant    `json:"window_until"`
	Floor       FamiliarID `json:"floor"` // who may speak unasked; "": nobody has taken it
}

// An Unmatched is a room in which lines are said and nobody is: the
// configuration doesn't think of it.
type Unmatched struct {
	Channel ChannelID `json:"channel"`
	Lines   uint64    `json:"lines"` // since Since, each account's copy by itself
	Since   Instant   `json:"since"` // of the first one since the program's start
	Last    Instant   `json:"last"`
	Reason  string    `json:"reason"` // why nobody is there, as a clause
}

// A SeatStatus is how one familiar stands in a channel.
type SeatStatus struct {
	Familiar FamiliarID `json:"familiar"`
	Act      Activity   `json:"act"`
	Trigger  Trigger    `json:"trigger"`
	Until    Instant    `json:"until"`  // when Act ends by itself
	Thinks   Instant    `json:"thinks"` // when it will think about speaking unasked
	Term     string     `json:"term"`   // which term of chattiness set Thinks
	Credits  int        `json:"credits"`
	Backlog  int        `json:"backlog"` // lines that wait for it
	Pressure int        `json:"pressure"`
	Occasion Instant    `json:"occasion,omitempty"` // when it speaks by a schedule next; 0: there is none
	Schedule string     `json:"schedule,omitempty"` // that schedule's name
	Learned  *Learned   `json:"learned,omitempty"`  // nil: nothing, or it doesn't learn
}

// Learned is what a familiar has learned in a channel from how it was taken.
type Learned struct {
	Lift      float64 `json:"lift"`      // of its bars of the odds, in log-odds; below 0 they are lowered
	Welcome   float64 `json:"welcome"`   // signs that what it said unasked was; older ones count less
	Unwelcome float64 `json:"unwelcome"` // that it was not
	Missed    float64 `json:"missed"`    // silences that somebody had to break
}
