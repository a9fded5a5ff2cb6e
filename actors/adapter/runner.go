package adapter

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"familiar/internal/sleep"
	"familiar/messages"
	"familiar/telemetry"
)

// Options is how a [Runner] runs. A zero field takes the default named.
type Options struct {
	MinPause time.Duration // before the first try again; 1 s
	MaxPause time.Duration // the longest; it doubles up to here; 1 min

	Workers     int           // posts under way at once; 4
	Waiting     int           // posts taken from the outbox and not yet settled; 10,000
	Attempts    int           // tries of one post that networks refuse for now; 10
	PostTimeout time.Duration // of one try; 30 s

	// Held fails once another process may have the account. It is asked just before each
	// try, for a process that stood still may have a successor; nil: it never is.
	Held func() error

	// Moot reports whether a post is not to be made any more, as all that it answers is
	// gone or it would come too late. It is asked just before each try; nil: every post is
	// to be made.
	Moot func(context.Context, messages.Post) bool

	// Quoting returns the line that a post answers as it reads now. It is asked just before
	// each try of one that may show it; nil: it is shown as it was when the post was made.
	Quoting func(context.Context, messages.Post) messages.Quoted

	// Limited is told until when the network wants no further post; it must not block.
	// Nil: nobody is told.
	Limited func(until time.Time)

	// Now is the clock by which posts are made, which all processes of a deployment go by;
	// nil: the machine's.
	Now func() messages.Instant

	// Audible reports whether the lines of a channel are to say who reads them, where the
	// network knows; nil: none is.
	Audible func(messages.ChannelID) bool

	Telemetry *telemetry.Telemetry // is told of lines and posts; nil: nobody is

	Log *slog.Logger // slog.Default()
}

func (o Options) withDefaults() Options {
	o.MinPause = cmp.Or(o.MinPause, time.Second)
	o.MaxPause = cmp.Or(o.MaxPause, time.Minute)
	o.Workers = cmp.Or(o.Workers, 4)
	o.Waiting = cmp.Or(o.Waiting, 10_000)
	o.Attempts = cmp.Or(o.Attempts, 10)
	o.PostTimeout = cmp.Or(o.PostTimeout, 30*time.Second)
	if o.Now == nil {
		o.Now = machineNow
	}
	o.Log = cmp.Or(o.Log, slog.Default())
	return o
}

// machineNow returns what the machine's clock says.
func machineNow() messages.Instant { return messages.InstantOf(time.Now()) }

// pause returns how long to wait before try number n, from 1.
func (o Options) pause(n int) time.Duration { return sleep.Doubled(o.MinPause, o.MaxPause, n) }

// A Runner keeps one account going: it listens again when the connection is
// lost, hands on only what [Clean] passes, and settles every post that the
// outbox gives it. An account runs Connect and Deliver side by side.
type Runner struct {
	Options
	account messages.AccountID
	adapter Adapter
	hear    Hear
	log     *slog.Logger
	started messages.Instant
	lost    int // connections in a row on which nothing was heard
	settled settled

	notTaken telemetry.Seldom // events that the journal didn't take
}

// New makes a runner of the account's adapter. hear writes to the journal:
// what the network says, and [messages.Delivered] and
// [messages.DeliveryFailed] for what is posted.
func New(account messages.AccountID, a Adapter, hear Hear, o Options) *Runner {
	o = o.withDefaults()
	return &Runner{
		Options: o,
		account: account,
		adapter: a,
		hear:    hear,
		log:     o.Log.With("account", string(account)),
		started: o.Now(),
		settled: newSettled(),
	}
}

// Connect listens once: until ctx ends, the network has nothing more to say or
// the connection is lost. It reports whether anything was heard. A panic of the
// network's client is an error. What follows, [Runner.Lost] says.
func (r *Runner) Connect(ctx context.Context) (anything bool, err error) {
	var heard atomic.Bool
	err = fenced("listen", func() error {
		return r.adapter.Listen(ctx, func(ctx context.Context, channel messages.ChannelID, e messages.Event) error {
			heard.Store(true)
			return r.takeHeard(ctx, channel, e)
		})
	})
	return heard.Load(), err
}

// Lost says what follows a [Runner.Connect] that ended so: another one after a
// pause, which doubles until something is heard, or none. The error is for the
// operator to mend and wraps [ErrGone].
func (r *Runner) Lost(ctx context.Context, heard bool, err error) (pause time.Duration, again bool, ended error) {
	r.lost++
	switch {
	case err == nil || ctx.Err() != nil:
		return 0, false, nil
	case errors.Is(err, ErrGone):
		return 0, false, fmt.Errorf("account %s: listen: %w", r.account, err)
	case heard:
		r.lost = 1
	}
	pause = r.pause(r.lost)
	if asked := PauseOf(err); asked > 0 {
		pause = asked
	}
	r.log.Warn("network lost", "err", err, "retry_in", pause)
	return pause, true, nil
}

// takeHeard cleans what an adapter heard and hands it on.
func (r *Runner) takeHeard(ctx context.Context, channel messages.ChannelID, e messages.Event) error {
	e, err := Clean(channel, r.account, e)
	if err != nil {
		r.log.Warn("event refused", "channel", string(channel), "err", err)
		return err
	}
	err = r.hear(ctx, channel, r.receive(r.audibly(channel, e)))
	if err != nil && !errors.Is(err, ErrRefused) && ctx.Err() == nil {
		if count, say := r.notTaken.Count(1); say {
			r.log.Warn("events not taken, they are to be handed over again", "count", count, "channel", string(channel), "err", err)
		}
	}
	return err
}
