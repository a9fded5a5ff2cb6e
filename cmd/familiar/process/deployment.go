package process

import (
	"context"
	"fmt"
	"log/slog"
	"os"
	"time"

	"familiar/app"
	"familiar/cluster/membership"
	"familiar/cluster/sharing"
	"familiar/config"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/conversation"

	"github.com/nats-io/nats.go"
)

// enterWithin is how long it may take to become a member. A cluster of which half has
// just started has no leader yet.
const enterWithin = 30 * time.Second

// A Deployment is this process as one of several that share an outside NATS. It
// implements [app.Sharing].
type Deployment struct {
	member *membership.Membership
	conn   *nats.Conn
	log    *slog.Logger
}

// EnterDeployment makes this process a member, where the journal is an outside NATS;
// else there is no deployment, and it returns nil. version is the program's.
func EnterDeployment(ctx context.Context, c *config.Config, version string, log *slog.Logger) (*Deployment, error) {
	if c.Journal.URL == "" {
		return nil, nil
	}
	conn, err := membership.Dial(c.Journal.URL, c.Journal.Credentials, log)
	if err != nil {
		return nil, err
	}
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	entering, cancel := context.WithTimeout(ctx, enterWithin)
	defer cancel()
	m, err := membership.Join(entering, conn, membership.Config{Prefix: c.Journal.Prefix, Replicas: c.Journal.Replicas, Log: log, Self: membership.Member{
		Host: host, PID: os.Getpid(), Version: version, StoreFormat: jetstream.Format, StateVersion: conversation.Version, Started: time.Now().UTC().Truncate(time.Second),
	}})
	if err != nil {
		conn.Close()
		return nil, fmt.Errorf("enter the list of processes: %w", err)
	}
	log.Info("entered the list of processes", "member", m.ID())
	return &Deployment{m, conn, log}, nil
}

// Sharing returns what divides partitions and accounts; nil without a deployment.
func (d *Deployment) Sharing() app.Sharing {
	if d == nil {
		return nil
	}
	return d
}

// Share implements [app.Sharing].
func (d *Deployment) Share(ctx context.Context, w app.Work) {
	sharing.New(sharing.Options{
		Membership: d.member, Partitions: w.Partitions,
		Accounts: func() (names []string) {
			for _, id := range w.Accounts() {
				names = append(names, string(id))
			}
			return names
		},
		Partition: func(k int) sharing.Work {
			return func(ctx context.Context, held func() error) error { return w.Partition(ctx, k, held) }
		},
		Account: func(name string) sharing.Work {
			return func(ctx context.Context, held func() error) error {
				return w.Account(ctx, messages.AccountID(name), held)
			}
		},
		Log: d.log,
	}).Run(ctx)
}

// Processes returns how many members don't stop, this one among them.
func (d *Deployment) Processes() int {
	if d == nil {
		return 1
	}
	now, _ := d.member.Look()
	working := 0
	for _, m := range now.Members {
		if !m.Draining {
			working++
		}
	}
	return max(1, working)
}

// Leave ends the membership: what this process still has, others may have at once.
func (d *Deployment) Leave() {
	if d == nil {
		return
	}
	d.member.Close()
	d.conn.Close()
}
