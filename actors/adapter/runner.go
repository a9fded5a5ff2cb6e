package adapter

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"familiar/messages"
	"familiar/telemetry"
)

// Options is how a [Runner] runs. A zero field takes the default named.
type Options struct {
	Limits Limits // of what is heard; [DefaultLimits]

	MinPause time.Duration // before the first try again; 1 s
	MaxPause time.Duration // the longest; it doubles up to here; 1 min

	Workers     int           // posts under way at once; 4
	Waiting     int           // posts taken from the outbox and not yet settled; 10,000
	Attempts    int           // tries of one post that networks refuse for now; 10
	PostTimeout time.Duration // of one try; 30 s

	Listening func(on bool) // told when listening begins, and when the network is lost or has nothing more to say; nobody

	Telemetry *telemetry.Telemetry // is told of lines and posts; nil: nobody is

	Log *slog.Logger // slog.Default()
}

func (o Options) withDefaults() Options {
	o.Limits = o.Limits.withDefaults()
	for _, pause := range []struct {
		set *time.Duration
		to  time.Duration
	}{{&o.MinPause, time.Second}, {&o.MaxPause, time.Minute}, {&o.PostTimeout, 30 * time.Second}} {
		if *pause.set <= 0 {
			*pause.set = pause.to
		}
	}
	for _, count := range []struct {
		set *int
		to  int
	}{{&o.Workers, 4}, {&o.Waiting, 10_000}, {&o.Attempts, 10}} {
		if *count.set <= 0 {
			*count.set = count.to
		}
	}
	if o.Listening == nil {
		o.Listening = func(bool) {}
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return o
}

// pause returns how long to wait before try number n, from 1.
func (o Options) pause(n int) time.Duration { return Doubled(o.MinPause, o.MaxPause, n) }

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
		started: messages.InstantOf(time.Now()),
		settled: newSettled(),
	}
}

// Listen listens until ctx ends or the network has nothing more to say; both
// return nil. A lost connection and a panic are logged and followed by
// another try after a pause that doubles until something is heard. An error
// that wraps [ErrGone] is for the operator to mend. Who has other things to do
// meanwhile calls [Runner.Connect] and [Runner.Lost] itself.
func (r *Runner) Listen(ctx context.Context) error {
	for {
		r.Listening(true)
		heard, err := r.Connect(ctx)
		if ctx.Err() == nil {
			r.Listening(false)
		}
		pause, again, err := r.Lost(ctx, heard, err)
		if !again || !Wait(ctx, pause) {
			return err
		}
	}
}

// Connect listens once: until ctx ends, the network has nothing more to say or
// the connection is lost. It reports whether anything was heard. A panic of the
// network's client is an error.
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
	e, err := Clean(channel, r.account, e, r.Limits)
	if err != nil {
		r.log.Warn("event refused", "channel", string(channel), "err", err)
		return err
	}
	return r.hear(ctx, channel, r.receive(e))
}
