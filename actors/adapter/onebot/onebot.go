// Package onebot is one QQ account behind a OneBot v11 implementation, such as NapCat,
// Lagrange or go-cqhttp: it hears and posts over one forward WebSocket, which it dials.
//
// Nothing is acknowledged on it. What is read is handed over in order per channel, and
// is lost if the process ends before it is taken, unless the implementation keeps a
// history (get_group_msg_history): then that is read after each connection.
//
// It knows OneBot: its ids, segments and answers. It knows no familiar and decides
// nothing. The app gives each [Account] to a runner of its own. onebottest/ is the
// implementation its tests talk to.
package onebot

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "onebot"

// Config is one account. A zero field but the URL takes the default named.
type Config struct {
	URL   string         // of the implementation's WebSocket, "ws://127.0.0.1:3001/"
	Token adapter.Secret // its access token; "": it asks for none

	Every   time.Duration // between messages to one chat; 1 s
	Pause   time.Duration // before an event that was not taken is handed over again; it doubles up to 5 s; 200 ms
	Late    time.Duration // a line that is older when it comes is of a gap, and not answered; 2 min
	Silence time.Duration // a connection on which nothing comes for so long, no pong either, is lost; 1 min

	Marks adapter.Words // keeps which posts were begun, for the next process; nil: nothing does, and a post in doubt stays so
	Past  adapter.Past  // knows what was heard before; nil: nothing does, and no gap is filled

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	orDefault(&c.Every, time.Second)
	orDefault(&c.Pause, 200*time.Millisecond)
	orDefault(&c.Late, 2*time.Minute)
	orDefault(&c.Silence, time.Minute)
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return c
}

func orDefault(d *time.Duration, value time.Duration) {
	if *d <= 0 {
		*d = value
	}
}

func (c Config) check() error {
	at, err := url.Parse(c.URL)
	if err != nil || at.Scheme != "ws" && at.Scheme != "wss" || at.Host == "" {
		return errors.New("url: want the address of the implementation's WebSocket, such as ws://127.0.0.1:3001/")
	}
	return nil
}

// An Account is an adapter: one QQ account. Its methods may be called at the same time,
// Listen once at a time.
type Account struct {
	id     messages.AccountID
	config Config
	log    *slog.Logger

	marks   adapter.Marks
	pace    *pace
	past    *past
	posting adapter.Posting

	listening sync.Mutex // one Listen at a time

	mu   sync.Mutex // what follows is Listen's, and read by those who call
	link *link      // nil: nobody listens
	me   *self      // nil until the implementation has said who we are
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.Replier      = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Historian    = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
)

// Open makes an account and checks the form of what it is given; nothing goes over the
// network yet.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("onebot: account %s: %w", account, err)
	}
	return &Account{
		id: account, config: c, log: c.Log.With("account", string(account)),
		marks: adapter.Marks{Account: account, Words: c.Marks}, pace: newPace(c.Every), past: newPast(),
	}, nil
}

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return true }

// Identity implements adapter.Identifier: it asks until the implementation answers, ctx
// ends or the token turns out to be of no use.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	return adapter.Identify(ctx, func() (messages.Author, error) {
		me, err := a.who(ctx)
		return me.author, err
	})
}

// failed says what the account was about when something went wrong.
func (a *Account) failed(what string, err error) error {
	return fmt.Errorf("onebot: account %s: %s: %w", a.id, what, err)
}

// call asks the implementation something, over Listen's connection or, while there is
// none, over one of its own.
func (a *Account) call(ctx context.Context, action string, params, out any) error {
	on := a.connection()
	if on == nil {
		own, err := dial(ctx, a.config)
		if err != nil {
			return err
		}
		defer own.close()
		go func() { _ = own.read(func(*wire.Event) {}) }() // ends with the connection
		if _, err := a.introduce(ctx, own); err != nil {
			return adapter.Unposted(err)
		}
		on = own
	}
	return on.call(ctx, action, params, out)
}

// connection returns Listen's; nil: nobody listens.
func (a *Account) connection() *link {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.link
}
