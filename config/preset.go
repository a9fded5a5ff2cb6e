package config

import (
	"cmp"
	"reflect"
	"slices"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/guard"
)

// A preset is where a familiar's knobs start from, in some channels another
// one than elsewhere: the last rule that matches and names one gives it. What
// the familiar sets by itself goes before it, and before that what the rules
// set, each over the ones before.

// overridden is what a rule may change about a familiar.
type overridden struct {
	Preset string `toml:"preset"` // where the knobs start from there; default: the familiar's

	conversation.Policy
}

// presetOf returns the preset that a rule's table names; "" for none.
func presetOf(o document.Override) string {
	name, _ := o.Table["preset"].(string)
	return name
}

// from returns the familiar's policy as it would be with another preset: what it
// sets by itself stays. A preset that there isn't, or "", is its own.
func (f *Familiar) from(preset string, doc *document.Document) conversation.Policy {
	policy, ok := conversation.Preset(preset)
	if !ok || preset == f.Preset {
		return f.Policy
	}
	document.Override{Table: f.own}.LayOver(&policy, doc) // its problems are known already, and what is no knob of the policy is none here
	return policy
}

// A settled policy is what holds for a familiar in a channel, and what it is
// made of.
type settled struct {
	conversation.Policy
	preset string
	over   []*Rule // whose tables are laid over it, in their order
	left   []*Rule // whose tables would make a knob invalid
}

// settle lays the rules that match a channel over a familiar's knobs.
func (c *Config) settle(id messages.FamiliarID, rules []*Rule) settled {
	f := c.Familiars[id]
	s := settled{Policy: f.Policy, preset: f.Preset}
	by := -1 // the rule that gives the preset
	for i, rule := range rules {
		if name := presetOf(rule.Override[id]); name != "" {
			by, s.preset = i, name
		}
	}
	if by >= 0 {
		s.Policy = f.from(s.preset, c.doc)
	}
	fits := true // with the rules before it
	for i, rule := range rules {
		o, sound := rule.Override[id], s.Validate() == nil
		next := overridden{Policy: s.Policy}
		switch {
		case o.Table == nil:
		case len(o.LayOver(&next, c.doc)) > 0 || sound && next.Validate() != nil:
			s.left, fits = append(s.left, rule), fits && i > by
		default:
			s.over, s.Policy = append(s.over, rule), next.Policy
		}
	}
	if by >= 0 && (!fits || s.Validate() != nil) {
		s = c.settle(id, slices.Concat(rules[:by], rules[by+1:]))
		s.left = append(s.left, rules[by])
	}
	return s
}

// presets returns where the knobs of each seat of a channel start from.
func (c *Config) presets(seats []conversation.SeatConfig, rules []*Rule) []string {
	all := make([]string, len(seats))
	for i := range seats {
		all[i] = c.settle(seats[i].Familiar, rules).preset
	}
	return all
}

// PresetIn returns where a familiar's knobs start from in a channel.
func (c *Config) PresetIn(id messages.ChannelID, familiar messages.FamiliarID) string {
	named := func(r Rule) bool { return presetOf(r.Override[familiar]) != "" }
	if !slices.ContainsFunc(c.Channels, named) && len(c.plans) == 0 {
		return c.Familiars[familiar].Preset
	}
	_, rules := c.where(id)
	return c.settle(familiar, rules).preset
}

// override checks the i-th rule's table for a familiar.
func (v *validation) override(i int, id messages.FamiliarID) {
	f, o := v.Familiars[id], v.Channels[i].Override[id]
	var before string // the preset that rules for the same channels have given
	for j := range v.Channels[:i] {
		if under := &v.Channels[j]; under.Match.meets(v.Channels[i].Match) {
			before = cmp.Or(presetOf(under.Override[id]), before)
		}
	}
	preset := presetOf(o)
	if _, ok := conversation.Preset(preset); preset != "" && !ok {
		v.noPreset(document.Inside(o.Path, "preset"), preset)
	}
	alone, stacked := f.from(preset, v.doc), f.from(cmp.Or(preset, before), v.doc)
	anew := preset != "" && f.Policy.Validate() == nil // what is unsound then is so by this table
	lay(v, i, o, overridden{Policy: alone}, overridden{Policy: stacked}, anew, func(r *Rule) document.Override { return r.Override[id] })
	there := overridden{Policy: alone}
	o.LayOver(&there, v.doc)
	if _, given := o.Table["memory"]; given {
		v.embeddings(o.Path, &there.Policy)
	}
	if preset != "" && f.Judge == "" && unanswerable(&there.Policy) {
		v.odd(document.Inside(o.Path, "preset"), withoutJudge)
	}
}

// withoutJudge is said of a familiar that asks a judge about each line.
const withoutJudge = "without a judge it answers only mentions: set judge to a model"

// unanswerable reports whether it asks a judge about each line.
func unanswerable(p *conversation.Policy) bool { return p.JudgeEach && p.Ladder.Rest == messages.Ask }

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
	preset := shared(presets)
	if preset == "" || c.doc == nil {
		return room
	}
	g := guard.Preset(preset)
	own := document.KnobsOf(reflect.ValueOf(&c.Room.Guard).Elem())
	for key, knob := range document.KnobsOf(reflect.ValueOf(&g).Elem()) {
		if c.doc.Lines["room.guard."+key] != 0 {
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
		v.odd(document.Inside(path, "guard", "stop"), "a familiar and a bot talk for as long as its model likes, and there is no limit in [budget]")
	}
}
