package config

import (
	"maps"
	"slices"
	"time"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/experiment"
)

// readWithin is how long after its end an experiment's decisions are to be kept.
const readWithin = 7 * 24 * time.Hour

// experiments checks each and makes its plan.
func (v *validation) experiments() {
	var plans []planned // all of them before any holds: their tables are no rules for each other
	for _, name := range slices.Sorted(maps.Keys(v.Experiments)) {
		e, path := v.Experiments[name], document.Inside("experiments", name)
		before := len(v.problems)
		v.experiment(name, path, &e)
		if len(v.problems) > before {
			continue
		}
		p := planned{
			Plan:  experiment.Plan{Name: name, Familiar: e.Familiar, Match: e.Match.String(), Rules: e.Rules, Knobs: knobsIn(e.B.Table, "")},
			match: e.Match, b: e.armB(name),
		}
		digest := p.Digest()
		p.arms = map[messages.Side]messages.Arm{
			messages.SideA: messages.NewArm(name, digest, messages.SideA), messages.SideB: messages.NewArm(name, digest, messages.SideB),
		}
		for i := range plans {
			if p.overlaps(&plans[i]) {
				v.wrong(path, "it overlaps with the experiment %s, about %s in the same channels on the same days: let one end before the other begins", plans[i].Name, p.Familiar)
			}
		}
		plans = append(plans, p)
	}
	v.plans = plans
}

func (v *validation) experiment(name, path string, e *Experiment) {
	if !isID(name) {
		v.wrong(path, "%q can't name an experiment: %s", name, wantID)
	}
	if e.Match == (Pattern{}) {
		v.wrong(document.Inside(path, "match"), `is not set: want a pattern such as "discord:*"`)
	}
	v.values(path, e.Validate())
	if needed := time.Duration(e.End-e.Begin)*24*time.Hour + readWithin; v.Journal.KeepNotes < needed && e.Rules.Validate() == nil {
		v.wrong(document.Inside(path, "end"), "its figures are made of decisions, which are kept for %s: set journal.keep_notes to %s or more", document.Brief(v.Journal.KeepNotes), document.Brief(needed))
	}
	if !v.known(document.Inside(path, "familiar"), e.Familiar) || e.Match == (Pattern{}) {
		return
	}
	if !v.seats.speaks(e.Familiar, e.Match) {
		v.wrong(document.Inside(path, "familiar"), "%s has no account on %s", e.Familiar, e.Match.network)
	}
	v.armB(name, e)
}

// armB checks the knobs that differ, as those of a rule that comes last.
func (v *validation) armB(name string, e *Experiment) {
	b := document.Inside("experiments", name, "b")
	if len(e.B.Table) == 0 {
		v.wrong(b, "is empty: want the knobs of %s that differ in arm b", e.Familiar)
		return
	}
	all := v.Channels
	v.Channels = append(all[:len(all):len(all)], e.armB(name))
	v.override(len(all), e.Familiar)
	v.Channels = all
	f := v.Familiars[e.Familiar]
	v.otherZone(e.B, f.Policy)
	v.otherWeights(e.B, f.Policy)
	there := overridden{Policy: f.Policy}
	if e.B.LayOver(&there, v.doc); f.Mode == conversation.InShadow || there.Mode == conversation.InShadow {
		v.wrong(b, "nobody sees what %s says in shadow, so nobody can take it up: set mode to live in both arms", e.Familiar)
	}
	if f.Judge == "" {
		v.odd(document.Inside("experiments", name, "familiar"), "%s has no judge, so it says little unasked and there is little to compare", e.Familiar)
	}
}

// armB returns what holds in arm b as a rule that comes after all others.
func (e *Experiment) armB(name string) Rule {
	return Rule{Match: e.Match, Override: map[messages.FamiliarID]document.Override{e.Familiar: e.B}, experiment: name}
}

// overlaps reports whether both may be about one familiar in one channel at one
// moment; the days of two zones begin at two.
func (p *planned) overlaps(q *planned) bool {
	return p.Familiar == q.Familiar && p.Start(p.Begin) < q.Start(q.End) && q.Start(q.Begin) < p.Start(p.End) && p.match.meets(q.match)
}
