// Package natstest runs real NATS servers for tests: one, or several as a cluster,
// which can be stopped and started again over their files.
package natstest

import (
	"context"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/long"
	"familiar/journal/journaltest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Cluster is some servers, each with a folder and ports of its own that stay the
// same. It ends with the test.
type Cluster struct {
	t       *testing.T
	options []server.Options
	servers []*server.Server // nil: stopped
}

// Start runs so many servers; one is no cluster.
func Start(t *testing.T, size int) *Cluster {
	t.Helper()
	folders, folder := make([]string, size), t.TempDir()
	for n := range size {
		folders[n] = filepath.Join(folder, fmt.Sprint(n))
	}
	return StartOn(t, folders)
}

// StartOn runs a server for each of these folders, which keep their files. Tests with
// several take long.
func StartOn(t *testing.T, folders []string) *Cluster {
	t.Helper()
	size := len(folders)
	if size > 1 {
		long.Test(t)
	}
	c := &Cluster{t: t, servers: make([]*server.Server, size)}
	var routes []*url.URL
	for n, folder := range folders {
		o := server.Options{
			ServerName: fmt.Sprint("s", n), Host: "127.0.0.1", Port: journaltest.Port(t), NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: folder, JetStreamMaxStore: 1 << 50,
		}
		if size > 1 {
			o.Cluster = server.ClusterOpts{Name: "test", Host: "127.0.0.1", Port: journaltest.Port(t)}
			routes = append(routes, &url.URL{Scheme: "nats", Host: fmt.Sprint("127.0.0.1:", o.Cluster.Port)})
		}
		c.options = append(c.options, o)
	}
	for n := range size {
		c.options[n].Routes = routes
		c.begin(n)
	}
	for _, s := range c.servers {
		c.await(s)
	}
	if size > 1 {
		c.awaitAll()
	}
	return c
}

// awaitAll waits until there is a leader, and each server knows that the others are
// there: a stream can be kept by all of them.
func (c *Cluster) awaitAll() {
	c.t.Helper()
	await.Until(c.t, "a cluster with a leader", func() bool { return c.Leader() >= 0 })
	conn, err := nats.Connect(c.URL())
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		c.t.Fatal(err)
	}
	await.Until(c.t, "a stream on all servers", func() bool {
		ctx, cancel := context.WithTimeout(c.t.Context(), time.Second)
		defer cancel()
		_, err := js.CreateStream(ctx, jetstream.StreamConfig{Name: "probe", Replicas: len(c.servers)})
		return err == nil
	})
	if err := js.DeleteStream(c.t.Context(), "probe"); err != nil {
		c.t.Fatal(err)
	}
}

// Servers returns those that run.
func (c *Cluster) Servers() (running []*server.Server) {
	for _, s := range c.servers {
		if s != nil {
			running = append(running, s)
		}
	}
	return running
}

func (c *Cluster) begin(n int) {
	c.t.Helper()
	options := c.options[n]
	s, err := server.NewServer(&options)
	if err != nil {
		c.t.Fatal(err)
	}
	c.servers[n] = s
	go s.Start()
	c.t.Cleanup(func() { end(s) })
}

func (c *Cluster) await(s *server.Server) {
	c.t.Helper()
	if !s.ReadyForConnections(time.Minute) {
		c.t.Fatal("a NATS server did not start")
	}
}

func end(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// Leader returns which server leads all of them; -1: none does.
func (c *Cluster) Leader() int {
	for n, s := range c.servers {
		if s != nil && s.JetStreamIsLeader() && len(s.JetStreamClusterPeers()) == len(c.servers) {
			return n
		}
	}
	return -1
}

// Stop stops a server.
func (c *Cluster) Stop(n int) {
	end(c.servers[n])
	c.servers[n] = nil
}

// Restart starts one that was stopped, over its files.
func (c *Cluster) Restart(n int) {
	c.t.Helper()
	c.begin(n)
	c.await(c.servers[n])
}

// URL returns where all of them are reached.
func (c *Cluster) URL() string {
	var all []string
	for _, o := range c.options {
		all = append(all, fmt.Sprintf("nats://%s:%d", o.Host, o.Port))
	}
	return strings.Join(all, ",")
}
