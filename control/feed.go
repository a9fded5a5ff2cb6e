package control

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
	watchers atomic.Pointer[map[messages.ChannelID][]*watcher]
	mu       sync.Mutex // held to replace watchers
	onWatch  atomic.Pointer[func(messages.ChannelID)]
	seen     seen
}

// NewFeed makes a feed that nobody watches.
func NewFeed() *Feed {
	f := &Feed{}
	f.watchers.Store(&map[messages.ChannelID][]*watcher{})
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
	f.send(r.Channel, recorded{r})
}

// Notes tells of decisions that are in the ledger, a channel's in their order
// and none earlier than the one before.
func (f *Feed) Notes(notes []*messages.Note) {
	if f.idle() {
		return
	}
	for _, n := range notes {
		f.send(n.Channel, noted{n})
		f.send(everywhere, noted{n})
	}
}

// Typing tells that one of our accounts writes, or no longer does.
func (f *Feed) Typing(t messages.ShowTyping) { f.send(t.Channel, accountTyped{t}) }

// Reacting tells that one of our accounts adds a reaction to a line.
func (f *Feed) Reacting(r messages.React) { f.send(r.Channel, reacted{r}) }

// Doing tells what all seats of a channel are about.
func (f *Feed) Doing(channel messages.ChannelID, seats []messages.Doing) {
	f.send(channel, doing{seats})
}

// ModelsChanged tells that a model is left alone, or answers again: each stream
// of a channel looks which.
func (f *Feed) ModelsChanged() {
	for channel := range *f.watchers.Load() {
		if channel != everywhere {
			f.send(channel, modelsChanged{})
		}
	}
}

// Watched reports whether a stream watches the channel.
func (f *Feed) Watched(channel messages.ChannelID) bool {
	return len((*f.watchers.Load())[channel]) > 0
}

// OnWatch has told called for each new watcher of a channel, so that its
// Doing can be sent; the last call holds.
func (f *Feed) OnWatch(told func(messages.ChannelID)) { f.onWatch.Store(&told) }

// Channels returns the channels of the web network of which a record was told,
// in no order: at most 1,000, the oldest are forgotten.
func (f *Feed) Channels() []messages.ChannelID { return f.seen.all() }

func (f *Feed) idle() bool { return len(*f.watchers.Load()) == 0 }

func (f *Feed) send(channel messages.ChannelID, n news) {
	watchers := *f.watchers.Load()
	if len(watchers) == 0 {
		return
	}
	for _, w := range watchers[channel] {
		w.hand(n)
	}
}

// watch begins to watch; leave ends it.
func (f *Feed) watch(channel messages.ChannelID) *watcher {
	w := &watcher{news: make(chan news, watcherBuffer), lost: make(chan struct{})}
	f.replace(channel, func(all []*watcher) []*watcher { return append(slices.Clip(all), w) })
	if told := f.onWatch.Load(); told != nil && channel != everywhere {
		(*told)(channel)
	}
	return w
}

func (f *Feed) removeWatcher(channel messages.ChannelID, w *watcher) {
	f.replace(channel, func(all []*watcher) []*watcher {
		return slices.DeleteFunc(slices.Clone(all), func(other *watcher) bool { return other == w })
	})
}

func (f *Feed) replace(channel messages.ChannelID, change func([]*watcher) []*watcher) {
	f.mu.Lock()
	defer f.mu.Unlock()
	watchers := maps.Clone(*f.watchers.Load())
	if watchers[channel] = change(watchers[channel]); len(watchers[channel]) == 0 {
		delete(watchers, channel)
	}
	f.watchers.Store(&watchers)
}
