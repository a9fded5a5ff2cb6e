package process

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"familiar/app"
	"familiar/cluster/membership"
	"familiar/cluster/peers"
	"familiar/cluster/placement"
	"familiar/cluster/sharing"
	"familiar/cluster/verbs"
	"familiar/config"
	"familiar/control"
	"familiar/internal/sleep"
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
	open   func([]verbs.Verb) (*peers.Peers, error)
	peers  atomic.Pointer[peers.Peers]                             // nil: not open
	reload atomic.Pointer[func(context.Context) (Reloaded, error)] // nil: not yet
	here   atomic.Pointer[func(context.Context, Drain) error]      // drains this process; nil: it shares nothing yet
	close  func()                                                  // the connections
	to     *telemetry.Telemetry                                    // nil: none
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
	d.open = func(answers []verbs.Verb) (*peers.Peers, error) {
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
	reachable, done := context.WithCancel(context.WithoutCancel(ctx)) // what is given up is asked about meanwhile
	var answering sync.WaitGroup
	here := func(asked context.Context, want Drain) error { return d.drain(asked, ctx, want) }
	d.here.Store(&here)
	drains := askDrain.By(func(asked context.Context, _ string, want Drain) (struct{}, error) {
		return struct{}{}, here(asked, want)
	})
	answering.Go(func() { d.answer(reachable, append(w.Answers, drains, askReload.By(d.reloads))) })
	defer answering.Wait()
	defer done()
	sharing.New(sharing.Options{
		Membership: d.member, Partitions: w.Partitions,
		Accounts: func() (names []string) {
			for _, id := range w.Accounts() {
				names = append(names, string(id))
			}
			return names
		},
		Shards: func() (all []membership.Shard) {
			for _, s := range w.Shards() {
				all = append(all, shardOf(s))
			}
			return all
		},
		Partition: func(k int) sharing.Work {
			return func(ctx context.Context, held func() error) error { return w.Partition(ctx, k, held) }
		},
		Account: func(name string) sharing.Work {
			return func(ctx context.Context, held func() error) error {
				return w.Account(ctx, messages.AccountID(name), held)
			}
		},
		Shard: func(s membership.Shard) sharing.Work {
			return func(ctx context.Context, held func() error) error {
				return w.Shard(ctx, app.Shard{Account: messages.AccountID(s.Account), Number: s.Number, Of: s.Of}, held)
			}
		},
		Telemetry: d.to, Log: d.log,
	}).Run(ctx)
}

// shardOf returns a shard as others know it.
func shardOf(s app.Shard) membership.Shard {
	return membership.Shard{Account: string(s.Account), Number: s.Number, Of: s.Of}
}

// answer answers other processes until ctx ends.
func (d *Deployment) answer(ctx context.Context, answers []verbs.Verb) {
	for try := 1; ; try++ {
		asked, err := d.open(answers)
		if err == nil {
			d.peers.Store(asked)
			defer asked.Close()
			<-ctx.Done()
			return
		}
		d.log.Error("other processes can't ask this one, trying again", "err", err)
		if !sleep.For(ctx, sleep.Doubled(answerAgain, answerAgainMax, try)) {
			return
		}
	}
}

// The pauses before a process tries again to be one that others can ask; they double.
const (
	answerAgain    = time.Second
	answerAgainMax = 30 * time.Second
)

// ask asks the process that holds a key.
func (d *Deployment) ask(ctx context.Context, key placement.Key, verb string, question []byte) ([]byte, error) {
	asked, whom, err := d.holder(key)
	if err != nil {
		return nil, err
	}
	return d.measured(ctx, asked, whom, verb, question)
}

