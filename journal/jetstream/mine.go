package jetstream

import (
	"sync"

	"familiar/messages"
)

// mostMine bounds how many channels' revisions one half of mine has: with 8
// partitions some 130,000 in all, 70 B each.
const mostMine = 1 << 13

// mine is the revisions that this process wrote last of a partition's
// snapshots, or found as it opened them and has not written over since. In front of the embedded server, to which nobody else writes, a
// save over one of these needs no proof that it is the newest: for the proof
// the server reads the block of the snapshot before, 4 MiB that it then keeps
// for 10 s.
type mine struct {
	mu     sync.Mutex // held while a save is sent, so that saves over one revision are sent in the order they asked
	newer  map[messages.ChannelID]uint64
	before map[messages.ChannelID]uint64 // what was newer until that was full
}

// takeRevision returns the revision and forgets it: until the save that comes next is
// acknowledged nobody knows. 0: it is not known. The lock is held.
func (m *mine) takeRevision(channel messages.ChannelID) uint64 {
	revision := m.of(channel)
	delete(m.newer, channel)
	delete(m.before, channel)
	return revision
}

func (m *mine) of(channel messages.ChannelID) uint64 {
	if revision, ok := m.newer[channel]; ok {
		return revision
	}
	return m.before[channel]
}

// newest returns a revision that a save of this process was acknowledged with; 0:
// none is known.
func (m *mine) newest(channel messages.ChannelID) uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.of(channel)
}

// put says that a save was acknowledged.
func (m *mine) put(channel messages.ChannelID, revision uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.keep(channel, revision)
}

// keep is put with the lock held.
func (m *mine) keep(channel messages.ChannelID, revision uint64) {
	if m.newer == nil || len(m.newer) >= mostMine {
		m.newer, m.before = make(map[messages.ChannelID]uint64), m.newer
	}
	m.newer[channel] = revision
}
