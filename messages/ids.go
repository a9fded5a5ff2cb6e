// Package messages is the vocabulary of the program: ids, the line, and every
// value that one actor sends another or that the journal keeps. It knows the
// shape of things and decides nothing. Values are never changed once sent.
//
// Events are past ([Heard], [Judged], [Delivered]); orders are what the
// channel's state machine wants done ([Judge], [Compose], [Post]).
package messages

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Ids are opaque outside the adapter that made them: they are compared and
// shown, never taken apart, except a ChannelID by [ParseChannel].
type (
	// Network is a kind of chat network: "discord", "slack", "terminal".
	Network string
	// AccountID is one bot identity on a network, by its name in the configuration.
	// The network's other ids may mean nothing to another account.
	AccountID string
	// ChannelID is one conversation: network, workspace, chat and thread.
	ChannelID string
	// LineID is the network's id of a message, unique inside its channel.
	LineID string
	// PersonID is the network's id of somebody who writes, human or bot.
	PersonID string
	// FamiliarID is the configuration's name of a familiar.
	FamiliarID string
	// PostID is one part of one turn of one seat; an adapter hands it to the
	// network as idempotency key where the network takes one.
	PostID string
)

// Familiar returns whose post it is, by the form "CHANNEL~FAMILIAR~N.MARK~PART"
// of this program's posts (docs/adr/0016; older programs' have no mark); "" for any
// other text, which an echo may carry.
func (id PostID) Familiar() FamiliarID {
	familiar, _ := id.split()
	return FamiliarID(familiar)
}

// Number returns the number of the order that the post came from, by the form that
// [PostID.Familiar] reads; false for any other text.
func (id PostID) Number() (uint64, bool) {
	_, order := id.split()
	number, _, _ := strings.Cut(order, ".")
	n, err := strconv.ParseUint(number, 10, 64)
	return n, err == nil
}

// split returns what [PostID.Familiar] and [PostID.Number] read; "" of any other text.
func (id PostID) split() (familiar, order string) {
	parts := strings.Split(string(id), "~")
	if len(parts) < 4 {
		return "", ""
	}
	return parts[len(parts)-3], parts[len(parts)-2]
}

// PersonaMark separates an account's id from a familiar's, in the id that a channel
// uses for one of several familiars sharing the account. No network's id of a
// person contains it.
const PersonaMark = "\x1f"

// relayedPlace begins the id of somebody whose lines come by a relay. Adapters hand
// over no such id of their own.
const relayedPlace = "relayed:"

// RelayedPerson returns the id of somebody whose lines a relay brings from elsewhere:
// "relayed:RELAY:NAME", by the relay's name in the configuration and by the person's
// as the relay writes it. No two pairs share an id. With name "" it is of whoever
// the relay doesn't tell for certain.
func RelayedPerson(relay, name string) PersonID {
	return PersonID(relayedPlace + printed(relay) + ":" + printed(name))
}

// printed returns a text in which everything is seen: what isn't, colons, slashes and
// percent signs are escaped, byte by byte. So it is never taken for a channel's id.
func printed(text string) string {
	var b strings.Builder
	for i, r := range text {
		_, size := utf8.DecodeRuneInString(text[i:])
		if part := text[i : i+size]; !strings.ContainsRune(":/%", r) && (r != utf8.RuneError || size > 1) && unicode.IsPrint(r) {
			b.WriteString(part)
		} else {
			fmt.Fprintf(&b, "%%%02X", []byte(part))
		}
	}
	return b.String()
}

// Relay returns which relay brings the lines of somebody, by its name in the
// configuration; false for everybody whom the network itself knows.
func (id PersonID) Relay() (relay string, relayed bool) {
	rest, relayed := strings.CutPrefix(string(id), relayedPlace)
	relay, _, _ = strings.Cut(rest, ":")
	return relay, relayed
}

// Roles is a channel of the program's own in which nobody talks: its state holds
// the roles that claims have given, for all other channels.
const Roles ChannelID = "familiar//roles"

// Persons is such a channel, too: its state holds which accounts people have linked.
const Persons ChannelID = "familiar//persons"

// Agreed is such a channel, too: its state holds which channels keep what people agreed to
// have recalled elsewhere, by the numbers of their agreements.
const Agreed ChannelID = "familiar//agreed"

