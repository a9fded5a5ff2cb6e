// Package web is the network of the program's own HTTP interface: the
// stand-in for any network, and the end of a bridge to one that has no
// adapter. Clients say lines with [Network.Say]; what familiars post comes
// back as lines, whose ids are made of the posts' own, so that nothing is
// said twice however often it is tried.
//
// It knows accounts, chats and threads. It knows no HTTP, token or familiar,
// and keeps no text: of a channel it remembers the ids and authors of its
// newest lines and who wrote lately, in bounded memory. The app opens one
// network and gives the HTTP server Say, Edit and Delete, and each [Account]
// to a runner of its own.
package web

import (
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"

	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "web"

// Channel returns the channel of a chat, or of a thread in it; thread "" is the
// chat itself. Any chat name stays inside this network.
func Channel(chat, thread string) messages.ChannelID {
	return messages.Channel{Network: network, Chat: chat, Thread: thread}.ID()
}

// checkChannel tells the network's own channels from others.
func checkChannel(channel messages.ChannelID) error {
	parsed, err := messages.ParseChannel(channel)
	switch {
	case err != nil:
		return err
	case parsed.Network != network || parsed.Workspace != "":
		return fmt.Errorf("channel %s belongs to another network", channel)
	case len(channel) > maxChannel:
		return fmt.Errorf("channel %s…: longer than %d bytes", strings.ToValidUTF8(string(channel[:32]), ""), maxChannel)
	}
	return nil
}

// What Say, Edit and Delete return, wrapped, beside adapter.ErrRefused for
// what can never be taken.
var (
	// ErrNobody says that none of our accounts is in that channel.
	ErrNobody = errors.New("web: no account is in this channel")
	// ErrClosed says that an account which is in that channel isn't listening
	// now, as while the program starts or stops: try again with the same id.
	ErrClosed = errors.New("web: not listening")
	// ErrReserved says that the line's id is one that only posts have.
	ErrReserved = errors.New(`web: ids that begin with "post:" are reserved for posts`)
)

// Config joins a network to the program. Its functions are called at the same
// time from many goroutines and must not wait for anything on the network.
type Config struct {
	// Present gives who of our accounts is in a channel; until the network has
	// them all nothing is heard there. Nil: all are in every channel.
	Present func(messages.ChannelID) []messages.AccountID
	// Audience says who reads a channel, as the operator does. Nil: nobody says.
	Audience func(messages.ChannelID) messages.Audience
	// Typing is told that an account is writing, or not any more. Nil: it
	// isn't shown.
	Typing func(messages.ShowTyping)
	// Reacting is told of a reaction that an account adds to a line. Nil: it
	// isn't shown.
	Reacting func(messages.React)
}

// A Network joins clients and accounts. Its methods may be called at the same
// time.
type Network struct {
	config  Config
	seed    maphash.Seed
	stripes [stripes]stripe

	change sync.Mutex // accounts come and go one at a time
	roster atomic.Pointer[roster]
}

// Open makes a network without accounts.
func Open(c Config) *Network {
	n := &Network{config: c, seed: maphash.MakeSeed()}
	for i := range n.stripes {
		n.stripes[i].open()
	}
	n.roster.Store(&roster{})
	return n
}
