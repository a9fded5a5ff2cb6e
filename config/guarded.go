package config

import (
	"reflect"
	"slices"

	"familiar/policy/conversation"
	"familiar/policy/guard"
)

// The guard is a room's, and a preset a familiar's. Where all familiars of a
// channel have one preset, its guard is where the room's knobs start from, as
// it is when the preset is replayed; what [room.guard] says goes before it.

// shared returns the preset that all are; "" when there are several, or none.
func shared(presets []string) string {
	if all := slices.Compact(slices.Clone(presets)); len(all) == 1 {
		return all[0]
	}
	return ""
}

// roomOf returns the room of a channel whose familiars have these presets, before
// any rule.
func (c *Config) roomOf(presets []string) conversation.RoomConfig {
	room := c.Room
	g, ok := guard.Preset(shared(presets))
	if !ok || c.doc == nil {
		return room
	}
	own := knobsOf(reflect.ValueOf(&c.Room.Guard).Elem())
	for key, knob := range knobsOf(reflect.ValueOf(&g).Elem()) {
		if c.doc.lines["room.guard."+key] != 0 {
			knob.Set(own[key])
		}
	}
	if g.Validate() == nil { // a limit of the file's may not go with the preset's
		room.Guard = g
	}
	return room
}

// unstopped warns of a talk of bots that nothing but a model would end.
func (v *validation) unstopped(path string, room *conversation.RoomConfig) {
	if b := &v.Budget; room.Guard.Stop == 0 && b.Day == 0 && b.Familiar == 0 && b.Channel == 0 {
		v.odd(inside(inside(path, "guard"), "stop"), "a familiar and a bot talk for as long as its model likes, and there is no limit in [budget]")
	}
}