// Memories returns such a channel, too, one for each workspace: its state holds which
// channels there keep something about whom that may be told in others.
func (id ChannelID) Memories() ChannelID {
	return Channel{Network: Roles.Network(), Workspace: id.Workspace(), Chat: memories}.ID()
}

// memories is the chat of such a channel.
const memories = "memories"

// HoldsMemories reports whether it is [Agreed], or one that [ChannelID.Memories] returns.
func (id ChannelID) HoldsMemories() bool {
	if id == Agreed {
		return true
	}
	if id.Network() != Roles.Network() {
		return false
	}
	c, err := ParseChannel(id)
	return err == nil && c.Chat == memories && c.Workspace != "" && c.Thread == ""
}

// An Identity is somebody's account on a network, with what they were called there when
// they spoke of it.
type Identity struct {
	Network Network  `json:"n"`
	Person  PersonID `json:"p"`
	Name    string   `json:"as,omitempty"`
}

// Is reports whether both are the same account, by whatever name.
func (i Identity) Is(o Identity) bool { return i.Network == o.Network && i.Person == o.Person }

// A Channel is the parts of a ChannelID. A thread is a channel of its own; with
// Thread empty it is the chat itself, the room of its threads.
type Channel struct {
	Network   Network
	Workspace string // "" where the network has none
	Chat      string
	Thread    string // "" for the room
}

// ID packs c into its id: "network/workspace/chat" and "/thread" for a
// thread. A slash or percent sign inside a part is escaped.
func (c Channel) ID() ChannelID {
	id := string(c.Network) + "/" + escape.Replace(c.Workspace) + "/" + escape.Replace(c.Chat)
	if c.Thread != "" {
		id += "/" + escape.Replace(c.Thread)
	}
	return ChannelID(id)
}

var (
	escape   = strings.NewReplacer("%", "%25", "/", "%2F")
	unescape = strings.NewReplacer("%25", "%", "%2F", "/")
)

// ParseChannel unpacks an id that [Channel.ID] made. Anything else is an
// error.
func ParseChannel(id ChannelID) (Channel, error) {
	parts := strings.Split(string(id), "/")
	if len(parts) < 3 || len(parts) > 4 || parts[0] == "" || parts[2] == "" {
		return Channel{}, fmt.Errorf("channel %q: want network/workspace/chat or network/workspace/chat/thread", id)
	}
	c := Channel{Network: Network(parts[0]), Workspace: unescape.Replace(parts[1]), Chat: unescape.Replace(parts[2])}
	if len(parts) == 4 {
		if parts[3] == "" {
			return Channel{}, fmt.Errorf("channel %q: empty thread", id)
		}
		c.Thread = unescape.Replace(parts[3])
	}
	return c, nil
}

// Network returns the part of the id before the first slash.
func (id ChannelID) Network() Network {
	network, _, _ := strings.Cut(string(id), "/")
	return Network(network)
}

// Workspace returns what stands before the second slash: the network, and of it the part
// in which people meet. Channels of one workspace have the same.
func (id ChannelID) Workspace() string {
	network, rest, _ := strings.Cut(string(id), "/")
	workspace, _, _ := strings.Cut(rest, "/")
	return network + "/" + workspace
}

// IsThread reports whether the channel is a thread of a room.
func (id ChannelID) IsThread() bool { return strings.Count(string(id), "/") == 3 }

// Room returns the room of a thread; a room is its own room.
func (id ChannelID) Room() ChannelID {
	if !id.IsThread() {
		return id
	}
	return id[:strings.LastIndexByte(string(id), '/')]
}

// fixMark begins the name of a side-fork, or separates it from its thread's.
const fixMark = "#fix~"

// Fix returns the virtual channel in which a reply of ours is corrected, aside from
// the channel it is in. It exists on no network.
func (id ChannelID) Fix(line LineID) ChannelID {
	fork := ChannelID(fixMark + escape.Replace(string(line)))
	if id.IsThread() {
		return id + fork
	}
	return id + "/" + fork
}

// Fixes returns the channel whose reply is corrected in id; false when id is no
// side-fork.
func (id ChannelID) Fixes() (ChannelID, bool) {
	room, thread, _ := strings.Cut(string(id[len(id.Room()):]), fixMark)
	if !id.IsThread() || thread == "" {
		return "", false
	}
	return id.Room() + ChannelID(strings.TrimSuffix(room, "/")), true
}
