package store

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/embedded"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// dialWithin is how long an outside server may take to answer at Open.
const dialWithin = 5 * time.Second

// inFlight is how many writes of one process may wait for the server; others
// wait here. It does some 20,000 a second: what it was sent is done long before
// Config.Within is over, and so not in vain, even where it does far fewer.
const inFlight = 2048

// Connect reaches the server. Once reached it is reached for again for ever;
// meanwhile writes fail within Config.Within.
func (s *Store) Connect() error {
	options := []nats.Option{
		nats.Name("familiar"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectBufSize(-1), // a write that can't leave fails at once
		nats.Timeout(dialWithin),
		nats.SkipHostLookup(), // who dials looks the name up, within that time
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			s.stopIndexes() // what a server lost is written under the same sequences again
			if err != nil && s.closing.Err() == nil {
				s.Log.Warn("journal server is away", "err", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			s.Log.Info("journal server is back")
			s.stopIndexes()
			select {
			case s.back <- struct{}{}:
			default:
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if s.closing.Err() == nil {
				s.Log.Warn("journal connection", "err", err)
			}
		}),
	}
	if s.Server != nil {
		// A limit on writes would arm a timer for each, and it guards against a
		// network: the server is in this process.
		options = append(options, nats.InProcessServer(s.Server.Server), nats.FlusherTimeout(0))
	} else {
		// One that hangs is away, too: it leaves two pings without an answer, or
		// takes no bytes. Then it, or another one of its cluster, is reached for.
		options = append(options, nats.PingInterval(s.Within), nats.MaxPingsOutstanding(2),
			nats.FlusherTimeout(s.Within), nats.ReconnectOnFlusherError())
	}
	if s.Credentials != "" {
		options = append(options, nats.UserCredentials(s.Credentials))
	}
	conn, err := nats.Connect(s.URL, options...)
	if err != nil {
		return unreachable(s.URL, err)
	}
	return s.use(conn)
}

// AnotherConnection makes one more connection to the same server, the same way.
// Of the
// server going and coming the first one tells.
func (s *Store) AnotherConnection() (*nats.Conn, error) {
	options := s.conn.Opts
	options.DisconnectedErrCB, options.ReconnectedCB = nil, nil
	conn, err := options.Connect()
	if _, network := errors.AsType[net.Error](err); network || errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) {
		return nil, fmt.Errorf("%w: %w", journal.ErrAway, err)
	}
	return conn, Known(err)
}

// use takes a connection as the journal's own.
func (s *Store) use(conn *nats.Conn) error {
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return fmt.Errorf("nats: %w", err)
	}
	s.conn, s.js = conn, js
	s.acks.once = s.Server != nil // a cluster whose leader changes may answer twice
	return s.acks.listen(conn)
}

// unreachable says which server can't be reached, without what its URL may
// hold that is secret.
func unreachable(servers string, err error) error {
	if servers == "" {
		return fmt.Errorf("embedded journal server: %w", err)
	}
	var shown []string
	for server := range strings.SplitSeq(servers, ",") {
		u, bad := url.Parse(strings.TrimSpace(server))
		if bad != nil {
			return errors.New("nats: invalid URL: want nats://host:port")
		}
		shown = append(shown, u.Redacted())
	}
	return fmt.Errorf("nats: %s: %w", strings.Join(shown, ", "), err)
}

// Visit connects to the embedded server of another process.
func (s *Store) Visit(d embedded.Dialer) error {
	probe, err := d.InProcessConn()
	if err != nil {
		return fmt.Errorf("%s: %w and has no socket for this command: stop it first", d.Folder, embedded.ErrInUse)
	}
	probe.Close()
	conn, err := nats.Connect("", nats.Name("familiar command"), nats.InProcessServer(d), nats.Timeout(dialWithin), nats.NoReconnect())
	if err != nil {
		return fmt.Errorf("%s: reach the process that is using this folder: %w", d.Folder, err)
	}
	return s.use(conn)
}
