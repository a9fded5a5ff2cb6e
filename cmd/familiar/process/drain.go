package process

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"familiar/cluster/membership"
	"familiar/cluster/peers"
	"familiar/cluster/verbs"
	"familiar/control"
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

// orders returns how processes are told to drain; nil where this one is alone.
func (d *Deployment) orders() func(ctx context.Context, id string, undo bool) error {
	if d == nil {
		return nil
	}
	return d.order
}

// order has a process of the deployment drain, or not any more, as familiar nodes does.
func (d *Deployment) order(ctx context.Context, id string, undo bool) error {
	now, _ := d.member.Look()
	if !slices.ContainsFunc(now.Members, func(m membership.Member) bool { return m.ID == id }) {
		return control.ErrNoProcess
	}
	err := d.putDrain(ctx, id, Drain{Undo: undo})
	switch {
	case err == nil || ctx.Err() != nil:
		return err
	case errors.Is(err, peers.ErrNobody):
		return control.ErrNoProcess
	}
	return fmt.Errorf("%w: %w", control.ErrDrain, err)
}

// putDrain asks a process: nobody hears its own questions, so this one isn't asked by
// the network.
func (d *Deployment) putDrain(ctx context.Context, id string, want Drain) error {
	if here := d.here.Load(); id == d.member.ID() && here != nil {
		return (*here)(ctx, want)
	}
	_, err := askDrain.Put(want, func(verb string, question []byte) ([]byte, error) {
		return d.AskProcess(ctx, id, verb, question)
	})
	return err
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
