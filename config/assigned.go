package config

import (
	"slices"

	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/turns"
)

// assigned warns of members of turns that nobody is called, or that are not in
// the channels of a rule: they never get a turn.
func (v *validation) assigned() {
	all := make([]messages.FamiliarID, 0, len(v.Familiars))
	for id := range v.Familiars {
		all = append(all, id)
	}
	v.members(inside("room", "turns"), v.Room, all)
	for i := range v.Channels {
		rule := &v.Channels[i]
		if _, own := rule.Room.table["turns"]; !own {
			continue
		}
		room := conversation.DefaultRoom()
		rule.Room.layOver(&room, v.doc) // its problems are known already
		there := rule.Familiars
		if there == nil {
			there = all
		}
		v.members(inside(rule.Room.path, "turns"), room, there)
	}
}

// members warns of those of a room's turns that are not there.
func (v *validation) members(path string, room conversation.RoomConfig, there []messages.FamiliarID) {
	for _, table := range []struct {
		path    string
		members []messages.FamiliarID
	}{{path, room.Turns.Members}, {inside(path, "default"), room.Turns.Default.Members}} {
		for _, id := range table.members {
			if !slices.Contains(there, id) {
				v.odd(inside(table.path, "members"), "%q is not in these channels, so it never gets a turn", id)
			}
		}
	}
}

// unassigned warns of familiars whose preset is assigned where nobody is: there
// nothing makes them answer.
func (v *validation) unassigned() {
	for i := range v.Channels {
		rule := &v.Channels[i]
		for _, id := range rule.Familiars {
			f, known := v.Familiars[id]
			path := inside("familiars", string(id))
			if there := rule.Override[id]; there.preset() != "" {
				f.Preset, path = there.preset(), there.path
			}
			if known && f.Preset == "assigned" && !v.assigns(rule.Match) {
				v.odd(inside(path, "preset"), "the preset assigned needs a mode, and channels[%d] has none: set mode in [room.turns] or in the rule's room", i+1)
			}
		}
	}
}

// assigns reports whether a mode is set for channels that a pattern matches, or
// something for those that have none.
func (v *validation) assigns(match Pattern) bool {
	room := v.Room
	for i := range v.Channels {
		if rule := &v.Channels[i]; rule.Match.meets(match) {
			rule.Room.layOver(&room, v.doc)
		}
	}
	return room.Turns.Mode != turns.Off || room.Turns.Unknown != turns.Decide
}
