package because

import "fmt"

// CommandLine is that the line is that command.
type CommandLine struct{ Command string }

func (c CommandLine) clause() string { return "it is a command: " + c.Command }

// Obeyed is that a command was done, or that it ended what the note is about.
type Obeyed struct {
	Command string
	Clock   bool // a clock gave it
}

func (o Obeyed) clause() string {
	if o.Clock {
		return o.Command + byClock
	}
	return o.Command
}

const byClock = ", by a clock"

// Refused is that a command was not done, and why not.
type Refused struct {
	Of  Obeyed
	Why Reason
}

func (r Refused) clause() string { return r.Of.clause() + ": " + Written(r.Why) }

// InRoom is What, said in the room that a thread belongs to.
type InRoom struct{ What Reason }

func (r InRoom) clause() string { return Written(r.What) + inRoom }

const inRoom = ", said in the room"

// TurnsTold is who somebody said is to answer for the channel.
type TurnsTold struct {
	Said  string // behind the command's name
	Error string // why it was not done; "": it was
}

func (t TurnsTold) clause() string { return behind("turns "+t.Said, t.Error) }

// Undone is that a turn wanted something that is not done, and why not.
type Undone struct {
	Deed Deed
	Part int // of the turn, from 1; 0: it is none of its parts
	Why  Reason
}

// A Deed is what a turn wants done besides its text.
type Deed string

// The deeds.
const (
	Edit  Deed = "edit"
	Fork  Deed = "fork"
	React Deed = "react"
	File  Deed = "file"
)

var deeds = []Deed{Edit, Fork, React, File}

func (u Undone) clause() string {
	if u.Part > 0 {
		return fmt.Sprintf("part %d: %s: %s", u.Part, u.Deed, Written(u.Why))
	}
	return string(u.Deed) + ": " + Written(u.Why)
}

// WindowHeld is that another familiar holds the channel's window.
type WindowHeld struct{ By string }

func (w WindowHeld) clause() string { return w.By + " holds the window" }

// WindowKept is that the channel's window is kept for another familiar.
type WindowKept struct{ For string }

func (w WindowKept) clause() string {
	return "the window is kept for " + w.For + ", who is here by default"
}
