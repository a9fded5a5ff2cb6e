// Package outbox stands between the journal's outbox and the accounts that post
// from it: a post that an earlier process made is handed over only while its
// channel still waits for what becomes of it.
//
//	outbox.go    posts of an earlier process
//	delivery.go  what waits while a channel is asked
//	astray.go    those of a time that the journal has lost
package outbox

import (
	"context"
	"log/slog"
	"sync"

	"familiar/actors/retry"
	"familiar/journal"
	"familiar/messages"
)

// Options is what an [Outbox] works with. All are needed.
type Options struct {
	// Still asks a channel whether the fate of a post is open to it, once all that was in
	// its journal at the start is handed over. An error says that nobody knows yet: it is
	// asked again.
	Still func(ctx context.Context, id messages.ChannelID, post messages.PostID) (open bool, err error)
	Retry retry.Retrier
	Log   *slog.Logger
}

// An Outbox is a journal that knows which posts this process has made and hands
// over no other without asking for it. Make it with [New].
type Outbox struct {
	journal.Journal
	options Options
	fresh   sync.Map // messages.PostID -> messages.AccountID: made by this process, until they are handed over
	astray  sync.Map // of journal.Astray: of a time that the journal may have lost
}

// New returns the Outbox of a journal.
func New(j journal.Journal, o Options) *Outbox { return &Outbox{Journal: j, options: o} }

// Enqueue implements [journal.Outbox].
func (o *Outbox) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	o.fresh.Store(p.ID, p.Account) // first: it may be handed over before this returns
	err := o.Journal.Enqueue(ctx, epoch, p)
	if err != nil { // there is one of an earlier process's, or nobody knows
		o.fresh.Delete(p.ID)
	}
	return err
}

// Regain says that an account, which another process may have had, is this one's
// again: it may have tried any post that is in the outbox by now.
func (o *Outbox) Regain(account messages.AccountID) {
	o.fresh.Range(func(id, of any) bool {
		if of == account {
			o.fresh.Delete(id)
		}
		return true
	})
}

// Deliver implements [journal.Outbox]. A post that was there before the account began
// to post here may have been settled without leaving the outbox, so its channel is
// asked first: what it doesn't wait for any more is never sent. This process's own are
// known, and what comes later nobody has tried yet. While a channel is asked its later
// posts wait, so that none overtakes another; other channels' don't. put is called at the
// same time for several channels, and for each in order.
func (o *Outbox) Deliver(ctx context.Context, account messages.AccountID, put func(messages.Post)) error {
	d := delivery{of: o, put: put, waiting: map[messages.ChannelID][]messages.Post{}, slots: make(chan struct{}, askedAtOnce), room: make(chan struct{}, mostWaiting)}
	ctx, cancel := context.WithCancel(ctx)
	defer d.asking.Wait()
	defer cancel()
	return o.Journal.Deliver(ctx, account, func(p messages.Post) { d.take(ctx, p) })
}

// isFresh reports, once, whether a post can be handed over unasked.
func (o *Outbox) isFresh(p messages.Post) bool {
	_, ours := o.fresh.LoadAndDelete(p.ID)
	return ours || !p.Earlier
}

// settled has a post go that its channel doesn't wait for.
func (o *Outbox) settled(ctx context.Context, p messages.Post) {
	o.keepAstray(ctx, p)
	if err := o.Remove(ctx, p.Channel, p.ID); err != nil {
		o.options.Log.Warn("post stays in the outbox", "channel", string(p.Channel), "post", string(p.ID), "err", err)
	}
}
