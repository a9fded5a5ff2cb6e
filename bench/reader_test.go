//go:build unix

package bench

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"familiar/actors/channel"
	"familiar/journal"
	"familiar/journal/checkpoint"
	"familiar/messages"
)

// A village is a town whose journal is read as the app does it: from the
// checkpoint on, holding back until what was there at the start is handed
// over, with checkpoints that move and channels that are asked to save.
type village struct {
	*town
	floors []*checkpoint.Tracker
	until  []uint64
	held   []held
	ready  sync.WaitGroup // of the partitions that are not live
	paces  atomic.Int64   // so often were lines paced
	handed atomic.Int64   // records given to channels

	stop    context.CancelFunc
	working sync.WaitGroup
}

// held is the channels of a partition that are to be told that it is live.
type held struct {
	mu   sync.Mutex
	all  map[messages.ChannelID]struct{}
	live atomic.Bool
}

// hold reports whether the partition is not live, and then notes a channel.
func (h *held) hold(id messages.ChannelID) bool {
	if h.live.Load() {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.live.Load() {
		return false
	}
	if h.all == nil {
		h.all = make(map[messages.ChannelID]struct{})
	}
	h.all[id] = struct{}{}
	return true
}

// populate begins to read. It is live when ready says so.
func populate(tb testing.TB, store journal.Journal) *village {
	tb.Helper()
	v := &village{until: make([]uint64, store.Partitions()), held: make([]held, store.Partitions())}
	for range v.until {
		v.floors = append(v.floors, checkpoint.New(len(v.until)))
	}
	v.town = settle(tb, noticed{store, v.floors}, household(*think), func(id messages.ChannelID) (uint64, bool) {
		p := store.Partition(id)
		return v.until[p], !v.held[p].hold(id)
	})
	ctx, stop := context.WithCancel(context.Background())
	v.stop = stop
	v.ready.Add(len(v.until))
	for p := range v.until { // before any is read: the server answers late while it hands over much
		var err error
		if v.until[p], err = store.Last(tb.Context(), p); err != nil {
			tb.Fatal(err)
		}
	}
	for p := range v.until {
		v.read(ctx, tb, p)
	}
	v.working.Go(func() { v.checkpoints(ctx) })
	return v
}

// leave stops reading and takes every channel out of memory, without waiting
// for what is not saved.
func (v *village) leave() {
	v.stop()
	v.working.Wait()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_ = v.host.Drain(ctx) // says that it was cut short
}

func (v *village) read(ctx context.Context, tb testing.TB, p int) {
	after, err := v.journal.Checkpoint(ctx, p)
	if err != nil {
		tb.Fatal(err)
	}
	v.floors[p].Begin(after, messages.InstantOf(time.Now()))
	if v.until[p] <= after {
		v.goLive(p)
	}
	v.working.Go(func() {
		err := v.journal.Consume(ctx, p, after, func(r journal.Record) {
			v.floors[p].Handed(r.Channel, r.Seq)
			v.held[p].hold(r.Channel)
			if _, err := v.host.Send(channel.Key(r.Channel), r); err != nil && ctx.Err() == nil {
				tb.Error(err)
			}
			if r.Seq >= v.until[p] && !v.held[p].live.Load() {
				v.goLive(p)
			}
			for handed := v.handed.Add(1); !v.held[p].live.Load() && handed-v.done.Load() > 4096 && ctx.Err() == nil; {
				time.Sleep(time.Millisecond) // as the app holds back a reader that catches up
			}
		})
		if err != nil {
			tb.Error(err)
		}
	})
}

func (v *village) goLive(p int) {
	h := &v.held[p]
	h.mu.Lock()
	h.live.Store(true)
	all := h.all
	h.all = nil
	h.mu.Unlock()
	for id := range all {
		if v.host.Has(channel.Key(id)) {
			v.host.Send(channel.Key(id), channel.Live{})
		}
	}
	v.ready.Done()
}

// checkpoints does what the app's do.
func (v *village) checkpoints(ctx context.Context) {
	set := make([]uint64, len(v.floors))
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		now := messages.InstantOf(time.Now())
		for p, f := range v.floors {
			for _, id := range f.Overdue(now) {
				v.host.Send(channel.Key(id), channel.Save{})
			}
			seq := f.Floor() - 1
			if seq > set[p] && v.journal.SetCheckpoint(ctx, v.journal.Epoch(0), p, seq) == nil {
				set[p] = seq
			}
		}
	}
}

// noticed tells the floors what is saved.
type noticed struct {
	journal.Journal
	floors []*checkpoint.Tracker
}

func (j noticed) Load(ctx context.Context, id messages.ChannelID) (journal.Snapshot, error) {
	s, err := j.Journal.Load(ctx, id)
	if err == nil && s.Revision != 0 {
		j.floors[j.Partition(id)].Saved(id, s.Seq)
	}
	return s, err
}

func (j noticed) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	revision, err := j.Journal.Save(ctx, epoch, s)
	if err == nil {
		j.floors[j.Partition(s.Channel)].Saved(s.Channel, s.Seq)
	}
	return revision, err
}
