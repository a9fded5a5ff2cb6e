package control

import (
	"context"

	"familiar/messages"
)

// A Steer is what the tools reach of the program, in channels of every
// network. Its errors are as [Web]'s.
type Steer interface {
	// Command journals a command for a channel and waits for what each familiar
	// there made of it.
	Command(context.Context, messages.ChannelID, messages.Commanded) ([]Verdict, error)
	// Statuses gives how the channels in memory stand that come after one and that a
	// token is for, at most so many.
	Statuses(ctx context.Context, after messages.ChannelID, isFor func(messages.ChannelID) bool, most int) (Statuses, error)
	// Unmatched gives the rooms a token is for in which lines are said and nobody
	// is, at most so many, and how many there are.
	Unmatched(ctx context.Context, isFor func(messages.ChannelID) bool, most int) (rooms []messages.Unmatched, all int)
	// Reload puts the configuration in force as its file stands now. The error
	// says what is wrong with it; then the old one stays.
	Reload(context.Context) (Reloaded, error)
	// Forget journals that a channel, or what one person said there, has to go.
	Forget(context.Context, messages.ChannelID, messages.Forgotten) error
	// ForgetEverywhere journals that a person has to go from every channel where
	// anything is known of them, and says how many these are.
	ForgetEverywhere(context.Context, messages.PersonID) (channels int, err error)
	// Held reports whether nothing of a channel, or with "" of some channel, may be erased
	// from the journal now.
	Held(messages.ChannelID) bool
}

// Statuses is how some channels stand, by id.
type Statuses struct {
	Channels []messages.Status
	Next     messages.ChannelID // the last one that was looked at; "": there are none after these
	Silent   []Silent
}

// A Silent process of the deployment didn't answer in time: of what it has nothing is in
// the answer.
type Silent struct {
	Process string `json:"process"` // its id, as familiar nodes lists it
	Host    string `json:"host"`
}

// A SilentProcess tells nothing: a stream lacks what it decides.
type SilentProcess struct {
	Silent
	Since messages.Instant `json:"since"` // when it was heard last
}

// A Verdict is what became of a command with one familiar.
type Verdict struct {
	Familiar messages.FamiliarID `json:"familiar"`
	Done     bool                `json:"done"`
	Reason   string              `json:"reason"` // why it was not, or what is to be known beside
}

// Reloaded is what reloading did.
type Reloaded struct {
	Generation int `json:"generation"` // of the configuration in force now
	Channels   int `json:"channels"`   // in memory that were told
}
