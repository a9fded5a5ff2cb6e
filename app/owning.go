package app

import (
	"context"
	"errors"
	"sync"
	"time"

	"familiar/actors/channel"
	"familiar/cluster/verbs"
	"familiar/internal/sleep"
	"familiar/journal"
	"familiar/messages"
	"familiar/telemetry"
)

// A Sharing gives this process its share of a deployment: partitions, whose channels
// are its own, accounts, which listen and post here and nowhere else, and shards, by
// which accounts listen that may be another process's.
type Sharing interface {
	// Share has w done until ctx ends, each piece for as long as it is this process's,
	// and returns once all of it has ended. Meanwhile others are answered.
	Share(ctx context.Context, w Work)

	// AskPartition and AskAccount ask the process that has one, and return its answer. An
	// error may be its own, or that nobody has it.
	AskPartition(ctx context.Context, k int, verb string, question []byte) (answer []byte, err error)
	AskAccount(ctx context.Context, id messages.AccountID, verb string, question []byte) (answer []byte, err error)
	// These don't wait for what becomes of it; nobody may hear it. TellAll reports
	// whether others can be reached by now.
	TellAccount(id messages.AccountID, verb string, news []byte)
	TellProcess(id, verb string, news []byte)
	TellAll(verb string, news []byte) bool

	// Others returns the other processes, and AskProcess asks one of them.
	Others() []Process
	AskProcess(ctx context.Context, id, verb string, question []byte) (answer []byte, err error)

	// HasPartition, HasAccount and HasShard report whether a process has one, as far as is known.
	HasPartition(process string, k int) bool
	HasAccount(process string, id messages.AccountID) bool
	HasShard(process string, s Shard) bool
}

// Work is what there is to do in a deployment. What it is done for is this process's
// until ctx ends; held fails from the moment on at which another may have it.
type Work struct {
	Partitions int
	Accounts   func() []messages.AccountID // may change
	Shards     func() []Shard              // may change
	Partition  func(ctx context.Context, k int, held func() error) error
	Account    func(ctx context.Context, id messages.AccountID, held func() error) error
	Shard      func(ctx context.Context, s Shard, held func() error) error

	Answers []verbs.Verb // what other processes may ask, and tell
}

// How long a partition may take to leave: turns in progress are waited for that long,
// whose replies are lost and asked for again by who has it next, and then its channels
// save.
const (
	turnsWithin = time.Second
	saveWithin  = 5 * time.Second
)

// ownPartition has a partition's channels be this process's until ctx ends.
func (a *App) ownPartition(ctx context.Context, k int, held func() error) error {
	ours, move := func(id messages.ChannelID) bool { return a.Journal.Partition(id) == k }, telemetry.Held(ctx)
	a.reader.Expect(k)
	began := time.Now()
	reading, stop := context.WithCancelCause(move.Under(a.running))
	defer stop(nil)
	defer context.AfterFunc(ctx, func() { stop(context.Cause(ctx)) })()
	a.readings.put(k, &owned{reading, stop, held})
	defer a.readings.put(k, nil)
	a.forget(ours) // of an earlier time: nobody is here, or what was sent to one that was on its way
	if held != nil {
		introduced := move.Stage(telemetry.StageIntroduce)
		a.awaitIntroductions(reading)
		introduced(reading.Err())
	}
	owned := move.Stage(telemetry.StageOwn)
	err := a.Journal.Claim(reading, k, held)
	if err == nil && held != nil { // else it is done already
		err = a.outbox.RecordAstray(reading, k)
	}
	owned(err)
	if err == nil {
		a.endLook(reading, k)
		err = a.readPartition(reading, k, began, held)
	}
	lost := held != nil && held() != nil || errors.Is(err, journal.ErrConflict)
	if lost {
		a.Journal.Release(k)
	}
	saved := move.Stage(telemetry.StageSave)
	a.forget(ours)
	last, cancel := context.WithTimeout(context.Background(), saveWithin)
	defer cancel()
	shown, was := a.reader.End(last, k)
	if !was {
		shown = lately
	}
	a.waker.Forget(ours)
	a.Journal.Release(k)
	saved(nil)
	a.lookOnWatched(k, shown) // who begins to watch from now on looks on by itself
	if ctx.Err() != nil {
		return nil
	}
	return err
}

// lookOnWatched shows those channels of a partition that somebody watches, asleep or not,
// where another process may have them next: from where this one's reader ended, which may be
// long ago if the process stood still.
func (a *App) lookOnWatched(k int, shown uint64) {
	if a.Sharing == nil || a.Watch == nil {
		return
	}
	for _, id := range a.Watch.Watching() {
		if id != everyChannel && a.Journal.Partition(id) == k {
			a.lookOn(id, shown)
		}
	}
}

// readPartition hands a partition's records over and wakes its channels until reading
// ends, and lets turns end that are in progress then.
func (a *App) readPartition(reading context.Context, k int, began time.Time, held func() error) error {
	move := telemetry.Held(reading)
	consuming, stop := context.WithCancel(a.running)
	defer stop()
	failed := make(chan error, 1)
	read := move.Stage(telemetry.StageRead)
	go func() { failed <- a.reader.Read(consuming, k) }()
	go func() { // once all is handed over that was there
		all := a.reader.Await(reading, k)
		read(reading.Err())
		if all {
			a.wakePartition(reading, k, began, held != nil)
		}
	}()
	select {
	case err := <-failed:
		return err
	case <-reading.Done():
	}
	if held != nil && held() == nil {
		ended := move.Stage(telemetry.StageTurns)
		a.awaitTurns(k)
		ended(nil)
	}
	stop()
	return errors.Join(<-failed, conflictIn(context.Cause(reading)))
}