// measured asks a process, and tells how that went.
func (d *Deployment) measured(ctx context.Context, asked *peers.Peers, whom, verb string, question []byte) (answer []byte, err error) {
	began := time.Now()
	answer, err = asked.Ask(ctx, whom, verb, question)
	d.to.Asked(verb, outcomeOf(err), began)
	return answer, err
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
func (d *Deployment) AskPartition(ctx context.Context, k int, verb string, question []byte) ([]byte, error) {
	return d.ask(ctx, membership.Partition(k), verb, question)
}

// AskAccount implements [app.Sharing].
func (d *Deployment) AskAccount(ctx context.Context, id messages.AccountID, verb string, question []byte) ([]byte, error) {
	return d.ask(ctx, membership.Account(string(id)), verb, question)
}

// TellAccount implements [app.Sharing].
func (d *Deployment) TellAccount(id messages.AccountID, verb string, news []byte) {
	_, whom, err := d.holder(membership.Account(string(id)))
	if err != nil {
		d.log.Debug("not told", "account", string(id), "verb", verb, "err", err)
		return
	}
	d.TellProcess(whom, verb, news)
}

// TellProcess implements [app.Sharing].
func (d *Deployment) TellProcess(id, verb string, news []byte) {
	if asked := d.peers.Load(); asked != nil {
		if err := asked.Tell(id, verb, news); err != nil {
			d.log.Debug("not told", "process", id, "verb", verb, "err", err)
		}
	}
}

// TellAll implements [app.Sharing].
func (d *Deployment) TellAll(verb string, news []byte) bool {
	asked := d.peers.Load()
	if asked == nil {
		return false
	}
	err := asked.TellAll(verb, news)
	if err != nil {
		d.log.Debug("not told to others", "verb", verb, "err", err)
	}
	return err == nil
}

// Others implements [app.Sharing].
func (d *Deployment) Others() (others []app.Process) {
	now, _ := d.member.Look()
	for _, m := range now.Members {
		if m.ID != d.member.ID() {
			others = append(others, app.Process{ID: m.ID, Host: m.Host})
		}
	}
	return others
}

// AskProcess implements [app.Sharing].
func (d *Deployment) AskProcess(ctx context.Context, id, verb string, question []byte) ([]byte, error) {
	asked := d.peers.Load()
	if asked == nil {
		return nil, peers.ErrNobody
	}
	return d.measured(ctx, asked, id, verb, question)
}

// HasPartition implements [app.Sharing].
func (d *Deployment) HasPartition(process string, k int) bool {
	return d.holds(process, membership.Partition(k))
}

// HasAccount implements [app.Sharing].
func (d *Deployment) HasAccount(process string, id messages.AccountID) bool {
	return d.holds(process, membership.Account(string(id)))
}

// HasShard implements [app.Sharing].
func (d *Deployment) HasShard(process string, s app.Shard) bool {
	return d.holds(process, shardOf(s).Key())
}

func (d *Deployment) holds(process string, key placement.Key) bool {
	now, _ := d.member.Look()
	return process != "" && now.Holders[key] == process
}

// LeaveLast leaves the members and reports whether no other one is left: of processes
// that stop at the same moment at least one finds that the others have left before it.
func (d *Deployment) LeaveLast() bool {
	if d == nil {
		return false
	}
	d.member.Close()
	ctx, cancel := context.WithTimeout(context.Background(), leftWithin)
	defer cancel()
	last, err := d.member.AllLeft(ctx)
	if err != nil {
		d.log.Debug("not known whether other processes are left", "err", err)
	}
	return last
}

// leftWithin is how long it may take to look whether others are left.
const leftWithin = 2 * time.Second

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

// Nodes returns the processes of the deployment if there are several, this one among
// them.
func (d *Deployment) Nodes() []control.HomeNode {
	nodes := []control.HomeNode{}
	if d == nil {
		return nodes
	}
	now, _ := d.member.Look()
	if len(now.Members) < 2 {
		return nodes
	}
	for _, m := range now.Standings() {
		nodes = append(nodes, control.HomeNode{
			Node: m.ID, Host: m.Host, Version: m.Version, Since: messages.InstantOf(m.Started), State: string(m.State), Here: m.ID == d.member.ID(),
			Partitions: len(m.Partitions), Accounts: append(m.Accounts, m.Shards...),
		})
	}
	return nodes
}

// Leave ends the membership: what this process still has, others may have at once.
func (d *Deployment) Leave() {
	if d == nil {
		return
	}
	d.member.Close()
	d.close()
}
