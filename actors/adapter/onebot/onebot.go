// Package onebot is one QQ account behind a OneBot v11 implementation, such as NapCat,
// Lagrange or go-cqhttp: it hears and posts over one WebSocket, a forward one, which it
// dials, or a reverse one, with which the implementation comes to it.
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
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/inbound"
	"familiar/actors/adapter/onebot/wire"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "onebot"

// Config is one account. It has URL or Listen; another zero field takes the default named.
type Config struct {
	URL   string         // of the implementation's WebSocket, "ws://127.0.0.1:3001/"
	Token adapter.Secret // its access token; "": it asks for none, or shows none

	Listen    string             // where the implementation comes to, "127.0.0.1:6700"; what others can reach wants a Token
	SelfID    string             // the account's number, by which it is told from others that come to Listen; "": whichever comes
	Listeners *inbound.Listeners // of the process, for accounts that have the same Listen; nil: the account's own

	Every   time.Duration // between messages to one chat; 1 s
	Pause   time.Duration // before an event that was not taken is handed over again; it doubles up to 5 s; 200 ms
	Late    time.Duration // a line that is older when it comes is of a gap, and not answered; 2 min
	Silence time.Duration // a connection on which nothing comes for so long, no pong either, is lost; 1 min

	Marks adapter.Words // keeps which posts were begun, for the next process; nil: nothing does, and a post in doubt stays so
	Past  adapter.Past  // knows what was heard before; nil: nothing does, and no gap is filled

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.Every = cmp.Or(c.Every, time.Second)
	c.Pause = cmp.Or(c.Pause, 200*time.Millisecond)
	c.Late = cmp.Or(c.Late, 2*time.Minute)
	c.Silence = cmp.Or(c.Silence, time.Minute)
	c.Listeners = cmp.Or(c.Listeners, &inbound.Listeners{})
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

func (c Config) check() error {
	if c.Listen != "" {
		if c.URL != "" {
			return errors.New("url and listen: want one of them, as the implementation is dialled or comes by itself")
		}
		if c.SelfID != "" && messageID(messages.LineID(c.SelfID)) == "" {
			return fmt.Errorf("self_id %q: want the account's number on QQ", c.SelfID)
		}
		if err := inbound.Check(c.Listen, c.Token != ""); err != nil {
			return fmt.Errorf("listen %q: %w", c.Listen, err)
		}
		return nil
	}
	if !adapter.IsAddress(c.URL, "ws", "wss") {
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

	reverse *reverse // nil: the implementation is dialled
	marks   adapter.Marks
	pace    *pace
	past    *past
	unheard *unheard
	posting adapter.Posting

	listening adapter.Listening

	mu     sync.Mutex // what follows is Listen's, and read by those who call
	link   *link      // nil: nobody listens
	me     *self      // nil until the implementation has said who we are
	reacts *extension // how the implementation reacts, as was found out when last connected; nil: it doesn't, or nobody knows
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
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Partial      = (*Account)(nil)
	_ adapter.Closer       = (*Account)(nil)
)

// Open makes an account and checks the form of what it is given; nothing goes over the
// network yet.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("onebot: account %s: %w", account, err)
	}
	a := &Account{
		id: account, config: c, log: c.Log.With("account", string(account)),
		marks: adapter.Marks{Network: "onebot", Account: account, Words: c.Marks, Log: c.Log}, pace: newPace(c.Every), past: newPast(),
	}
	a.unheard = &unheard{log: a.log}
	if c.Listen != "" {
		a.reverse = newReverse(c, a.unheard, a.log)
	}
	return a, nil
}

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return true }

// Identity implements adapter.Identifier: it asks until the implementation answers, ctx
// ends or the token turns out to be of no use. For one that is to come it waits not long,
// so that the program starts without it.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	if a.reverse != nil {
		me, err := a.who(ctx)
		return me.author, err
	}
	return adapter.Identify(ctx, func() (messages.Author, error) {
		me, err := a.who(ctx)
		return me.author, err
	})
}

// Close implements adapter.Closer: the implementation of a reverse connection may come no
// more. A forward one ends with Listen.
func (a *Account) Close() {
	if a.reverse != nil {
		a.reverse.close()
	}
}

// failed says what the account was about when something went wrong.
func (a *Account) failed(what string, err error) error {
	return fmt.Errorf("onebot: account %s: %s: %w", a.id, what, err)
}

// connect makes a connection to listen to, or waits until the implementation does.
func (a *Account) connect(ctx context.Context) (*link, error) {
	if a.reverse != nil {
		return a.reverse.awaitFresh(ctx)
	}
	on, err := dial(ctx, a.config)
	if err == nil {
		on.open()
	}
	return on, err
}

// leave ends a connection that was listened to; one that the implementation made stays
// for what is posted yet.
func (a *Account) leave(on *link) {
	if a.reverse == nil {
		on.close()
		on.running.Wait()
	}
}

// reach returns a connection for a few calls, and what ends it.
func (a *Account) reach(ctx context.Context) (on *link, done func(), err error) {
	if a.reverse != nil {
		on, err = a.reverse.await(ctx, comeWithin)
		return on, func() {}, err
	}
	if on, err = dial(ctx, a.config); err != nil {
		return nil, nil, err
	}
	go func() { _ = on.read(func(*wire.Event) {}) }() // ends with the connection
	return on, on.close, nil
}

// call asks the implementation something, over Listen's connection or, while there is
// none, over one of its own.
func (a *Account) call(ctx context.Context, action string, params, out any) error {
	on := a.connection()
	if on == nil {
		own, done, err := a.reach(ctx)
		if err != nil {
			return err
		}
		defer done()
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
