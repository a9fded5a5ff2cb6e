package config

import (
	"fmt"
	"strings"

	"familiar/config/document"
	"familiar/messages"
)

// A Mirror is rooms that are one: a relay says in each what is said in the others.
// Familiars hear and speak in the first alone, where everything is said once.
type Mirror struct {
	Rooms []Pattern `toml:"rooms"` // two or more, each one room; always to be given
}

// HomeOf names the room in which is heard what is said in a channel: its own or, where
// it is mirrored, another; "": the channel is no mirror and has none.
func (c *Config) HomeOf(id messages.ChannelID) (home string, mirrored bool) {
	i, mirrored := c.mirrorOf(id)
	if i < 0 {
		return "", false
	}
	return c.Mirrors[i].Rooms[0].String(), mirrored
}

// mirrorOf returns which list a channel is in, -1 for none, and whether it is another
// than the first of it.
func (c *Config) mirrorOf(id messages.ChannelID) (i int, mirrored bool) {
	if len(c.mirrorRooms) == 0 {
		return -1, false
	}
	for _, m := range c.mirrorRooms[chatOf(id)] {
		if m.room.Match(id) {
			return m.list, m.place > 0
		}
	}
	return -1, false
}

// A mirroredRoom is where a room stands in the lists of mirrors.
type mirroredRoom struct {
	room        Pattern
	list, place int
}

// chatOf returns what the channels of one chat and network share, its threads among them.
func chatOf(id messages.ChannelID) string {
	network, rest, _ := strings.Cut(string(id), "/")
	_, rest, _ = strings.Cut(rest, "/")
	chat, _, _ := strings.Cut(rest, "/")
	return network + "/" + chat
}

// Bounds of what is one.
const (
	mostMirrors  = 300 // lists
	mostMirrored = 20  // rooms of one
)

// mirrors checks that what is said to be one can be.
func (v *validation) mirrors() {
	type taken struct {
		room Pattern
		path string
	}
	var all []taken
	v.mirrorRooms = make(map[string][]mirroredRoom)
	if len(v.Mirrors) > mostMirrors {
		v.wrong("mirrors", "got %d: want at most %d", len(v.Mirrors), mostMirrors)
		return
	}
	for i := range v.Mirrors {
		path := document.Inside(document.Item("mirrors", i+1), "rooms")
		rooms := v.Mirrors[i].Rooms
		if len(rooms) < 2 || len(rooms) > mostMirrored {
			v.wrong(path, "got %d rooms: want the one where the familiars are, then those that are the same, at most %d", len(rooms), mostMirrored)
		}
		for k, room := range rooms {
			at := document.Item(path, k+1)
			switch {
			case room == (Pattern{}): // said already
				continue
			case !room.isOne() || strings.ContainsAny(room.chat, `*?[\`) || room.workspace != "*" && strings.ContainsAny(room.workspace, `*?[\`):
				v.wrong(at, "%s is many rooms: want one", room)
				continue
			case !v.seats.hears(room):
				v.wrong(at, "no account hears anything on %s: leave the room out, its lines come by the relay", room.network)
			}
			for _, other := range all {
				switch {
				case !room.meets(other.room):
				case other.path == path:
					v.wrong(at, "%s is in this list already: a room is no mirror of itself", room)
				default:
					v.wrong(at, "%s is in %s, too: put all rooms that are one into one list", room, other.path)
				}
			}
			all = append(all, taken{room, path})
			chat := chatOf(room.room())
			v.mirrorRooms[chat] = append(v.mirrorRooms[chat], mirroredRoom{room, i, k})
		}
		if len(rooms) > 1 {
			v.home(path, rooms)
		}
	}
}

// home warns where nobody is in the first of some rooms, or nothing says whose the
// others' lines are that come there.
func (v *validation) home(path string, rooms []Pattern) {
	id := rooms[0].room()
	if rooms[0] == (Pattern{}) || !v.seats.hears(rooms[0]) {
		return // said already
	}
	if who, _, _ := v.who(id); len(who) == 0 {
		v.odd(path, "no familiar is in %s, the first of them, so what is said in any is not heard: name it in a [[channels]] rule, or put another first", rooms[0])
	}
	if v.relaying.Brings(id) == nil && !v.relaying.HasPuppets(id) {
		v.odd(path, "nothing says whose lines come to %s from the others: describe the relay in [relays.NAME], or its accounts in [[puppets]]", rooms[0])
	}
	for _, room := range rooms[1:] {
		if v.relaying.Brings(room.room()) == nil && !v.relaying.HasPuppets(room.room()) {
			v.odd(path, "nothing says which lines of %s only come from the others, so that it can't be seen when the relay stands still: describe the relay there in [relays.NAME], too", room)
		}
	}
}

// room returns the id of the one room that a pattern names, in a network's only
// workspace if it says none.
func (p Pattern) room() messages.ChannelID {
	workspace := p.workspace
	if workspace == "*" {
		workspace = ""
	}
	return messages.ChannelID(string(p.network) + "/" + workspace + "/" + p.chat) // patterns write chats as ids do
}

// mirrored says, for an operator, what a channel is a mirror of, or which are its
// mirrors; "": neither. is reports that it is the former.
func (c *Config) mirrored(id messages.ChannelID) (says string, is bool) {
	i, is := c.mirrorOf(id)
	if i < 0 {
		return "", false
	}
	rooms, at := c.Mirrors[i].Rooms, c.at(document.Item("mirrors", i+1))
	if is {
		return fmt.Sprintf("it is a mirror of %s (%s), where all that is said in it is heard once the relay has brought it", rooms[0], at), true
	}
	names := make([]string, len(rooms)-1)
	for k, room := range rooms[1:] {
		names[k] = room.String()
	}
	return fmt.Sprintf("what is said in %s is heard here, as the relay brings it (%s)", list(names), at), false
}
