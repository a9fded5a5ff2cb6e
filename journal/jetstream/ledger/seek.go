package ledger

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/journal/jetstream/index"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// mostIndexed bounds what the index of a shelf takes: some 16 MB, enough for 3
// million notes.
const mostIndexed = 4 << 20

// Seek implements [journal.Seeker].
func (l *Ledger) Seek(ctx context.Context, channel messages.ChannelID, q journal.Query) iter.Seq2[*messages.Note, error] {
	return l.find(ctx, channel, 0, index.Query{Query: q})
}

// Seeks implements [journal.Seeker].
func (l *Ledger) Seeks(ctx context.Context) bool {
	_, known, err := l.mayBeIn(ctx, index.Query{})
	return known && err == nil
}

// knowAll reports whether this process's own indexes have all that is on the shelves.
func (l *Ledger) knowAll(ctx context.Context) (bool, error) {
	for i, s := range shelves {
		state, err := l.store.StateWithin(ctx, l.store.Names.Stream(s.stream))
		if err != nil {
			return false, err
		}
		has := l.indexes[i].Answer(index.Question{Until: state.LastSeq})
		if !has.Complete(state.FirstSeq) {
			return false, nil
		}
	}
	return true, nil
}

// mayBeIn returns the channels that a query's notes may be in; known is false if
// the indexes don't have all that is on the shelves.
func (l *Ledger) mayBeIn(ctx context.Context, q index.Query) (channels []messages.ChannelID, known bool, err error) {
	for i, s := range shelves {
		stream := l.store.Names.Stream(s.stream)
		state, err := l.store.StateWithin(ctx, stream)
		if err != nil {
			return nil, false, err
		}
		answer := l.store.Ask(ctx, l.indexes[i], index.Question{Stream: stream, Until: state.LastSeq, Query: q})
		if !answer.Complete(state.FirstSeq) {
			return nil, false, nil
		}
		channels = append(channels, answer.Channels...)
	}
	return channels, true, nil
}

// indexed has the index know a message that was written.
func (l *Ledger) indexed(u unwritten, seq uint64) {
	if u.pack != nil {
		m := u.pack.about
		m.Channel, m.Seq = u.pack.channel, seq
		l.indexes[0].Add(m)
		return
	}
	m := index.Message{Channel: u.note.Channel, Seq: seq}
	m.AddNote(u.note)
	l.indexes[1].Add(m)
}

// Indexed returns the streams that this ledger has an index of.
func (l *Ledger) Indexed() (all []store.Indexed) {
	for i, s := range []int{1, 0} { // those that stand alone are few
		all = append(all, store.Indexed{Stream: l.store.Names.Stream(shelves[s].stream), Index: l.indexes[s], All: true})
		all[i].Read = func(raw *jetstream.RawStreamMsg) (index.Message, bool) { return l.indexMessage(shelves[s], raw) }
	}
	return all
}

// indexMessage returns what an index keeps of a message; false: nothing can be
// read of it.
func (l *Ledger) indexMessage(s shelf, raw *jetstream.RawStreamMsg) (m index.Message, ok bool) {
	channel, err := layout.ChannelIn(raw.Subject, layout.WordTokens)
	if err != nil {
		return m, false
	}
	notes, err := l.openNotes(s, channel, raw.Data)
	if err != nil {
		return m, false
	}
	m = index.Message{Channel: channel, Seq: raw.Sequence}
	for _, n := range notes {
		m.AddNote(n)
	}
	return m, len(notes) > 0
}

// indexedAbout is about by the indexes; false: they don't know all.
func (l *Ledger) indexedAbout(ctx context.Context, line messages.LineID, progress func(done, total uint64)) (map[messages.ChannelID]bool, bool, error) {
	q := journal.Query{Lines: []messages.LineID{line}, Limit: 1}
	channels, known, err := l.mayBeIn(ctx, index.Query{Query: q})
	if !known || err != nil {
		return nil, false, err
	}
	found := map[messages.ChannelID]bool{}
	for _, channel := range channels {
		for _, err := range journal.Find(ctx, l, channel, q) {
			if err != nil {
				return nil, false, err
			}
			found[channel] = true
		}
	}
	if progress != nil {
		progress(1, 1)
	}
	return found, true, nil
}
