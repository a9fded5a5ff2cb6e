// Package feed hands what happens in channels to whoever watches them: what is
// journaled, what is decided, who writes and what familiars are about. It keeps
// nothing but which channels of the web network there are.
package feed

import (
	"maps"
	"slices"
	"sync"
	"sync/atomic"

	"familiar/journal"
	"familiar/messages"
)

// A Feed hands what happens in channels to the streams that watch them. Its
// methods may be called at the same time from anywhere, never block, and cost
// one atomic load where nobody watches. What is kept must be there before it
// is told here: a stream reads the journal after it has begun to watch.
type Feed struct {
	// watchers is replaced, never changed, so that telling takes no lock.
	watchers atomic.Pointer[map[messages.ChannelID][]*Watcher]
	mu       sync.Mutex // held to replace watchers
	onWatch  atomic.Pointer[func(messages.ChannelID)]
	onReach  atomic.Pointer[func(messages.ChannelID, uint64)]
	seen     seen
}

// Everywhere is what a stream watches that shows decisions of all channels.
const Everywhere messages.ChannelID = ""

// New makes a feed that nobody watches.
func New() *Feed {
	f := &Feed{}
	f.watchers.Store(&map[messages.ChannelID][]*Watcher{})
	return f
}

// Record tells of a record that is in the journal. A channel's records come
// in order; one that came before is left out by each stream.
func (f *Feed) Record(r journal.Record) {
	if _, aside := r.Channel.Fixes(); !aside { // where a familiar corrects itself nobody talks
		f.seen.add(r.Channel)
	}
	if f.idle() {
		return
	}
	f.send(r.Channel, Recorded{r})
}

// Notes tells of decisions that are in the ledger, a channel's in their order
// and none earlier than the one before.
func (f *Feed) Notes(notes []*messages.Note) {
	if f.idle() {
		return
	}
	for _, n := range notes {
		f.send(n.Channel, Noted{n})
		f.send(Everywhere, Noted{n})
	}
}

// Typing tells that one of our accounts writes, or no longer does.
func (f *Feed) Typing(t messages.ShowTyping) { f.send(t.Channel, AccountTyped{t}) }

// Reacting tells that one of our accounts adds a reaction to a line.
func (f *Feed) Reacting(r messages.React) { f.send(r.Channel, Reacted{r}) }

// SomebodyTypes tells that a person at a web client writes, or no longer does.
func (f *Feed) SomebodyTypes(channel messages.ChannelID, who messages.Author, on bool) {
	f.send(channel, PersonTyped{who, on})
}

// Doing tells what all seats of a channel are about.
func (f *Feed) Doing(channel messages.ChannelID, seats []messages.Doing) {
	f.send(channel, Doing{seats})
}

// ModelsChanged tells that a model is left alone, or answers again: each stream
// of a channel looks which.
func (f *Feed) ModelsChanged() {
	for channel := range *f.watchers.Load() {
		if channel != Everywhere {
			f.send(channel, ModelsChanged{})
		}
	}
}

// SilenceChanged tells that other processes are silent than were: each stream looks which.
func (f *Feed) SilenceChanged() {
	for channel := range *f.watchers.Load() {
		f.send(channel, SilenceChanged{})
	}
}

// Watched reports whether a stream watches the channel.
func (f *Feed) Watched(channel messages.ChannelID) bool {
	return len((*f.watchers.Load())[channel]) > 0
}

// Watching returns what streams watch, in no order.
func (f *Feed) Watching() []messages.ChannelID {
	return slices.Collect(maps.Keys(*f.watchers.Load()))
}

// Missed has every stream begin again: something can't be told that happened.
func (f *Feed) Missed() {
	for _, watchers := range *f.watchers.Load() {
		for _, w := range watchers {
			w.lose()
		}
	}
}

// OnWatch has told called for each new watcher of a channel, so that its
// Doing can be sent, or of [Everywhere]; the last call holds.
func (f *Feed) OnWatch(told func(messages.ChannelID)) { f.onWatch.Store(&told) }

// Reached tells that who watches a channel has read its past, up to a sequence of its
// partition's log: what came after that is to be told. 0: it has none.
func (f *Feed) Reached(channel messages.ChannelID, seq uint64) {
	if told := f.onReach.Load(); told != nil {
		(*told)(channel, seq)
	}
}

// OnReach has told called for each watcher that has read the past; the last call holds.
func (f *Feed) OnReach(told func(channel messages.ChannelID, seq uint64)) { f.onReach.Store(&told) }

// Channels returns the channels of the web network of which a record was told,
// in no order: at most 1,000, the oldest are forgotten.
func (f *Feed) Channels() []messages.ChannelID { return f.seen.all() }

func (f *Feed) idle() bool { return len(*f.watchers.Load()) == 0 }

func (f *Feed) send(channel messages.ChannelID, n News) {
	watchers := *f.watchers.Load()
	if len(watchers) == 0 {
		return
	}
	for _, w := range watchers[channel] {
		w.hand(n)
	}
}

// Watch begins to watch; [Feed.RemoveWatcher] ends it.
func (f *Feed) Watch(channel messages.ChannelID) *Watcher {
	w := &Watcher{News: make(chan News, watcherBuffer), Lost: make(chan struct{})}
	f.replace(channel, func(all []*Watcher) []*Watcher { return append(slices.Clip(all), w) })
	if told := f.onWatch.Load(); told != nil {
		(*told)(channel)
	}
	return w
}

// RemoveWatcher ends that it is told of the channel.
func (f *Feed) RemoveWatcher(channel messages.ChannelID, w *Watcher) {
	f.replace(channel, func(all []*Watcher) []*Watcher {
		return slices.DeleteFunc(slices.Clone(all), func(other *Watcher) bool { return other == w })
	})
}

func (f *Feed) replace(channel messages.ChannelID, change func([]*Watcher) []*Watcher) {
	f.mu.Lock()
	defer f.mu.Unlock()
	watchers := maps.Clone(*f.watchers.Load())
	if watchers[channel] = change(watchers[channel]); len(watchers[channel]) == 0 {
		delete(watchers, channel)
	}
	f.watchers.Store(&watchers)
}
