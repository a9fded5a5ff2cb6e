package control

import (
	"context"
	"path"
	"slices"
	"strings"

	"familiar/messages"
)

// A Steer is what the tools reach of the program, in channels of every
// network. Its errors are as [Web]'s.
type Steer interface {
	// Command journals a command for a channel and waits for what each familiar
	// there made of it.
	Command(context.Context, messages.ChannelID, messages.Commanded) ([]Verdict, error)
	// Statuses gives how the channels in memory stand that a token is for, at
	// most so many.
	Statuses(ctx context.Context, isFor func(messages.ChannelID) bool, most int) ([]messages.Status, error)
	// Unmatched gives the rooms a token is for in which lines are said and nobody
	// is, at most so many, and how many there are.
	Unmatched(isFor func(messages.ChannelID) bool, most int) (rooms []messages.Unmatched, all int)
	// Reload puts the configuration in force as its file stands now. The error
	// says what is wrong with it; then the old one stays.
	Reload(context.Context) (Reloaded, error)
	// Forget journals that a channel, or what one person said there, has to go.
	Forget(context.Context, messages.ChannelID, messages.Forgotten) error
	// ForgetEverywhere journals that a person has to go from every channel where
	// anything is known of them, and says how many these are.
	ForgetEverywhere(context.Context, messages.PersonID) (channels int, err error)
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

// reaches reports whether the key is for a channel of any network. Its globs
// are over chats of the web network; another's are written as in the
// configuration's rules: "discord:123/*" over workspace and chat, "irc:moths"
// over the chat alone.
func (k key) reaches(id messages.ChannelID) bool {
	c, err := messages.ParseChannel(id)
	if err != nil {
		return false
	}
	if c.Network == seenNetwork && c.Workspace == "" {
		return k.opens(c.Chat)
	}
	network, rest, _ := strings.Cut(string(id.Room()), "/") // as ids write them: a slash inside is escaped
	_, chat, _ := strings.Cut(rest, "/")
	return len(k.Channels) == 0 || slices.ContainsFunc(k.Channels, func(rule string) bool {
		of, glob, ok := strings.Cut(rule, ":")
		if !ok || of != network {
			return false
		}
		against := chat
		if strings.Contains(glob, "/") {
			against = rest
		}
		matches, _ := path.Match(glob, against) // a bad glob was refused by New
		return matches
	})
}
