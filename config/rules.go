package config

import (
	"cmp"
	"maps"
	"slices"

	"familiar/config/document"
)

func (v *validation) unknown() {
	if name, ok := v.Unknown.Familiar(); ok {
		v.known("unknown", name)
	} else if v.Unknown != Ignore && v.Unknown != Everybody {
		v.wrong("unknown", `want "ignore", "default" or "familiar:NAME", got %q`, string(v.Unknown))
	}
	if v.Unknown == Everybody {
		v.together("unknown", slices.Sorted(maps.Keys(v.Familiars)))
	}
}

// rule checks the i-th rule by itself and on top of those before it.
func (v *validation) rule(i int) {
	rule, path := v.Channels[i], document.Item("channels", i+1)
	if rule.Match == (Pattern{}) {
		v.wrong(document.Inside(path, "match"), `is not set: want a pattern such as "terminal:*"`)
		return
	}
	seated := document.Inside(path, "familiars")
	for n, id := range rule.Familiars {
		switch {
		case !v.known(seated, id):
		case slices.Contains(rule.Familiars[:n], id):
			v.wrong(seated, "%s is listed twice", id)
		case !v.seats.speaks(id, rule.Match):
			v.wrong(seated, "%s has no account on %s", id, rule.Match.network)
		}
	}
	v.together(seated, rule.Familiars)
	v.audience(path, &rule)
	v.overrides(i)
}

// overrides checks a rule's tables.
func (v *validation) overrides(i int) {
	rule := v.Channels[i]
	lay(v, i, rule.Room, v.Room, v.Room, false, func(r *Rule) document.Override { return r.Room })
	v.standing(rule.Room)
	for _, id := range slices.Sorted(maps.Keys(rule.Override)) {
		o := rule.Override[id]
		if !v.known(o.Path, id) {
			continue
		}
		if rule.Familiars != nil && !slices.Contains(rule.Familiars, id) {
			v.odd(o.Path, "%s is not in these channels", id)
		}
		v.override(i, id)
		v.otherZone(o, v.Familiars[id].Policy)
		v.otherWeights(o, v.Familiars[id].Policy)
	}
}

// standing checks whom a rule's windows are kept for, and its guard.
func (v *validation) standing(o document.Override) {
	room := v.Room
	o.LayOver(&room, v.doc)
	if v.Room.Guard.Stop != 0 {
		v.unstopped(o.Path, &room)
	}
	if room.Default != v.Room.Default && room.Default != "" {
		v.known(document.Inside(o.Path, "default"), room.Default)
	}
}

// lay checks a table of the i-th rule laid over the settings that it starts
// from, alone and stacked with the tables of earlier rules for the same
// channels. Settings that were unsound before are not this table's fault,
// unless it begins anew.
func lay[T interface{ Validate() error }](v *validation, i int, o document.Override, alone, stacked T, anew bool, table func(*Rule) document.Override) {
	for j := range v.Channels[:i] {
		if under := &v.Channels[j]; under.Match.meets(v.Channels[i].Match) {
			table(under).LayOver(&stacked, v.doc) // its own problems are known already
		}
	}
	sound := anew || alone.Validate() == nil && stacked.Validate() == nil
	v.problems = append(v.problems, o.LayOver(&alone, v.doc)...)
	o.LayOver(&stacked, v.doc)
	if sound {
		v.values(o.Path, cmp.Or(alone.Validate(), stacked.Validate()))
	}
}
