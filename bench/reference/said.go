package reference

import "familiar/messages"

// A Said is a line as a system's adapter has classified it for the system's only
// bot: what these systems route by.
type Said struct {
	ID     messages.LineID
	Author messages.PersonID
	Name   string // the author's, as the network shows it
	Bot    bool   // the author is another program
	Text   string

	DM             bool
	Mention        bool // it pings us
	Reply          bool // it answers a line of ours
	MentionsOthers bool // it pings somebody, and not us
	RepliesToOther bool // it answers a line of somebody else
	ExplicitOnly   bool // said where only an explicit address counts
	Thread         bool // said in a thread
}
