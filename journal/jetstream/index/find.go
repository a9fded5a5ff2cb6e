package index

import (
	"slices"

	"familiar/messages"
)

// A Query says which messages may matter. The zero Query wants all.
type Query struct {
	Keys  []Key            // one of them; none: whatever it is about
	Each  Mask             // all of these bits
	Some  Mask             // one of these; 0: any
	Since messages.Instant // 0: from the first
	Until messages.Instant // before then; 0: to the newest
}

// IsZero reports whether a query wants all.
func (q *Query) IsZero() bool {
	return len(q.Keys) == 0 && q.Each == 0 && q.Some == 0 && q.Since == 0 && q.Until == 0
}

func (q *Query) wants(e *entry, keys map[Key]bool) bool {
	switch {
	case e.has&q.Each != q.Each, q.Some != 0 && e.has&q.Some == 0, q.Since != 0 && e.to < q.Since, q.Until != 0 && e.from >= q.Until:
		return false
	case len(q.Keys) == 0:
		return true
	case len(q.Keys) == 1:
		return slices.Contains(e.keys, q.Keys[0])
	}
	return slices.ContainsFunc(e.keys, func(k Key) bool { return keys[k] })
}

func keysOf(all []Key) map[Key]bool {
	keys := make(map[Key]bool, len(all))
	for _, k := range all {
		keys[k] = true
	}
	return keys
}

// Spans returns which of a channel's messages up to a sequence have to be read for
// a question, newest first: those that may matter, and all of which nothing is
// known. Others of the channel are in none of them, unless they are next to those.
func (x *Index) Spans(channel messages.ChannelID, until uint64, q Query) []Span {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.started {
		return newestFirst([]Span{{1, until}}, until)
	}
	keys := keysOf(q.Keys)
	spans := []Span{{1, x.low - 1}, {x.high + 1, until}}
	spans = append(spans, x.holes...)
	next := false // the entry before this one is wanted
	all := x.channels[channel]
	if all == nil {
		all = &entries{}
	}
	for e := range all.oldestFirst {
		wanted := q.wants(e, keys)
		switch {
		case wanted && next:
			spans[len(spans)-1].Last = e.Last
		case wanted:
			spans = append(spans, e.Span)
		}
		next = wanted
	}
	return newestFirst(spans, until)
}

// newestFirst puts spans into order, joins those that touch and cuts them.
func newestFirst(spans []Span, until uint64) []Span {
	spans = slices.DeleteFunc(spans, func(s Span) bool { return s.First > s.Last || s.First > until })
	slices.SortFunc(spans, func(a, b Span) int {
		if a.First < b.First {
			return -1
		}
		return 1
	})
	var apart []Span
	for _, s := range spans {
		s.Last = min(s.Last, until)
		if n := len(apart); n > 0 && s.First <= apart[n-1].Last+1 {
			apart[n-1].Last = max(apart[n-1].Last, s.Last)
		} else {
			apart = append(apart, s)
		}
	}
	slices.Reverse(apart)
	return apart
}

// Channels returns the channels of which a message may matter.
func (x *Index) Channels(q Query) (found []messages.ChannelID) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	keys := keysOf(q.Keys)
	for channel, all := range x.channels {
		for e := range all.oldestFirst {
			if q.wants(e, keys) {
				found = append(found, channel)
				break
			}
		}
	}
	return found
}

// LastBefore returns a sequence after which, up to `until`, a channel has nothing
// from before a moment; false: it isn't known. At or before it there may be a few
// messages from that moment on. The moments of a channel's messages must grow.
func (x *Index) LastBefore(channel messages.ChannelID, until uint64, t messages.Instant) (seq uint64, known bool) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	all := x.channels[channel]
	if !x.started || x.high < until || len(x.holes) > 0 || all == nil {
		return 0, false
	}
	for e := range all.oldestFirst {
		if e.from >= t {
			return min(e.First-1, until), known
		}
		known = true
	}
	return until, known
}
