package messages

import "testing"

func TestFixes(t *testing.T) {
	room := Channel{Network: "discord", Workspace: "g", Chat: "c"}.ID()
	for _, tt := range []struct {
		story  string
		id     ChannelID
		parent ChannelID // "": id is no side-fork
	}{
		{"of a reply in a room", room.Fix("m1"), room},
		{"in a thread", (room + "/t").Fix("m1"), room + "/t"},
		{"of a line whose id has a slash", room.Fix("a/b%"), room},
		{"a room", room, ""},
		{"a thread", room + "/t", ""},
		{"a chat of such a name", Channel{Network: "web", Chat: "#fix~1"}.ID(), ""},
	} {
		t.Run(tt.story, func(t *testing.T) {
			parent, is := tt.id.Fixes()
			if parent != tt.parent || is != (tt.parent != "") {
				t.Errorf("%s is a side-fork of %q (%v), want %q", tt.id, parent, is, tt.parent)
			}
			if c, err := ParseChannel(tt.id); err != nil || c.ID() != tt.id || tt.id.Room() != room && tt.parent != "" {
				t.Errorf("%s is read as %+v, %v", tt.id, c, err)
			}
		})
	}
}
