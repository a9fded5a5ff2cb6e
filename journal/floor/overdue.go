package floor

import (
	"hash/fnv"
	"time"

	"familiar/messages"
)

// sweepEvery is how long a channel without uncovered records is remembered.
const sweepEvery = time.Minute

// Overdue names the channels that should save now: those that keep the floor
// more than [Records] behind, the floor's own first, and those with a record
// older than [Age] and their share of [Spread]. Who was named is named again
// after a minute, unless it has saved. It is to be called several times a
// second: it is also how the tracker learns the time.
func (t *Tracker) Overdue(now messages.Instant) (ids []messages.ChannelID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = now
	if now >= t.swept.Add(sweepEvery) {
		t.swept = now
		t.sweep()
	}
	old := messages.Instant(-1) // records up to then are looked at for their age
	if now >= t.aged.Add(time.Second) {
		old, t.aged = now.Add(-Age), now
	}
	for i := t.begin; i < len(t.records); i++ {
		r := &t.records[i]
		behind := r.seq+Records <= t.last
		if !behind && r.at > old {
			break
		}
		ch := r.of
		if r.covered() || ch.asked != 0 && ch.asked.Add(askAgain) > now {
			continue
		}
		if behind || r.at.Add(Age+spread(ch.id)) <= now {
			ch.asked = now
			ids = append(ids, ch.id)
		}
	}
	return ids
}

// spread gives a channel's share of Spread, the same in every process, as
// everything is that a run of a seed depends on.
func spread(id messages.ChannelID) time.Duration {
	h := fnv.New64a()
	h.Write([]byte(id))
	return time.Duration(h.Sum64() % uint64(Spread))
}
