package process

import (
	"context"
	"log/slog"
	"os"
	"sync"
	"time"

	"familiar/cluster/membership"
	"familiar/config"
	"familiar/journal/jetstream"
	"familiar/policy/conversation"
)

// How this process becomes a member.
const (
	enterWithin = 20 * time.Second // one try
	enterAgain  = 10 * time.Second // between two
	drainTold   = 2 * time.Second  // how long it may take to say that it stops
)

// EnterAsMember makes this process one of those that `familiar nodes` lists, where
// the journal is an outside NATS that several can reach, and returns what ends that.
// From the end of ctx on the list says that it drains. A server that refuses costs a
// warning and nothing else: nothing depends on the list yet. version is the
// program's.
func EnterAsMember(ctx context.Context, c *config.Config, version string, log *slog.Logger) (leave func()) {
	if c.Journal.URL == "" {
		return func() {}
	}
	trying, stop := context.WithCancel(context.Background())
	var working sync.WaitGroup
	working.Go(func() { // the networks need not wait for it
		for warned := false; trying.Err() == nil; warned = true {
			err := beMember(trying, ctx, c, version, log)
			if err != nil && !warned && trying.Err() == nil {
				log.Warn("this process is not in the list of processes, trying again", "err", err)
			}
			select {
			case <-trying.Done():
			case <-time.After(enterAgain):
			}
		}
	})
	return func() {
		stop()
		working.Wait()
	}
}

// beMember enters and is a member until stay ends; the error is of entering.
func beMember(stay, run context.Context, c *config.Config, version string, log *slog.Logger) error {
	conn, err := membership.Dial(c.Journal.URL, c.Journal.Credentials, log)
	if err != nil {
		return err
	}
	defer conn.Close()
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	entering, cancel := context.WithTimeout(stay, enterWithin)
	defer cancel()
	m, err := membership.Join(entering, conn, membership.Config{Prefix: c.Journal.Prefix, Replicas: c.Journal.Replicas, Log: log, Self: membership.Member{
		Host: host, PID: os.Getpid(), Version: version, StoreFormat: jetstream.Format, StateVersion: conversation.Version, Started: time.Now().UTC().Truncate(time.Second),
	}})
	if err != nil {
		return err
	}
	defer m.Close()
	log.Debug("entered the list of processes", "member", m.ID())
	select {
	case <-stay.Done():
		return nil
	case <-run.Done():
	}
	told, cancel := context.WithTimeout(stay, drainTold)
	defer cancel()
	if err := m.Drain(told); err != nil {
		log.Debug("the list of processes doesn't say that this one drains", "err", err)
	}
	<-stay.Done()
	return nil
}
