package config

import (
	"fmt"
	"maps"
	"slices"

	"familiar/config/document"
	"familiar/messages"
	"familiar/policy/experiment"
)

// An Experiment draws channels, or their days, to two settings of a familiar: the
// one it has there anyway, arm a, and arm b, in which some knobs differ. What
// comes of it, familiar experiment tells.
type Experiment struct {
	Familiar messages.FamiliarID `toml:"familiar"` // whose setting; always to be given
	Match    Pattern             `toml:"match"`    // in which channels; always to be given

	experiment.Rules

	B document.Override `toml:"b"` // its preset in arm b, and any knob of its policy
}

// Start implements [document.Starter].
func (e *Experiment) Start(map[string]any) { e.Rules = experiment.Default() }

// A planned experiment is one that passed validation.
type planned struct {
	experiment.Plan
	match Pattern
	arms  map[messages.Side]messages.Arm // as notes carry them
	b     Rule                           // laid over all others where arm b was drawn
}

// in returns the arm of a channel at a moment; "" when the experiment isn't about
// it, or doesn't run.
func (p *planned) in(id messages.ChannelID, at messages.Instant) messages.Arm {
	day := p.DayOf(at)
	if !p.Runs(day) || !p.match.Match(id) {
		return ""
	}
	return p.arms[p.Side(p.Unit(id, day))]
}

// title says which rule it is.
func (r *Rule) title() string {
	if r.experiment != "" {
		return fmt.Sprintf("arm b of the experiment %s", r.experiment)
	}
	return r.Match.String()
}

// Plans returns the experiments, in the order of their names.
func (c *Config) Plans() []experiment.Plan {
	all := make([]experiment.Plan, len(c.plans))
	for i := range c.plans {
		all[i] = c.plans[i].Plan
	}
	return all
}

// IsTried reports whether an experiment is about a channel.
func (c *Config) IsTried(name string, id messages.ChannelID) bool {
	return slices.ContainsFunc(c.plans, func(p planned) bool { return p.Name == name && p.match.Match(id) })
}

// Arm returns what experiments have drawn for a familiar in a channel now; ""
// where none is about it.
func (c *Config) Arm(id messages.ChannelID, familiar messages.FamiliarID) messages.Arm {
	for i := range c.plans {
		if c.plans[i].Familiar == familiar {
			if arm := c.plans[i].in(id, c.Drawn); arm != "" {
				return arm
			}
		}
	}
	return ""
}

// drawn returns the knobs of the arms b that hold in a channel today.
func (c *Config) drawn(id messages.ChannelID) (rules []*Rule) {
	for i := range c.plans {
		if _, _, side := c.plans[i].in(id, c.Drawn).Split(); side == messages.SideB {
			rules = append(rules, &c.plans[i].b)
		}
	}
	return rules
}

// DrawsAnew reports whether experiments may give a channel another setting at one
// moment than at the other.
func (c *Config) DrawsAnew(was, is messages.Instant) bool {
	return slices.ContainsFunc(c.plans, func(p planned) bool {
		today, day := p.DayOf(was), p.DayOf(is)
		return today != day && (p.Runs(today) != p.Runs(day) || p.Runs(day) && p.By == experiment.Daily)
	})
}

// At returns the same configuration as it is at another moment.
func (c *Config) At(at messages.Instant) *Config {
	next := c.anew()
	next.Drawn = at
	return next
}

// knobsIn returns the knobs that a table sets, each by its way inside the table and
// as a file writes it.
func knobsIn(table map[string]any, path string) (all []string) {
	for _, key := range slices.Sorted(maps.Keys(table)) {
		at := document.Inside(path, key)
		if below, ok := table[key].(map[string]any); ok {
			all = append(all, knobsIn(below, at)...)
			continue
		}
		all = append(all, at+" = "+document.Written(table[key]))
	}
	return all
}
