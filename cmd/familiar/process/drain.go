package process

import (
	"context"
	"errors"

	"familiar/cluster/verbs"
)

// A Drain is what an operator wants of one process of a deployment.
type Drain struct {
	Undo  bool // it takes its share again
	Force bool // drain it even if nobody is there to take what it has
}

// askDrain asks a process to give up what it has and take nothing more, or to take its
// share again. By half it would be the opposite of what was asked.
var askDrain = verbs.Ask[Drain, struct{}]{Name: "drain", AtOnce: 1, Exact: true}

var (
	errLast     = errors.New("no other process is there to take what it has: start one first")
	errStopping = errors.New("it is stopping")
)

// drain does what an operator asks, until stopping ends.
func (d *Deployment) drain(ctx, stopping context.Context, want Drain) error {
	switch {
	case stopping.Err() != nil:
		return errStopping
	case want.Undo:
		d.log.Info("takes its share again, by an operator's command")
		return d.member.Undrain(ctx)
	case !want.Force && !d.othersWork():
		return errLast
	}
	d.log.Info("gives up what it has, by an operator's command")
	return d.member.Drain(ctx)
}

// othersWork reports whether a member but this one takes a share.
func (d *Deployment) othersWork() bool {
	now, _ := d.member.Look()
	for _, m := range now.Members {
		if m.ID != d.member.ID() && !m.Draining {
			return true
		}
	}
	return false
}
