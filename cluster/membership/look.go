package membership

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"familiar/journal/jetstream/layout"

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

// List returns the members there are, in the order of their ids. The error is
// [ErrNobody] if no process has ever entered.
func List(ctx context.Context, conn *nats.Conn, prefix string) ([]Member, error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return nil, fmt.Errorf("membership: %w", err)
	}
	kv, err := js.KeyValue(ctx, bucketName(prefix))
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, fmt.Errorf("membership: bucket %s: %w", bucketName(prefix), ErrNobody)
	}
	if err != nil {
		return nil, fmt.Errorf("membership: %w", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	w, err := kv.Watch(ctx, memberPrefix+"*", jetstream.IgnoreDeletes())
	if err != nil {
		return nil, fmt.Errorf("membership: %w", err)
	}
	defer stop(w, time.Second)
	var members []Member
	for {
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("membership: %w", ctx.Err())
		case update, open := <-w.Updates():
			if !open {
				return nil, fmt.Errorf("membership: %w", errSilent)
			}
			if update == nil {
				slices.SortFunc(members, func(a, b Member) int { return cmp.Compare(a.ID, b.ID) })
				return members, nil
			}
			if _, e := entryOf(update); e.present && len(members) < mostSeen {
				members = append(members, *e.record.Is)
			}
		}
	}
}

// StoreOwner returns the process that the store's lease names; no host: nobody has
// it. One that was killed stays named until the next takes the store over.
func StoreOwner(ctx context.Context, conn *nats.Conn, prefix string) (host string, pid int, err error) {
	js, err := jetstream.New(conn)
	if err != nil {
		return "", 0, fmt.Errorf("membership: %w", err)
	}
	names := layout.Names{Prefix: prefix}
	word, err := lastWord(ctx, js, names.Stream("meta"), names.Subject("meta", "owner"))
	if err != nil || word == nil {
		return "", 0, err
	}
	var owner struct { // as journal/jetstream writes it
		ID   string `json:"id"`
		Host string `json:"host"`
		PID  int    `json:"pid"`
	}
	if err := json.Unmarshal(word, &owner); err != nil {
		return "", 0, fmt.Errorf("membership: the store's owner: %w", err)
	}
	if owner.ID == "" {
		return "", 0, nil
	}
	return owner.Host, owner.PID, nil
}
