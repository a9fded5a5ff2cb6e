package index

import (
	"cmp"
	"maps"
	"slices"

	"familiar/internal/grow"
	"familiar/messages"
)

// Add takes a new message in. One that was taken already, or that AddBefore will
// take, changes nothing; those that were left out between the newest and it are
// a hole.
func (x *Index) Add(m Message) {
	x.mu.Lock()
	defer x.mu.Unlock()
	switch {
	case !x.started || m.Seq < x.low || m.Seq <= x.high && !x.fill(m.Seq):
		return
	case m.Seq > x.high+1:
		x.leave(Span{x.high + 1, m.Seq - 1})
	}
	x.high = max(x.high, m.Seq)
	x.put(m)
	x.bound()
}

// AddBefore takes messages in, oldest first, that are all there are from one
// sequence to another, which is the last below the index. When that is another by
// now, it does nothing.
func (x *Index) AddBefore(from, until uint64, all []Message) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.started || x.low != until+1 {
		return
	}
	for _, m := range slices.Backward(all) {
		x.putBefore(m)
	}
	x.low = min(x.low, from)
}

// Unread returns what is to be read next of what others wrote since it was started, at
// most so many messages: up to `newest` if all is wanted, else up to where it has come;
// false: nothing is.
func (x *Index) Unread(newest uint64, all bool, most uint64) (next Span, is bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	switch {
	case !x.started:
		return next, false
	case len(x.holes) > 0:
		next = x.holes[0]
	case all && newest > x.high:
		next = Span{x.high + 1, newest}
	default:
		return next, false
	}
	next.Last = min(next.Last, next.First+most-1)
	return next, true
}

// AddRead takes messages in, oldest first, that are all there are in a span, be it
// that some were taken already.
func (x *Index) AddRead(span Span, all []Message) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if !x.started || span.First < x.low || span.First > x.high+1 { // it was begun anew meanwhile
		return
	}
	for _, m := range all {
		if m.Seq > x.high || x.fill(m.Seq) {
			x.put(m)
		}
	}
	var left []Span
	for _, hole := range x.holes {
		left = append(left, hole.without(span)...)
	}
	x.holes, x.high = left, max(x.high, span.Last)
	x.bound()
}

// without returns what is left of a span.
func (s Span) without(o Span) (left []Span) {
	if o.Last < s.First || s.Last < o.First {
		return []Span{s}
	}
	if s.First < o.First {
		left = append(left, Span{s.First, o.First - 1})
	}
	if o.Last < s.Last {
		left = append(left, Span{o.Last + 1, s.Last})
	}
	return left
}

// bound drops the oldest quarter of what is too much.
func (x *Index) bound() {
	if x.weight > x.most {
		x.dropBelow(x.low + (x.high-x.low)/4 + 1)
		x.evicted = true
	}
}

// DropBelow forgets what is before a sequence: the stream no longer has it.
func (x *Index) DropBelow(seq uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	low := x.low
	x.dropBelow(min(seq, x.high+1))
	x.low = min(low, x.low) // there is nothing between them
}

func (x *Index) dropBelow(seq uint64) {
	for channel, all := range x.channels {
		x.drop(channel, all, max(1, seq)-1)
	}
	x.holes = slices.DeleteFunc(x.holes, func(s Span) bool { return s.Last < seq })
	x.low = max(x.low, seq)
}

// Forget forgets a channel's messages up to a sequence: the stream no longer has them. None
// of them is taken in that was read before.
func (x *Index) Forget(channel messages.ChannelID, until uint64) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.forgotten[channel] = max(x.forgotten[channel], until)
	if all := x.channels[channel]; all != nil {
		x.drop(channel, all, until)
	}
}

// CaughtUp says that all is taken in that there was to be read, and nothing is being read.
func (x *Index) CaughtUp() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if len(x.holes) == 0 {
		maps.DeleteFunc(x.forgotten, func(_ messages.ChannelID, until uint64) bool { return until <= x.high })
	}
}

// drop drops a channel's entries up to a sequence.
func (x *Index) drop(channel messages.ChannelID, all *entries, until uint64) {
	gone := func(e entry) bool {
		if e.Last > until {
			return false
		}
		x.weight -= e.weight()
		return true
	}
	all.older = slices.DeleteFunc(all.older, gone)
	all.newer = slices.DeleteFunc(all.newer, gone)
	if len(all.older)+len(all.newer) == 0 {
		delete(x.channels, channel)
	}
}

// leave adds a hole after all others.
func (x *Index) leave(hole Span) {
	if x.holes = append(x.holes, hole); len(x.holes) > mostHoles {
		x.holes[1].First = x.holes[0].First
		x.holes = x.holes[1:]
	}
}

// fill takes a sequence out of a hole, if it is in one.
func (x *Index) fill(seq uint64) bool {
	i := slices.IndexFunc(x.holes, func(hole Span) bool { return hole.First <= seq && seq <= hole.Last })
	if i < 0 {
		return false
	}
	x.holes = slices.Replace(x.holes, i, i+1, x.holes[i].without(Span{seq, seq})...)
	return true
}

// put adds a message to the newer ones of its channel, at its place.
func (x *Index) put(m Message) {
	all := x.of(&m)
	if all == nil {
		return
	}
	i, _ := slices.BinarySearchFunc(all.newer, m.Seq, func(e entry, seq uint64) int { return cmp.Compare(e.Last, seq) })
	switch {
	case i < len(all.newer) && all.newer[i].First <= m.Seq: // within an entry, where there was a hole
		x.join(&all.newer[i], m)
	case i > 0 && i == len(all.newer) && all.newer[i-1].count < x.chunk:
		x.join(&all.newer[i-1], m)
	default:
		all.newer = slices.Insert(grow.ByQuarter(all.newer, 1), i, x.begin(m))
	}
}

// putBefore adds one that is older than all.
func (x *Index) putBefore(m Message) {
	all := x.of(&m)
	if all == nil {
		return
	}
	if n := len(all.older); n > 0 && all.older[n-1].count < x.chunk {
		x.join(&all.older[n-1], m)
		return
	}
	all.older = append(grow.ByQuarter(all.older, 1), x.begin(m))
}

// of returns the entries of a message's channel; nil: it is about nothing, or forgotten.
func (x *Index) of(m *Message) *entries {
	if len(m.Keys) == 0 && m.Has == 0 || m.Seq <= x.forgotten[m.Channel] {
		return nil
	}
	all := x.channels[m.Channel]
	if all == nil {
		all = &entries{}
		x.channels[messages.ChannelID([]byte(m.Channel))] = all // the id may be part of something larger
	}
	return all
}

// begin returns an entry of one message.
func (x *Index) begin(m Message) entry {
	e := entry{Span: Span{m.Seq, m.Seq}, from: m.From, to: m.To}
	x.weight += entryWeight
	x.join(&e, m)
	return e
}

// join adds a message to an entry, which then reaches further: no other message of
// the channel is in between.
func (x *Index) join(e *entry, m Message) {
	e.First, e.Last = min(e.First, m.Seq), max(e.Last, m.Seq)
	e.from, e.to = min(e.from, m.From), max(e.to, m.To)
	e.has |= m.Has
	e.count++
	had := len(e.keys)
	for _, k := range m.Keys {
		if !slices.Contains(e.keys, k) {
			e.keys = append(e.keys, k)
		}
	}
	x.weight += len(e.keys) - had
}
