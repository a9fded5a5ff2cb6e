package config

import (
	"slices"

	"familiar/config/document"
	"familiar/policy/conversation"
	"familiar/policy/hours"
	"familiar/policy/schedule"
)

// planOf makes a familiar's hours ready. [Load] has found out whether they can
// be; from hours it would refuse comes the plan that is always free.
func planOf(p conversation.Policy) hours.Plan {
	plan, _ := hours.New(p.Hours)
	return plan
}

// schedulesOf makes a familiar's schedules ready. [Load] has found out whether
// they can be; of those it would refuse come none.
func schedulesOf(p conversation.Policy) []schedule.Plan {
	plans, _ := schedule.New(p.Schedule)
	return plans
}

// Schedules reports whether a familiar may have a schedule in some channel.
func (c *Config) Schedules() bool {
	has := func(o document.Override) bool { return o.Table["schedule"] != nil }
	for id := range c.Familiars {
		if len(c.Familiars[id].Schedule) > 0 || slices.ContainsFunc(c.Channels, func(r Rule) bool { return has(r.Override[id]) }) {
			return true
		}
	}
	return slices.ContainsFunc(c.plans, func(p planned) bool { return has(p.b.Override[p.Familiar]) })
}

// zone complains about a zone that this machine doesn't know. What else may be
// wrong with the hours, their own Validate says.
func (v *validation) zone(path string, p conversation.Policy) {
	if p.Hours.Validate() == nil {
		_, err := hours.New(p.Hours)
		v.values(path, err)
	}
	if schedule.ValidateAll(p.Schedule) == nil {
		_, err := schedule.New(p.Schedule)
		v.values(path, err)
	}
}

// otherZone does so for a rule's table that is laid over the familiar's knobs,
// if it names another zone than they do.
func (v *validation) otherZone(o document.Override, p conversation.Policy) {
	was, had := p.Hours.Zone, p.Schedule
	if o.LayOver(&p, v.doc); p.Hours.Zone != was || !slices.Equal(p.Schedule, had) {
		v.zone(o.Path, p)
	}
}
