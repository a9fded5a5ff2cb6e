package jetstream

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strings"
	"time"

	"familiar/journal"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// dialWithin is how long an outside server may take to answer at Open.
const dialWithin = 5 * time.Second

// inFlight is how many writes of one process may wait for the server; others
// wait here. It does some 20,000 a second: what it was sent is done long before
// Config.Within is over, and so not in vain, even where it does far fewer.
const inFlight = 2048

// connect reaches the server. Once reached it is reached for again for ever;
// meanwhile writes fail within Config.Within.
func (j *Journal) connect() error {
	j.lent.back = make(chan struct{}, 1)
	options := []nats.Option{
		nats.Name("familiar"),
		nats.MaxReconnects(-1),
		nats.ReconnectWait(200 * time.Millisecond),
		nats.ReconnectBufSize(-1), // a write that can't leave fails at once
		nats.Timeout(dialWithin),
		nats.SkipHostLookup(), // who dials looks the name up, within that time
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil && j.closing.Err() == nil {
				j.config.Log.Warn("journal server is away", "err", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			j.config.Log.Info("journal server is back")
			select {
			case j.lent.back <- struct{}{}:
			default:
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) {
			if j.closing.Err() == nil {
				j.config.Log.Warn("journal connection", "err", err)
			}
		}),
	}
	if j.server != nil {
		// A limit on writes would arm a timer for each, and it guards against a
		// network: the server is in this process.
		options = append(options, nats.InProcessServer(j.server.Server), nats.FlusherTimeout(0))
	} else {
		// One that hangs is away, too: it leaves two pings without an answer, or
		// takes no bytes. Then it, or another one of its cluster, is reached for.
		options = append(options, nats.PingInterval(j.config.Within), nats.MaxPingsOutstanding(2),
			nats.FlusherTimeout(j.config.Within), nats.ReconnectOnFlusherError())
	}
	if j.config.Credentials != "" {
		options = append(options, nats.UserCredentials(j.config.Credentials))
	}
	conn, err := nats.Connect(j.config.URL, options...)
	if err != nil {
		return unreachable(j.config.URL, err)
	}
	return j.use(conn)
}

// another makes one more connection to the same server, the same way. Of the
// server going and coming the first one tells.
func (j *Journal) another() (*nats.Conn, error) {
	options := j.conn.Opts
	options.DisconnectedErrCB, options.ReconnectedCB = nil, nil
	conn, err := options.Connect()
	if _, network := errors.AsType[net.Error](err); network || errors.Is(err, nats.ErrNoServers) || errors.Is(err, nats.ErrTimeout) {
		return nil, fmt.Errorf("%w: %w", journal.ErrAway, err)
	}
	return conn, known(err)
}

// use takes a connection as the journal's own.
func (j *Journal) use(conn *nats.Conn) error {
	js, err := jetstream.New(conn)
	if err != nil {
		conn.Close()
		return fmt.Errorf("nats: %w", err)
	}
	j.conn, j.js = conn, js
	return j.acks.listen(conn)
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
			return errors.New("nats: the URL can't be read: want nats://host:port")
		}
		shown = append(shown, u.Redacted())
	}
	return fmt.Errorf("nats: %s: %w", strings.Join(shown, ", "), err)
}
