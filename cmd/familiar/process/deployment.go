package process

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync/atomic"
	"time"

	"familiar/app"
	"familiar/cluster/membership"
	"familiar/cluster/peers"
	"familiar/cluster/placement"
	"familiar/cluster/sharing"
	"familiar/config"
	"familiar/journal/jetstream"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/telemetry"
)

// enterWithin is how long it may take to become a member. A cluster of which half has
// just started has no leader yet.
const enterWithin = 30 * time.Second

// A Deployment is this process as one of several that share an outside NATS. It
// implements [app.Sharing].
type Deployment struct {
	member *membership.Membership
	open   func(map[string]peers.Answerer) (*peers.Peers, error)
	peers  atomic.Pointer[peers.Peers] // nil: not open
	close  func()                      // the connections
	to     *telemetry.Telemetry        // nil: none
	log    *slog.Logger
}

// EnterDeployment makes this process a member, where the journal is an outside NATS;
// else there is no deployment, and it returns nil. version is the program's.
func EnterDeployment(ctx context.Context, c *config.Config, version string, to *telemetry.Telemetry, log *slog.Logger) (*Deployment, error) {
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
	asks, err := membership.Dial(c.Journal.URL, c.Journal.Credentials, log)
	if err != nil {
		m.Close()
		conn.Close()
		return nil, err
	}
	d := &Deployment{member: m, to: to, log: log}
	d.open = func(answers map[string]peers.Answerer) (*peers.Peers, error) {
		return peers.Open(asks, c.Journal.Prefix, m.ID(), answers, log)
	}
	d.close = func() {
		conn.Close()
		asks.Close()
	}
	return d, nil
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
	answers := make(map[string]peers.Answerer, len(w.Answers))
	for what, answer := range w.Answers {
		answers[what] = answer
	}
	asked, err := d.open(answers)
	if err != nil { // the server is away; what is asked of others fails until the next start
		d.log.Error("other processes can't ask this one", "err", err)
	} else {
		d.peers.Store(asked)
		defer asked.Close()
	}
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
		Telemetry: d.to, Log: d.log,
	}).Run(ctx)
}

// ask asks the process that holds a key.
func (d *Deployment) ask(ctx context.Context, key placement.Key, what string, question, answer any) error {
	asked, whom, err := d.holder(key)
	if err != nil {
		return err
	}
	began := time.Now()
	err = asked.Ask(ctx, whom, what, question, answer)
	d.to.Asked(what, outcomeOf(err), began)
	return err
}

// outcomeOf says in a word what came of a question.
func outcomeOf(err error) string {
	switch {
	case err == nil:
		return "answered"
	case errors.Is(err, peers.ErrNobody):
		return "nobody"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "late"
	default:
		return "failed"
	}
}

// holder returns who holds a key, if that is another process.
func (d *Deployment) holder(key placement.Key) (asked *peers.Peers, whom string, err error) {
	now, _ := d.member.Look()
	whom, asked = now.Holders[key], d.peers.Load()
	if whom == "" || whom == d.member.ID() || asked == nil {
		return nil, "", fmt.Errorf("%s: %w", key, peers.ErrNobody)
	}
	return asked, whom, nil
}

// AskPartition implements [app.Sharing].
func (d *Deployment) AskPartition(ctx context.Context, k int, what string, question, answer any) error {
	return d.ask(ctx, membership.Partition(k), what, question, answer)
}

// AskAccount implements [app.Sharing].
func (d *Deployment) AskAccount(ctx context.Context, id messages.AccountID, what string, question, answer any) error {
	return d.ask(ctx, membership.Account(string(id)), what, question, answer)
}

// TellAccount implements [app.Sharing].
func (d *Deployment) TellAccount(id messages.AccountID, what string, about any) {
	asked, whom, err := d.holder(membership.Account(string(id)))
	if err == nil {
		err = asked.Tell(whom, what, about)
	}
	if err != nil {
		d.log.Debug("not told", "account", string(id), "what", what, "err", err)
	}
}

// TellAll implements [app.Sharing].
func (d *Deployment) TellAll(what string, about any) {
	if asked := d.peers.Load(); asked != nil {
		if err := asked.TellAll(what, about); err != nil {
			d.log.Debug("not told to others", "what", what, "err", err)
		}
	}
}

// Last reports whether no other member is there.
func (d *Deployment) Last() bool {
	if d == nil {
		return false
	}
	now, _ := d.member.Look()
	return len(now.Members) == 1 && now.Members[0].ID == d.member.ID()
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
	d.close()
}
