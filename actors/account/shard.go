package account

import (
	"context"
	"errors"

	"familiar/actors/adapter"
	"familiar/internal/sleep"
)

// A shard is an account that hears by one of its shards only.
type shard struct {
	adapter.Adapter
	listen func(ctx context.Context, hear adapter.Hear) error
}

// Listen implements [adapter.Adapter].
func (s shard) Listen(ctx context.Context, hear adapter.Hear) error { return s.listen(ctx, hear) }

// ListenShard keeps one of an account's shards listening until ctx ends, whichever
// process has the account. reshard is called when the network wants another number of
// them.
func (as *Accounts) ListenShard(ctx context.Context, c Connection, number, of int, reshard func()) {
	sharded, is := c.Adapter.(adapter.Sharded)
	if !is {
		return
	}
	heard := shard{c.Adapter, func(ctx context.Context, hear adapter.Hear) error {
		return sharded.ListenShard(ctx, number, of, hear)
	}}
	log := as.Log.With("shard", number)
	runner := adapter.New(c.Account, heard, as.Hear, adapter.Options{Audible: as.Audible, Log: log, Telemetry: as.Telemetry})
	for {
		anything, err := runner.Connect(ctx)
		if errors.Is(err, adapter.ErrReshard) {
			reshard()
		}
		pause, again, err := runner.Lost(ctx, anything, err)
		if err != nil {
			log.Error("shard has ended", "account", string(c.Account), "err", err)
			<-ctx.Done() // nobody else would fare better
		}
		if err != nil || !again || !sleep.For(ctx, pause) {
			return
		}
	}
}
