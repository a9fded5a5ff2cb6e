package process

import (
	"context"
	"errors"
	"log/slog"

	"familiar/app"
	"familiar/cluster/membership"
	"familiar/cluster/peers"
	"familiar/config"
)

// Nodes is the processes of a deployment, for an operator who is none of them.
type Nodes struct {
	read  func(context.Context) (membership.View, error)
	asker peers.Asker
	close func()
}

// errEmbedded says that there is no deployment.
var errEmbedded = errors.New("the journal of this configuration is embedded in its one process, which familiar health asks: several need the url of a NATS server in [journal]")

// DialNodes connects to the NATS server that the processes of a configuration share.
func DialNodes(c *config.Config, log *slog.Logger) (*Nodes, error) {
	if c.Journal.URL == "" {
		return nil, errEmbedded
	}
	conn, err := membership.Dial(c.Journal.URL, c.Journal.Credentials, log)
	if err != nil {
		return nil, err
	}
	return &Nodes{
		read: func(ctx context.Context) (membership.View, error) {
			return membership.Read(ctx, conn, c.Journal.Prefix)
		},
		asker: peers.NewAsker(conn, c.Journal.Prefix, "operator"),
		close: conn.Close,
	}, nil
}

// Read returns who is there and has what.
func (n *Nodes) Read(ctx context.Context) (membership.View, error) {
	now, err := n.read(ctx)
	if errors.Is(err, membership.ErrNobody) {
		return membership.View{}, nil
	}
	return now, err
}

// Drain has a process drain, or not any more. It returns as soon as [Nodes.Read] says so.
func (n *Nodes) Drain(ctx context.Context, id string, want Drain) error {
	_, err := askDrain.Put(want, n.asks(ctx, id))
	return err
}

// Ready asks a process whether its parts are ready.
func (n *Nodes) Ready(ctx context.Context, id string) ([]app.Readiness, error) {
	return app.AskReady.Put(struct{}{}, n.asks(ctx, id))
}

// Shards asks a process how the shards of accounts stand in all of them.
func (n *Nodes) Shards(ctx context.Context, id string) ([]app.AccountShards, error) {
	return app.AskShards.Put(struct{}{}, n.asks(ctx, id))
}

// asks returns how a process is asked.
func (n *Nodes) asks(ctx context.Context, id string) func(verb string, question []byte) ([]byte, error) {
	return func(verb string, question []byte) ([]byte, error) { return n.asker.Ask(ctx, id, verb, question) }
}

// Close ends the connection.
func (n *Nodes) Close() { n.close() }
