package index

import (
	"slices"

	"familiar/messages"
)

// Bounds of what an answer says: with more spans, the oldest become one; with more
// channels, nothing is known.
const (
	mostSpans    = 8192
	mostChannels = 4096
)

// A Question is asked of the process that has an index, by one that has none.
type Question struct {
	Stream  string
	Channel messages.ChannelID // "": which channels?
	Until   uint64             // the stream's newest message that matters
	Query   Query
}

// An Answer is what an index knows.
type Answer struct {
	Spans    []Span               // to be read, newest first; see spans
	Channels []messages.ChannelID // where no channel was asked about: those of which a message may matter
}

// Unknown answers that everything is to be read.
func (q *Question) Unknown() Answer {
	return Answer{Spans: newestFirst([]Span{{1, q.Until}}, q.Until)}
}

// Complete reports whether the index knows all messages from a sequence on, so that
// the answer's channels are all there are. No channel was asked about.
func (a *Answer) Complete(first uint64) bool {
	return len(a.Spans) == 0 || a.Spans[0].Last < first
}

// Unread counts the messages that have to be read.
func (a *Answer) Unread() (n uint64) {
	for _, s := range a.Spans {
		n += s.Last - s.First + 1
	}
	return n
}

// And returns what two indexes know together: what one of them knows not to matter
// need not be read.
func (a *Answer) And(b Answer) Answer {
	both := Answer{Channels: append(slices.Clone(a.Channels), b.Channels...)}
	slices.Sort(both.Channels)
	both.Channels = slices.Compact(both.Channels)
	for _, s := range a.Spans {
		for _, o := range b.Spans {
			if first, last := max(s.First, o.First), min(s.Last, o.Last); first <= last {
				both.Spans = append(both.Spans, Span{first, last})
			}
		}
	}
	return both
}

// Answer answers a question about its stream.
func (x *Index) Answer(q Question) Answer {
	a := Answer{Spans: x.spans(q.Channel, q.Until, q.Query)}
	if n := len(a.Spans); n > mostSpans {
		a.Spans[mostSpans-1].First = a.Spans[n-1].First
		a.Spans = a.Spans[:mostSpans]
	}
	if q.Channel != "" || q.Query.IsZero() {
		return a
	}
	if a.Channels = x.Channels(q.Query); len(a.Channels) > mostChannels {
		return q.Unknown()
	}
	return a
}