// wakePartition has a partition's channels wake by their deadlines once the others are
// read, too. Then it is taken over, if it was another process's.
func (a *App) wakePartition(reading context.Context, k int, began time.Time, taken bool) {
	woken := telemetry.Held(reading).Stage(telemetry.StageWake)
	if !a.reader.AwaitAll(reading) {
		woken(reading.Err())
		return
	}
	if taken {
		a.Log.Info("partition is live", "partition", k, "after", time.Since(began).Round(time.Millisecond))
	}
	err := a.again().Read(reading, "read the deadlines", func() error {
		return a.waker.Recall(reading, a.Journal, func(id messages.ChannelID) bool { return a.Journal.Partition(id) == k })
	})
	woken(err)
	switch {
	case reading.Err() != nil: // whoever has it next reads them
	case err != nil:
		a.fail(err)
	default:
		telemetry.Held(reading).Live()
	}
}

// conflictIn returns an error if it says that the journal is another process's.
func conflictIn(err error) error {
	if errors.Is(err, journal.ErrConflict) {
		return err
	}
	return nil
}

// awaitTurns waits until no channel of a partition has a turn in progress, for a while.
func (a *App) awaitTurns(k int) {
	const look = 20 * time.Millisecond
	for began := time.Now(); time.Since(began) < turnsWithin; {
		busy := false
		a.host.Each(agentKind, func(id string) {
			busy = busy || a.Journal.Partition(messages.ChannelID(id)) == k && a.host.Backlog(agentKey(messages.ChannelID(id))) > 0
		})
		if !busy || !sleep.For(a.running, look) {
			return
		}
	}
}

// forget has channels leave memory, which save if they are this process's.
func (a *App) forget(which func(messages.ChannelID) bool) {
	a.leaving.begin(&which)
	defer a.leaving.end(&which)
	ctx, cancel := context.WithTimeout(context.Background(), saveWithin)
	defer cancel()
	a.letGo(which)
	err := a.host.Evict(ctx, channel.Kind, func(id string) bool { return which(messages.ChannelID(id)) })
	if err != nil {
		a.Log.Warn("channels are given to another process unsaved, which reads the journal again", "err", err)
	}
}

// letGo tells channels not to stay in memory for what is in progress.
func (a *App) letGo(which func(messages.ChannelID) bool) {
	a.eachChannel(func(id messages.ChannelID) {
		if which(id) {
			_, _ = a.host.Send(channel.Key(id), channel.Leave{}) // an error: the host is drained, and it has left
		}
	})
}

// stop takes the error of a channel that can't go on here.
func (a *App) stop(id messages.ChannelID, err error) {
	if errors.Is(err, journal.ErrConflict) {
		a.takenOver(a.Journal.Partition(id), err)
	} else {
		a.fail(err)
	}
}

// takenOver ends the reading of a partition that the journal says is another process's.
func (a *App) takenOver(partition int, err error) {
	if a.Sharing == nil {
		a.fail(err)
	} else {
		a.readings.end(partition, err)
	}
}

// overtaken takes the error of a write that another process's counts for.
func (a *App) overtaken(err error) {
	if a.Sharing == nil {
		a.fail(err)
	} else {
		a.Log.Warn("left to another process", "err", err)
	}
}

// hosts reports whether a channel's actor may be reached here.
func (a *App) hosts(id messages.ChannelID) bool { return a.reader.Reads(id) && !a.leaving.has(id) }

// An owned partition is this process's.
type owned struct {
	reading context.Context // while it lasts
	stop    context.CancelCauseFunc
	held    func() error // as of [Work]; nil: no other process can have it
}

// check fails once another process may have the partition.
func (o *owned) check() error {
	if o.reading.Err() != nil {
		return errElsewhere
	}
	if o.held == nil {
		return nil
	}
	return o.held()
}

// readings is which partitions are owned.
type readings struct {
	mu sync.Mutex
	by map[int]*owned
}

func (r *readings) put(partition int, o *owned) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.by == nil {
		r.by = map[int]*owned{}
	}
	r.by[partition] = o
}

// of returns how a partition is owned; nil: it isn't.
func (r *readings) of(partition int) *owned {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.by[partition]
}

// end ends the reading of one if it is read.
func (r *readings) end(partition int, why error) {
	if o := r.of(partition); o != nil {
		o.stop(why)
	}
}

// leaving is which channels are on their way out of memory.
type leaving struct {
	mu    sync.RWMutex
	which map[*func(messages.ChannelID) bool]bool
}

func (l *leaving) begin(which *func(messages.ChannelID) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.which == nil {
		l.which = map[*func(messages.ChannelID) bool]bool{}
	}
	l.which[which] = true
}

func (l *leaving) end(which *func(messages.ChannelID) bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.which, which)
}

func (l *leaving) has(id messages.ChannelID) bool {
	l.mu.RLock()
	defer l.mu.RUnlock()
	for which := range l.which {
		if (*which)(id) {
			return true
		}
	}
	return false
}
