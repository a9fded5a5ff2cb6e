package membership

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Dial connects to an outside NATS for a Membership: a connection of its own, which
// is reached for again for ever. credentials is a file; "": none. It takes at most
// five seconds.
func Dial(url, credentials string, log *slog.Logger) (*nats.Conn, error) {
	conn, err := nats.Connect(url, options(credentials, log)...)
	if err != nil {
		return nil, fmt.Errorf("membership: reach the NATS server: %w", err)
	}
	return conn, nil
}

func options(credentials string, log *slog.Logger) []nats.Option {
	options := []nats.Option{
		nats.Name("familiar member"),
		nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond), nats.ReconnectJitter(100*time.Millisecond, 100*time.Millisecond),
		nats.ReconnectBufSize(-1), // a renewal that can't leave fails at once
		nats.Timeout(dialWithin), nats.SkipHostLookup(),
		nats.PingInterval(time.Second), nats.MaxPingsOutstanding(2), // a server that hangs is left for another one
		nats.FlusherTimeout(time.Second), nats.ReconnectOnFlusherError(),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { log.Debug("member connection", "err", err) }),
	}
	if credentials != "" {
		options = append(options, nats.UserCredentials(credentials))
	}
	return options
}

const dialWithin = 5 * time.Second

// Read returns what the bucket says of everybody to who is no member. The error is
// [ErrNobody] if no process has ever entered.
func Read(ctx context.Context, conn *nats.Conn, prefix string) (View, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return View{}, fmt.Errorf("membership: %w", err)
	}
	kv, err := js.KeyValue(ctx, bucketName(prefix))
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return View{}, fmt.Errorf("membership: bucket %s: %w", bucketName(prefix), ErrNobody)
	}
	if err != nil {
		return View{}, fmt.Errorf("membership: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := kv.WatchAll(ctx, jetstream.IgnoreDeletes())
	if err != nil {
		return View{}, fmt.Errorf("membership: %w", err)
	}
	defer stop(w, time.Second)
	all := newView()
	for {
		select {
		case <-ctx.Done():
			return View{}, fmt.Errorf("membership: %w", ctx.Err())
		case update, open := <-w.Updates():
			if !open {
				return View{}, fmt.Errorf("membership: %w", errSilent)
			}
			if update == nil {
				now, _ := all.look()
				return now, nil
			}
			key, e := entryOf(update)
			all.take(key, e)
		}
	}
}
