package config

import (
	"time"

	"familiar/config/document"
	"familiar/policy/conversation"
	"familiar/policy/hours"
)

// planOf makes a familiar's hours ready. [Load] has found out whether they can
// be; from hours it would refuse comes the plan that is always free.
func planOf(p conversation.Policy) hours.Plan {
	plan, err := hours.New(p.Hours, time.LoadLocation)
	if err != nil {
		return hours.Plan{}
	}
	return plan
}

// zone complains about a zone that this machine doesn't know. What else may be
// wrong with the hours, their own Validate says.
func (v *validation) zone(path string, p conversation.Policy) {
	if p.Hours.Validate() == nil {
		_, err := hours.New(p.Hours, time.LoadLocation)
		v.values(path, err)
	}
}

// otherZone does so for a rule's table that is laid over the familiar's knobs,
// if it names another zone than they do.
func (v *validation) otherZone(o document.Override, p conversation.Policy) {
	was := p.Hours.Zone
	if o.LayOver(&p, v.doc); p.Hours.Zone != was {
		v.zone(o.Path, p)
	}
}
