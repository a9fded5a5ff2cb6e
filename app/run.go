package app

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"familiar/actors/account"
	"familiar/actors/budget"
	"familiar/actors/erasing"
	"familiar/actors/scheduling"
	"familiar/journal"
	"familiar/messages"
	"familiar/policy/retention"
)

// grace is how long turns in flight may take to end once the process stops.
const grace = 10 * time.Second

// drainWithin is how long saving may take after that.
const drainWithin = 20 * time.Second

// Run listens and posts until ctx ends or every network has nothing more to
// say, then lets turns in flight end, saves every channel and closes the
// journal. The error is the first of a part that could not go on.
func (a *App) Run(ctx context.Context) error {
	hearing, deafen := context.WithCancel(ctx)
	defer deafen()
	stay := func() {}
	if a.Sharing != nil { // it is no end that others have every account for a while
		stay, _ = a.accounts.Stay() // which nobody has ended yet
	}
	if err := a.start(hearing); err != nil {
		a.fail(err)
		if ctx.Err() != nil && errors.Is(err, context.Canceled) { // it was told to end before it was there
			return a.Journal.Close()
		}
		return errors.Join(fmt.Errorf("app: %w", err), a.Journal.Close())
	}
	var working, sharing sync.WaitGroup
	a.work(hearing, &working, &sharing)
	select {
	case <-a.accounts.Silent():
	case <-ctx.Done():
	case <-a.running.Done():
	}
	deafen()
	sharing.Wait()
	stay()
	<-a.accounts.Silent()
	a.settle()
	drained := a.drain()
	err := errors.Join(context.Cause(a.running), drained) // also of a part that failed meanwhile
	a.fail(nil)
	working.Wait()
	a.accounts.Wait()
	a.left.logRest(a.Log)
	return errors.Join(err, a.Journal.Close())
}

// deposed reports whether the run ended because another process has the journal.
func (a *App) deposed() bool { return errors.Is(context.Cause(a.running), journal.ErrConflict) }

// work starts what goes on beside the accounts: reading and erasing until
// everything is settled, waking and cleaning while anybody listens.
func (a *App) work(hearing context.Context, working, sharing *sync.WaitGroup) {
	if a.Sharing != nil {
		sharing.Go(func() {
			a.Sharing.Share(hearing, Work{Partitions: a.Journal.Partitions(), Accounts: a.holdings.all, Shards: a.shardsToShare, Partition: a.ownPartition, Account: a.ownAccount, Shard: a.ownShard, Answers: a.answers()})
		})
	} else {
		for p := range a.Journal.Partitions() { // all: each waits for the others to be live
			a.reader.Expect(p)
		}
		for p := range a.Journal.Partitions() {
			working.Go(func() {
				if err := a.ownPartition(a.running, p, nil); err != nil {
					a.fail(err)
				}
			})
		}
	}
	if a.CaughtUp != nil {
		working.Go(func() {
			if a.reader.AwaitAll(a.running) {
				a.CaughtUp()
			}
		})
	}
	working.Go(func() { a.reader.MoveCheckpoints(a.running) })
	working.Go(func() { a.eraser.Run(a.running) })
	working.Go(func() { a.inForce.Share(a.running) })
	working.Go(func() { a.followLinks(a.running) })
	working.Go(func() { a.inForce.FollowDays(hearing) })
	working.Go(func() { a.inForce.FollowUntold(hearing) })
	if a.Holds != nil {
		working.Go(func() { a.inForce.FollowHolds(hearing, a.Holds) })
	}
	working.Go(func() { a.waker.Run(hearing) })
	working.Go(func() { erasing.Janitor{Journal: a.Journal, Keep: a.Keep, Log: a.Log}.Run(hearing) })
	working.Go(func() {
		erasing.Expirer{Journal: a.Journal, Retained: func() func(messages.ChannelID) retention.Rule { return a.Settings().Retains() }, Trail: a.Trail, Clock: a.Clock.Now, Log: a.Log}.Run(hearing)
	})
	working.Go(func() {
		scheduling.Armer{Journal: a.Journal, Settings: a.scheduled, Clock: a.Clock.Now, Log: a.Log}.Run(hearing)
	})
	working.Go(func() { a.attend(hearing) })
	if a.Sharing != nil {
		working.Go(func() { a.tellOthers(hearing) })
		working.Go(func() { a.tellSpectators(a.running) })
	}
}

// start connects the accounts. Those that don't say who they are go on without
// the rest; it is an error if none does, unless others may have them.
func (a *App) start(hearing context.Context) error {
	if a.Holds != nil {
		if err := a.inForce.RecallHolds(hearing, a.Holds); err != nil {
			return err
		}
	}
	defer a.inForce.Change()()
	leave, err := a.accounts.Stay()
	if err != nil {
		return err
	}
	defer leave()
	connections, err := a.Connect(a.Config)
	if err != nil {
		return err
	}
	met := a.meetHere(hearing, connections)
	if err := account.NoneMet(met); err != nil && a.Sharing == nil {
		return err
	}
	if err := a.inForce.RecallRoles(hearing, a.Journal); err != nil {
		return err
	}
	if err := a.again().Read(hearing, "read linked accounts", func() error { return a.recallLinks(hearing) }); err != nil {
		a.Log.Error("linked accounts can't be read, limits for one person count each for itself", "err", err)
	}
	first := a.inForce.Now()
	a.inForce.Replace(first.Config, first.Clients, met)
	if a.Sharing == nil { // else as each partition becomes this process's
		for p := range a.Journal.Partitions() {
			if err := a.outbox.RecordAstray(hearing, p); err != nil {
				return err
			}
		}
	}
	a.send(budget.Key, budget.Open{})
	a.accounts.Start(hearing, a.running, a.fail)
	a.accounts.Keep(a.holdings.here(), met)
	a.presence.Look(time.Now())
	return nil
}

// settle waits until nothing is under way, at most for the grace period. What
// takes longer is ordered again at the next start.
func (a *App) settle() {
	ctx, cancel := context.WithTimeout(a.running, grace)
	defer cancel()
	if !a.reader.AwaitAll(ctx) || !a.activity.Wait(ctx) {
		a.Log.Warn("some work did not finish", "count", a.activity.Count())
	}
}

// drain saves every channel and empties the host. A journal that doesn't answer
// would keep it for as long as it may take, channel after channel, for nothing:
// then it waits for none, and says how many it leaves. So it does once another
// process has the journal, which goes on with all of them.
func (a *App) drain() error {
	a.draining.Store(true)
	a.stopThinking()
	a.trying.Wait()
	timed, done := context.WithTimeout(context.Background(), drainWithin)
	defer done()
	ctx, giveUp := context.WithCancelCause(timed)
	defer giveUp(nil)
	if a.deposed() {
		a.Log.Error("another process has the journal and goes on, this one ends")
		giveUp(journal.ErrConflict)
	} else if _, err := a.Journal.Last(ctx, 0); errors.Is(err, journal.ErrAway) || errors.Is(err, context.DeadlineExceeded) {
		a.Log.Warn("journal does not answer, the next start reads what channels have not saved", "err", err)
		giveUp(err)
	}
	channels := a.host.Len()
	a.letGo(func(messages.ChannelID) bool { return true })
	switch err := a.host.Drain(ctx); {
	case a.deposed():
		return nil
	case err != nil:
		return fmt.Errorf("drain: %w", err)
	}
	a.Log.Info("drained", "actors", channels)
	return nil
}
