package checkpoint

import (
	"cmp"
	"slices"
	"time"

	"familiar/internal/fnv"
	"familiar/messages"
)

// sweepEvery is how long a channel without uncovered records is remembered.
const sweepEvery = time.Minute

// lookEvery is how often the records are looked through for old ones.
const lookEvery = time.Second

// An ageing is a record that gets too old before the next look.
type ageing struct {
	record
	due messages.Instant
}

// Overdue names the channels that should save now: those that keep the floor
// more than its share of [Records] behind, the floor's own first, and those with a record
// older than [Age] and their share of [Spread], each when that is. Who was
// named is named again after a minute, unless it has saved. It is to be called
// many times a second, so that few are named at once: it is also how the
// tracker learns the time.
func (t *Tracker) Overdue(now messages.Instant) (ids []messages.ChannelID) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = now
	if now >= t.swept.Add(sweepEvery) {
		t.swept = now
		t.sweep()
	}
	for i := t.begin; i < len(t.records) && t.records[i].seq+t.most <= t.last; i++ {
		ids = t.name(t.records[i], now, ids)
	}
	ids = t.nameAged(now, ids)
	if now >= t.looked.Add(lookEvery) {
		t.look(now)
		ids = t.nameAged(now, ids)
	}
	return ids
}

// name appends a record's channel, unless it need not save or was named.
func (t *Tracker) name(r record, now messages.Instant, ids []messages.ChannelID) []messages.ChannelID {
	if r.covered() || now < r.of.again() {
		return ids
	}
	r.of.asked = now
	return append(ids, r.of.id)
}

// nameAged names the channels whose records have got too old.
func (t *Tracker) nameAged(now messages.Instant, ids []messages.ChannelID) []messages.ChannelID {
	for len(t.ageing) > 0 && t.ageing[0].due <= now {
		r := t.ageing[0]
		t.ageing = t.ageing[1:]
		r.of.ageing = false
		ids = t.name(r.record, now, ids)
	}
	return ids
}

// look finds the records that get too old before the next look.
func (t *Tracker) look(now messages.Instant) {
	t.looked = now
	next := now.Add(lookEvery)
	for i := t.begin; i < len(t.records) && t.records[i].at.Add(Age) <= next; i++ {
		r := t.records[i]
		if r.covered() || r.of.ageing {
			continue
		}
		if due := max(r.at.Add(Age+r.of.spread), r.of.again()); due <= next {
			r.of.ageing = true
			t.ageing = append(t.ageing, ageing{r, due})
		}
	}
	slices.SortStableFunc(t.ageing, func(a, b ageing) int { return cmp.Compare(a.due, b.due) })
}

// spread returns a channel's share of Spread, the same in every process, as
// everything is that a run of a seed depends on.
func spread(id messages.ChannelID) time.Duration {
	return time.Duration(fnv.Sum(id) % uint64(Spread))
}
