package jetstream

import (
	"context"

	"familiar/journal/audit"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/journal/jetstream/trail"
)

// Trail returns what people had the program do. Of all that is written here it alone may
// be written by a visitor as by an owner.
func (j *Journal) Trail() audit.Trail { return j.trail }

// newTrail returns it for an owner, or for a visitor of a store that an older program
// may have made.
func (j *Journal) newTrail(owned bool) *trail.Trail {
	c := trail.Config{Store: j.store, ReadOnly: j.copied != "", Clock: j.config.Clock}
	if !owned {
		c.Ensure = func(ctx context.Context) error {
			plan := j.plan()
			return j.makeStream(ctx, plan.Stream(plan.Names.Stream(layout.AuditWord)))
		}
	}
	return trail.New(c)
}

// audit checks the chain of what people had the program do.
func (v *verification) audit(ctx context.Context) error {
	name := v.j.store.Names.Stream(layout.AuditWord)
	if state, err := v.j.store.Held(ctx, name); err != nil || state.Msgs == 0 {
		return err
	}
	var chain audit.Chain
	return v.j.store.Scan(ctx, store.Reading{Stream: name}, func(m store.Message) error {
		v.read()
		if err := chain.Check(m.Data); err != nil {
			v.found(name, err.Error(), "somebody changed the audit: compare it with a backup, or with what familiar audit --json printed before")
		}
		return nil
	})
}
