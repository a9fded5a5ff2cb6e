package config

import (
	"maps"
	"slices"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/ladder"
	"familiar/policy/turns"
)

// assigned warns of members of turns that nobody is called, or that are not in
// the channels of a rule: they never get a turn.
func (v *validation) assigned() {
	all := slices.Collect(maps.Keys(v.Familiars))
	v.members(document.Inside("room", "turns"), v.Room, all)
	for i := range v.Channels {
		rule := &v.Channels[i]
		if _, own := rule.Room.Table["turns"]; !own {
			continue
		}
		room := conversation.DefaultRoom()
		rule.Room.LayOver(&room, v.doc) // its problems are known already
		there := rule.Familiars
		if there == nil {
			there = all
		}
		v.members(document.Inside(rule.Room.Path, "turns"), room, there)
	}
}

// members warns of those of a room's turns that are not there.
func (v *validation) members(path string, room conversation.RoomConfig, there []messages.FamiliarID) {
	for _, table := range []struct {
		path    string
		members []messages.FamiliarID
	}{{path, room.Turns.Members}, {document.Inside(path, "default"), room.Turns.Default.Members}} {
		for _, id := range table.members {
			if !slices.Contains(there, id) {
				v.odd(document.Inside(table.path, "members"), "%q is not in these channels, so it never gets a turn", id)
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
			path := document.Inside("familiars", string(id))
			if there := rule.Override[id]; presetOf(there) != "" {
				f.Preset, path = presetOf(there), there.Path
			}
			if known && f.Preset == "assigned" && !v.assigns(rule.Match) {
				v.odd(document.Inside(path, "preset"), "the preset assigned needs a mode, and channels[%d] has none: set mode in [room.turns] or in the rule's room", i+1)
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
			rule.Room.LayOver(&room, v.doc)
		}
	}
	return room.Turns.Mode != turns.Off || room.Turns.Unknown != turns.Decide
}

// siblings warns of familiars that share channels with others and list their
// rungs without sibling: they answer what calls another.
func (v *validation) siblings() {
	for i := range v.Channels {
		rule := &v.Channels[i]
		if len(rule.Familiars) < 2 {
			continue
		}
		for _, id := range rule.Familiars {
			f, known := v.Familiars[id]
			if at := answersAll(f.Ladder.Rungs); known && at != "" {
				v.odd(document.Inside("familiars", string(id), "ladder", "rungs"),
					"there is no %q above %q, and channels[%d] has several familiars: it may answer lines meant for another", ladder.Sibling, at, i+1)
			}
		}
	}
}

// answersAll returns the first rung that claims a line without its being called
// and that no sibling stands above; "": there is none.
func answersAll(rungs []ladder.Rung) ladder.Rung {
	for _, rung := range rungs {
		switch rung { //nolint:exhaustive // the others claim what calls it, or answer nothing
		case ladder.Sibling:
			return ""
		case ladder.Sticky, ladder.Solo:
			return rung
		}
	}
	return ""
}

// idle finds familiars that will never hear anything.
func (v *validation) idle() {
	if v.Unknown == Everybody {
		return
	}
	for _, id := range slices.Sorted(maps.Keys(v.Familiars)) {
		named, _ := v.Unknown.Familiar()
		if named != id && !slices.ContainsFunc(v.Channels, func(r Rule) bool { return slices.Contains(r.Familiars, id) }) {
			v.odd(document.Inside("familiars", string(id)), "it is in no channel: add it to a [[channels]] rule")
		}
	}
}
