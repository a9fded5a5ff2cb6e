package membership

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"familiar/internal/await"
	"familiar/internal/natstest"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A fleet is the NATS servers of a test.
type fleet []*server.Server

// servers runs one NATS server, or a cluster of several.
func servers(t *testing.T, n int) fleet { return natstest.Start(t, n).Servers() }

func shut(s *server.Server) {
	s.Shutdown()
	s.WaitForShutdown()
}

// urls returns where all servers are, beginning with the i-th.
func (f fleet) urls(i int) string {
	var urls []string
	for k := range f {
		urls = append(urls, f[(i+k)%len(f)].ClientURL())
	}
	return strings.Join(urls, ",")
}

// A link is a process's way to the servers, which a test can cut.
type link struct {
	mu    sync.Mutex
	how   cut
	conns map[*wire]bool
}

// A cut is what a link does.
type cut int

const (
	whole   cut = iota
	dark        // nothing passes either way, and nobody is told: a network that is gone
	deaf        // what is sent arrives, what is answered doesn't
	hanging     // as dark, and who reaches for the server anew waits for it, too
)

var errCut = errors.New("the test has cut the link")

// Dial implements nats.CustomDialer.
func (l *link) Dial(network, address string) (net.Conn, error) {
	if l.is() == hanging {
		<-time.After(dialWithin)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.how != whole {
		return nil, errCut
	}
	c, err := net.DialTimeout(network, address, await.Patience)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: c, link: l}
	l.conns[w] = true
	return w, nil
}

func (l *link) is() cut {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.how
}

// set cuts the link, or heals it: then what there was is closed, for bytes of it are
// missing.
func (l *link) set(how cut) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.how = how
	if how == whole {
		for w := range l.conns {
			w.Conn.Close()
			delete(l.conns, w)
		}
	}
}

// A wire is one connection of a link.
type wire struct {
	net.Conn
	link *link
}

// Write implements net.Conn.
func (w *wire) Write(b []byte) (int, error) {
	if how := w.link.is(); how == dark || how == hanging {
		return len(b), nil
	}
	return w.Conn.Write(b)
}

// Read implements net.Conn.
func (w *wire) Read(b []byte) (int, error) {
	for {
		n, err := w.Conn.Read(b)
		if err != nil || w.link.is() == whole {
			return n, err
		}
	}
}

// A process is a member with its way to the servers.
type process struct {
	*Membership
	link *link
	conn *nats.Conn
}

// connect dials as a process does.
func connect(t *testing.T, f fleet, i int) (*nats.Conn, *link) {
	t.Helper()
	l := &link{conns: map[*wire]bool{}}
	conn, err := nats.Connect(f.urls(i), append(options("", slog.New(slog.DiscardHandler)), nats.SetCustomDialer(l), nats.DontRandomize())...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.set(whole)
		conn.Close()
	})
	return conn, l
}

// join enters as a member; ttl 0: the default.
func join(t *testing.T, f fleet, i int, ttl time.Duration) *process {
	t.Helper()
	conn, l := connect(t, f, i)
	m, err := Join(t.Context(), conn, Config{
		Replicas: len(f), TTL: ttl, Log: slog.New(slog.DiscardHandler),
		Self: Member{Host: fmt.Sprintf("host-%d", i), PID: 100 + i, Version: "v1", StoreFormat: 2, StateVersion: 9, Started: time.Date(2026, 11, 25, 20, 0, i, 0, time.UTC)},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		l.set(whole)
		m.Close()
	})
	return &process{m, l, conn}
}

// sees waits until a member sees something.
func (p *process) sees(t *testing.T, what string, is func(View) bool) {
	t.Helper()
	late := time.After(await.Patience)
	for {
		v, changed := p.Look()
		if is(v) {
			return
		}
		select {
		case <-changed:
		case <-late:
			t.Fatalf("%s: waited in vain; it sees %+v", what, v)
		}
	}
}

// claim claims a key that is free.
func (p *process) claim(t *testing.T, key Key) *Hold {
	t.Helper()
	h, err := p.Claim(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	return h
}
