// Package telegram is one account on Telegram: a bot that hears and posts over
// the Bot API, at Telegram's own address or at a server of one's own.
//
// It asks for updates and so acknowledges those before: it asks past an update
// only once the journal has what it says. Updates of one chat are handed over in
// their order, and a chat that isn't taken holds up no other as long as fewer
// than a hundred updates wait, which is all that Telegram hands out at once. Or
// Telegram comes with them, by a webhook: then each is answered once the journal has it.
//
// It knows Telegram: its ids, entities and limits. It knows no familiar and
// decides nothing. The app gives each [Account] to a runner of its own.
// telegramtest/ is the Bot API its tests talk to.
package telegram

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"time"

	"familiar/actors/adapter"
	"familiar/actors/adapter/inbound"
	"familiar/actors/adapter/telegram/rest"
	"familiar/messages"
)

// network is the first part of a channel's id.
const network messages.Network = "telegram"

// Config is one account. A zero field but the token takes the default named.
type Config struct {
	Token adapter.Secret // the bot's, "123456:AAE…"
	URL   string         // of the Bot API; https://api.telegram.org

	Webhook   string             // the https address at which Telegram reaches Listen; "": updates are asked for
	Listen    string             // host:port where what Telegram sends to Webhook arrives
	Listeners *inbound.Listeners // of the process, for accounts that have the same Listen; nil: the account's own
	Look      time.Duration      // between questions how the webhook stands; 1 min

	Poll  time.Duration // how long Telegram may wait for something to happen before it answers; 50 s
	Pause time.Duration // before an event that was not taken is handed over again; it doubles up to 5 s; 200 ms
	Album time.Duration // how long the parts of an album wait for the next; 500 ms
	Late  time.Duration // a line that is older when it comes is of a gap, and not answered; 2 min

	Every      time.Duration // between messages to one person; 1 s
	GroupEvery time.Duration // between messages to one group; 3 s, for Telegram takes 20 a minute

	Marks adapter.Words // keeps which posts were begun, for the next process; nil: nothing does, and a post in doubt stays so

	Log *slog.Logger // slog.Default()
}

func (c Config) withDefaults() Config {
	c.URL = cmp.Or(c.URL, "https://api.telegram.org")
	c.Poll = cmp.Or(c.Poll, 50*time.Second)
	c.Pause = cmp.Or(c.Pause, 200*time.Millisecond)
	c.Album = cmp.Or(c.Album, 500*time.Millisecond)
	c.Late = cmp.Or(c.Late, 2*time.Minute)
	c.Every = cmp.Or(c.Every, time.Second)
	c.GroupEvery = cmp.Or(c.GroupEvery, 3*time.Second)
	c.Look = cmp.Or(c.Look, time.Minute)
	c.Listeners = cmp.Or(c.Listeners, &inbound.Listeners{})
	c.Log = cmp.Or(c.Log, slog.Default())
	return c
}

// isToken has the form of a bot's token: its id, and a secret.
var isToken = regexp.MustCompile(`^[0-9]{1,19}:[A-Za-z0-9_-]{10,128}$`)

func (c Config) check() error {
	if !isToken.MatchString(string(c.Token)) {
		return errors.New("this is not a bot's token: want what @BotFather gives, digits, a colon and letters")
	}
	if !adapter.IsAddress(c.URL, "https", "http") {
		return errors.New("url: want the address of a Bot API, such as https://api.telegram.org")
	}
	if c.Webhook == "" {
		return nil
	}
	if !adapter.IsAddress(c.Webhook, "https") {
		return errors.New("webhook: want an https address that Telegram can reach")
	}
	if err := inbound.Check(c.Listen, true); err != nil { // Telegram always shows the secret
		return fmt.Errorf("listen %q: %w", c.Listen, err)
	}
	return nil
}

// An Account is an adapter: one bot. Its methods may be called at the same time,
// Listen once at a time.
type Account struct {
	id     messages.AccountID
	config Config
	log    *slog.Logger
	api    *rest.Client

	marks  adapter.Marks
	pace   *pace
	people *people
	past   *past

	listening adapter.Listening
	window    window // Listen's
	inbox     *inbox // Listen's, where Telegram comes with updates
	greeted   bool   // Listen's: commands are offered, and the operator knows of privacy mode

	me adapter.Once[self]
}

var (
	_ adapter.Adapter      = (*Account)(nil)
	_ adapter.Identifier   = (*Account)(nil)
	_ adapter.Typer        = (*Account)(nil)
	_ adapter.Replier      = (*Account)(nil)
	_ adapter.Reactor      = (*Account)(nil)
	_ adapter.Editor       = (*Account)(nil)
	_ adapter.FilePoster   = (*Account)(nil)
	_ adapter.MemberLister = (*Account)(nil)
	_ adapter.Reconciler   = (*Account)(nil)
	_ adapter.Describer    = (*Account)(nil)
	_ adapter.Fetcher      = (*Account)(nil)
	_ adapter.Checker      = (*Account)(nil)
)

// Open makes an account and checks the form of what it is given; nothing goes
// over the network yet.
func Open(account messages.AccountID, c Config) (*Account, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("telegram: account %s: %w", account, err)
	}
	return &Account{
		id: account, config: c, log: c.Log.With("account", string(account)), api: rest.Open(c.URL, c.Token),
		marks: adapter.Marks{Network: "telegram", Account: account, Words: c.Marks, Log: c.Log}, pace: newPace(c.Every, c.GroupEvery), people: newPeople(), past: newPast(), inbox: newInbox(),
	}, nil
}

// Identity implements adapter.Identifier: it asks until Telegram answers, ctx
// ends or the token turns out to be of no use.
func (a *Account) Identity(ctx context.Context) (messages.Author, error) {
	return adapter.Identify(ctx, func() (messages.Author, error) {
		me, err := a.who(ctx)
		return me.author, err
	})
}

// HasReplies implements adapter.Replier.
func (a *Account) HasReplies() bool { return true }

// hookActive is how Telegram says that it comes with the updates that are asked for.
const hookActive = "webhook is active"

// failed wraps what the Bot API says of a call that ends the account or may be
// made again, and changes nothing.
func (a *Account) failed(what string, err error) error {
	switch {
	case rest.OfAccount(err) || rest.Says(err, hookActive):
		return fmt.Errorf("telegram: account %s: %s: %w: %w", a.id, what, adapter.ErrGone, err)
	case adapter.PauseOf(rest.Outcome(err)) > 0:
		return adapter.RetryAfter(adapter.PauseOf(rest.Outcome(err)), fmt.Errorf("telegram: account %s: %s: %w", a.id, what, err))
	}
	return fmt.Errorf("telegram: account %s: %s: %w", a.id, what, err)
}

// outcome wraps what the Bot API says of a call that changes something.
func (a *Account) outcome(what string, err error) error {
	return fmt.Errorf("telegram: account %s: %s: %w", a.id, what, rest.Outcome(err))
}
