package process

import (
	"context"
	"errors"

	"familiar/cluster/verbs"
	"familiar/control"
)

// A Reloaded process has read its configuration again.
type Reloaded struct {
	control.Reloaded
	Digest string `json:"digest"` // of the file: see [config.Config.Digest]
}

// askReload asks a process to read its configuration again.
var askReload = verbs.Ask[struct{}, Reloaded]{Name: "reload", AtOnce: 1, Exact: true}

// errNotYet says that a process can't reload, for it is only starting.
var errNotYet = errors.New("it is still starting: it reads its configuration anyway")

// reloadsBy has this process read its configuration again when an operator asks all to;
// nothing happens without a deployment.
func (d *Deployment) reloadsBy(reload func(context.Context) (Reloaded, error)) {
	if d != nil {
		d.reload.Store(&reload)
	}
}

// reloads answers an operator.
func (d *Deployment) reloads(ctx context.Context, _ string, _ struct{}) (Reloaded, error) {
	reload := d.reload.Load()
	if reload == nil {
		return Reloaded{}, errNotYet
	}
	d.log.Info("reads its configuration again, by an operator's command")
	return (*reload)(ctx)
}

// Reload has a process read its configuration again. The error says what is wrong with
// that; then the process keeps what it had.
func (n *Nodes) Reload(ctx context.Context, id string) (Reloaded, error) {
	return askReload.Put(struct{}{}, n.asks(ctx, id))
}

// reload reads the configuration again.
func (s *Service) reload(ctx context.Context) (Reloaded, error) {
	done, err := s.changes.now(ctx)
	return Reloaded{control.Reloaded{Generation: done.Generation, Channels: done.Channels}, s.App.Settings().Digest()}, err
}
