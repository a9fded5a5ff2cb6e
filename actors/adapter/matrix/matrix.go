// Package matrix is one account on a Matrix homeserver: a user that hears by /sync
// and posts by the client-server API, in rooms that are not encrypted.
//
// It asks for what happened since a token, and moves that token on only once the
// journal has everything that came: the token is its own, and kept for the next
// process. Rooms of one answer are handed over side by side, each in its order.
//
// It knows Matrix: its ids, relations and limits. It knows no familiar and decides
// nothing. The app gives each [Account] to a runner of its own. matrixtest/ is the
// homeserver its tests talk to.
package matrix

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/matrix/rest"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "matrix"

// Config is one account. A zero field but the token and the URL takes the default
// named.
type Config struct {
	Token adapter.Secret // the access token of a device of its own
	URL   string         // of the homeserver

	Inviters string // whose invitations are accepted: ids, in which * is any text, with blanks between; those of the account's own homeserver

	Poll  time.Duration // how long the homeserver may wait for something to happen before it answers; 30 s
	Pause time.Duration // before an event that was not taken is handed over again; it doubles up to 5 s; 200 ms
	Late  time.Duration // a line that is older when it comes is of a gap, and not answered; 2 min

	Tokens adapter.Words // keeps what was heard last, for the next process; nil: that begins with the newest lines
	Past   adapter.Past  // knows the threads of earlier processes; nil: a deletion in those may not be noticed

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.Poll = cmp.Or(c.Poll, 30*time.Second)
	c.Pause = cmp.Or(c.Pause, 200*time.Millisecond)
	c.Late = cmp.Or(c.Late, 2*time.Minute)
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

func (c Config) check() error {
	if c.Token == "" {
		return errors.New("there is no access token")
	}
	if !adapter.IsAddress(c.URL, "https", "http") {
		return errors.New("url: want the address of a homeserver, such as https://matrix.example.org")
	}
	if len(strings.Fields(c.Inviters)) > invitersMost {
		return fmt.Errorf("invites: want at most %d patterns", invitersMost)
	}
	return nil
}

// An Account is an adapter: one user of a homeserver, by one device. Its methods may
// be called at the same time, Listen once at a time.
type Account struct {
	id     messages.AccountID
	config Config
	log    *slog.Logger
	api    *rest.Client

	rooms    *rooms
	past     *past
	inviters inviters

	listening adapter.Listening
	since     string // Listen's: the token after all that was taken; "": none was heard

	me adapter.Once[messages.Author]
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
	_ adapter.Replier      = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
)

// Open makes an account and checks the form of what it is given; nothing goes over
// the network yet.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("matrix: account %s: %w", account, err)
	}
	return &Account{
		id: account, config: c, log: c.Log.With("account", string(account)), api: rest.Open(c.URL, c.Token),
		rooms: newRooms(), past: newPast(), inviters: newInviters(c.Inviters),
	}, nil
}

// Identity implements adapter.Identifier: it asks until the homeserver answers, ctx
// ends or the token turns out to be of no use.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	return adapter.Identify(ctx, func() (messages.Author, error) { return a.who(ctx) })
}

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return true }

// failed wraps what the homeserver says of a call that ends the account or may be
// made again, and changes nothing.
func (a *Account) failed(what string, err error) error {
	pause := adapter.PauseOf(rest.Outcome(err))
	switch {
	case rest.OfAccount(err):
		return fmt.Errorf("matrix: account %s: %s: %w: %w", a.id, what, adapter.ErrGone, err)
	case pause > 0:
		return adapter.RetryAfter(pause, fmt.Errorf("matrix: account %s: %s: %w", a.id, what, err))
	}
	return fmt.Errorf("matrix: account %s: %s: %w", a.id, what, err)
}

// outcome wraps what the homeserver says of a call that changes something, or of a
// room.
func (a *Account) outcome(what string, err error) error {
	return fmt.Errorf("matrix: account %s: %s: %w", a.id, what, rest.Outcome(err))
}
