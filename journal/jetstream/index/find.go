package index

import (
	"cmp"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// A Query says which messages may matter. The zero Query wants all.
type Query struct {
	journal.Query // its Limit means nothing

	Author messages.PersonID // records of theirs; "": of anybody
}

// IsZero reports whether a query wants all.
func (q *Query) IsZero() bool {
	return len(q.Lines) == 0 && q.Author == "" && q.Familiar == "" && len(q.Acts) == 0 && q.Rung == "" && q.Since == 0 && q.Until == 0
}

// A filter is a query in the terms of entries.
type filter struct {
	keys         []Key // one of them; none: whatever it is about
	set          map[Key]bool
	each, some   Mask // all of these bits; one of these, 0: any
	since, until messages.Instant
}

func (q *Query) filter() filter {
	f := filter{since: q.Since, until: q.Until}
	for _, line := range q.Lines {
		f.keys = append(f.keys, lineKey(line))
	}
	if q.Author != "" {
		f.keys = append(f.keys, personKey(q.Author))
	}
	if q.Familiar != "" {
		f.each |= familiarMask(q.Familiar)
	}
	if q.Rung != "" {
		f.each |= rungMask(q.Rung)
	}
	for _, act := range q.Acts {
		f.some |= actMask(act)
	}
	if len(f.keys) > 1 {
		f.set = make(map[Key]bool, len(f.keys))
		for _, k := range f.keys {
			f.set[k] = true
		}
	}
	return f
}

func (f *filter) wants(e *entry) bool {
	switch {
	case e.has&f.each != f.each, f.some != 0 && e.has&f.some == 0, f.since != 0 && e.to < f.since, f.until != 0 && e.from >= f.until:
		return false
	case len(f.keys) == 0:
		return true
	case len(f.keys) == 1:
		return slices.Contains(e.keys, f.keys[0])
	}
	return slices.ContainsFunc(e.keys, func(k Key) bool { return f.set[k] })
}

// spans returns which of a channel's messages up to a sequence have to be read for
// a question, newest first: those that may matter, and all of which nothing is
// known. Others of the channel are in none of them, unless they are next to those.
func (x *Index) spans(channel messages.ChannelID, until uint64, q Query) []Span {
	x.mu.RLock()
	defer x.mu.RUnlock()
	if !x.started {
		return newestFirst([]Span{{1, until}}, until)
	}
	f := q.filter()
	spans := []Span{{1, x.low - 1}, {x.high + 1, until}}
	spans = append(spans, x.holes...)
	next := false // the entry before this one is wanted
	all := x.channels[channel]
	if all == nil {
		all = &entries{}
	}
	for e := range all.oldestFirst {
		wanted := f.wants(e)
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
	slices.SortFunc(spans, func(a, b Span) int { return cmp.Compare(a.First, b.First) })
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
	f := q.filter()
	for channel, all := range x.channels {
		for e := range all.oldestFirst {
			if f.wants(e) {
				found = append(found, channel)
				break
			}
		}
	}
	return found
}

// Newest tells each channel of which the index has a message, and the newest moment of
// those.
func (x *Index) Newest(told func(messages.ChannelID, messages.Instant)) {
	x.mu.RLock()
	defer x.mu.RUnlock()
	for channel, all := range x.channels {
		newest := messages.Instant(0)
		for e := range all.oldestFirst {
			newest = max(newest, e.to)
		}
		told(channel, newest)
	}
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
