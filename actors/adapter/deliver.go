package adapter

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/internal/sleep"
	"familiar/messages"
)

// An Outbox hands over the account's posts, the kept ones and then each new
// one, oldest first per channel, until ctx ends: journal.Outbox's Deliver of
// the account.
type Outbox func(ctx context.Context, put func(messages.Post)) error

// Deliver posts what the outbox hands over, in order per channel, and reports
// each through Hear: [messages.Delivered] or [messages.DeliveryFailed]. It
// returns the outbox's error when that ends and, unless ctx has ended, all
// that it handed over is settled. put blocks while Options.Waiting posts wait.
//
// A post is sent again only where that can't say it twice: the network
// refused it for now, and not for too long, or a [Reconciler]
// found that it isn't there. One that an
// earlier process entered, or that was ordered before this runner was, may have
// been sent, so it is looked for first. None is sent while Options.Held fails, nor one that
// is moot by Options.Moot. A try that has begun when ctx ends is brought to its end, at
// most Options.PostTimeout long.
func (r *Runner) Deliver(ctx context.Context, outbox Outbox) error {
	lanes := newLanes(r.Waiting)
	defer context.AfterFunc(ctx, lanes.stop)()
	// Workers, because networks answer slowly; few, because they rate-limit.
	var workers sync.WaitGroup
	for range r.Workers {
		workers.Go(func() {
			for in, post := lanes.nextLane(); in != nil; in, post = lanes.nextLane() {
				r.work(ctx, lanes, in, post)
			}
		})
	}
	err := outbox(ctx, lanes.enqueue)
	lanes.finish()
	workers.Wait()
	if err != nil {
		return fmt.Errorf("account %s: outbox: %w", r.account, err)
	}
	return nil
}

// leftUnsaid is why a moot post was not made.
const leftUnsaid = "nobody waits for it any more"

// work makes one try of a lane's first post.
func (r *Runner) work(ctx context.Context, lanes *lanes, in *lane, post messages.Post) {
	post.Text = signs(r.adapter, post.As) + post.Text
	trying, done := context.WithTimeout(context.WithoutCancel(ctx), r.PostTimeout)
	trying, span := r.tryOf(trying, in, post)
	outcome, retry := r.try(trying, in, post)
	r.tried(span, post, outcome)
	done()
	if outcome == nil {
		in.tries++
		if retry <= 0 {
			retry = r.pause(in.tries)
		}
		r.log.Info("post waits", "channel", string(post.Channel), "post", string(post.ID), "try", in.tries, "retry_in", retry)
		lanes.rest(in, retry)
		return
	}
	r.settled.add(post.ID, outcome)
	if r.report(ctx, post, outcome) {
		lanes.settle(in)
	}
}

// try returns what became of the post, or nil and a pause (0: as usual) after
// which it may be tried again.
func (r *Runner) try(ctx context.Context, in *lane, post messages.Post) (outcome messages.Event, retry time.Duration) {
	if known, ok := r.settled.get(post.ID); ok {
		return known, 0
	}
	in.begin(post.Earlier || post.Meta.At < r.started)
	if in.unsure {
		outcome, sendable := r.lookForPost(ctx, in, post)
		if outcome != nil || !sendable {
			return outcome, 0
		}
	}
	if r.Held != nil {
		if err := r.Held(); err != nil {
			r.log.Warn("post held back: the account may be another process's", "channel", string(post.Channel), "post", string(post.ID), "err", err)
			return nil, 0
		}
	}
	if r.Moot != nil && r.Moot(ctx, post) {
		r.log.Info("post not made: nobody waits for it any more", "channel", string(post.Channel), "post", string(post.ID))
		return messages.DeliveryFailed{Post: post.ID, Reason: leftUnsaid}, 0
	}
	if r.Quoting != nil && post.Quoting.ID != "" {
		post.Quoting = r.Quoting(ctx, post)
	}
	var posted Posted
	err := fenced("post", func() (err error) {
		posted, err = r.post(ctx, post)
		return err
	})
	if err == nil {
		return r.delivered(post, posted), 0
	}
	return r.refused(in, post, err)
}

// refused is try of a post whose network has not said that it took it.
func (r *Runner) refused(in *lane, post messages.Post, err error) (outcome messages.Event, retry time.Duration) {
	later, isLater := errors.AsType[*RetryError](err)
	if isLater && later.After > 0 && r.Limited != nil {
		r.Limited(time.Now().Add(later.After))
	}
	if errors.Is(err, ErrGone) {
		return r.fail(post, err, false), 0
	}
	if !isLater {
		in.unsure = true
		r.log.Warn("post unsure", "channel", string(post.Channel), "post", string(post.ID), "err", err)
		if Can[Reconciler](r.adapter) == nil {
			return r.fail(post, err, true), 0
		}
	}
	switch {
	case in.tries+1 >= r.Attempts:
		return r.fail(post, fmt.Errorf("given up after %d tries: %w", r.Attempts, err), in.unsure), 0
	case !isLater:
		return nil, 0
	case time.Since(in.begun)+later.After > messages.DeliverWithin: // its channel waits no longer
		return r.fail(post, fmt.Errorf("given up, it would come too late: %w", err), in.unsure), 0
	}
	return nil, later.After // one that was unsure before stays so: leave to post it was for this try
}

// lookForPost asks whether a post was made that may have been. It gives the
// outcome if that is known, and else whether the post may be sent now.
func (r *Runner) lookForPost(ctx context.Context, in *lane, post messages.Post) (outcome messages.Event, sendable bool) {
	reconciler := Can[Reconciler](r.adapter)
	if reconciler == nil {
		return r.fail(post, errors.New("it may have been posted before a restart, and the network can't tell"), true), false
	}
	wanted := post
	wanted.Meta.At = r.byMachine(post.Meta.At)
	var posted Posted
	var found bool
	err := fenced("find", func() (err error) {
		posted, found, err = reconciler.Find(ctx, wanted)
		return err
	})
	switch {
	case err != nil && (in.tries+1 >= r.Attempts || errors.Is(err, ErrGone)):
		return r.fail(post, fmt.Errorf("look for it: %w", err), true), false
	case err != nil:
		return nil, false
	case found:
		return r.delivered(post, posted), false
	}
	return nil, true
}

// byMachine returns when a post was made by the machine's clock: what has passed since by
// the clock that made it, before now.
func (r *Runner) byMachine(made messages.Instant) messages.Instant {
	if made == 0 {
		return 0
	}
	return machineNow().Add(-max(0, r.Now().Sub(made)))
}

func (r *Runner) fail(post messages.Post, err error, unknown bool) messages.Event {
	r.log.Error("post failed", "channel", string(post.Channel), "post", string(post.ID), "unknown", unknown, "err", err)
	return messages.DeliveryFailed{Post: post.ID, Reason: CleanText(err.Error(), TextMost), Unknown: unknown}
}

// report hands an outcome on until it is taken, and reports whether it was
// before ctx ended. If not, the outbox still has the post and the next
// process finds out again.
func (r *Runner) report(ctx context.Context, post messages.Post, outcome messages.Event) bool {
	for try := 1; ; try++ {
		writing, done := context.WithTimeout(context.WithoutCancel(ctx), r.PostTimeout)
		err := r.hear(writing, post.Channel, outcome)
		done()
		if err == nil {
			return true
		}
		pause := r.pause(try)
		r.log.Warn("outcome not taken", "channel", string(post.Channel), "post", string(post.ID), "err", err, "retry_in", pause)
		if !sleep.For(ctx, pause) {
			return false
		}
	}
}
