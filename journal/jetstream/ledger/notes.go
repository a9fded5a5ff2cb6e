package ledger

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"
	"time"

	"familiar/journal"
	"familiar/journal/jetstream/index"
	"familiar/journal/jetstream/store"
	"familiar/journal/seal"
	"familiar/messages"
)

// A shelf is where one kind of notes is kept.
type shelf struct {
	word, stream string
	chunk        int // see index.New
	read         func(messages.ChannelID, []byte) ([]*messages.Note, error)
}

// shelves: the packs of those that observe, and the rest one by one.
var shelves = []shelf{
	{"seen", "observed", 1, unpack},
	{"note", "notes", 8, func(_ messages.ChannelID, b []byte) ([]*messages.Note, error) {
		n, err := messages.DecodeNote(b)
		return []*messages.Note{n}, err
	}},
}

// again is the header of a message that was written again without its
// reasons: it stands later in its stream than it belongs.
const again = "Familiar-Again"

// Notes implements journal.Ledger. Of equal notes one is yielded: a decision
// that was stepped again after a crash. It reads on only as long as more is
// asked for, and has few of them in memory.
func (l *Ledger) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return l.find(ctx, channel, limit, index.Query{})
}

// find yields a channel's notes, those at least for which a message may matter.
func (l *Ledger) find(ctx context.Context, channel messages.ChannelID, limit int, q index.Query) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		err := l.store.Check(ctx, "notes")
		if err == nil {
			if err = l.notes(ctx, channel, limit, q, yield); err != nil {
				err = fmt.Errorf("journal: notes of %s: %w", channel, l.store.Ended(err))
			}
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// notes reads both shelves from their ends back, always the one of which less
// is known, and yields what is later than all that is still to come.
func (l *Ledger) notes(ctx context.Context, channel messages.ChannelID, limit int, q index.Query, yield func(*messages.Note, error) bool) error {
	held, err := l.heldNotes(ctx, channel)
	if err != nil {
		return err
	}
	readers, err := l.shelfReaders(ctx, channel, q)
	if err != nil {
		return err
	}
	waiting, count := merging{found: held}, 0
	for {
		next := slices.MaxFunc(readers, func(a, b *shelfReader) int { return cmp.Compare(a.upTo, b.upTo) })
		for _, n := range waiting.after(next.upTo) {
			if count++; !yield(n, nil) || count == limit {
				return nil
			}
		}
		if next.upTo == nothing {
			return nil
		}
		found, err := l.nextNotes(ctx, channel, next)
		if err != nil {
			return err
		}
		waiting.found = append(waiting.found, found...)
	}
}

// heldNotes returns the notes of a channel's open pack. It is looked at first: it
// may be written meanwhile, and then its notes are there twice and not missed. What
// other processes hold of it they write.
func (l *Ledger) heldNotes(ctx context.Context, channel messages.ChannelID) ([]placed, error) {
	l.haveWritten(ctx, channel)
	notes, err := l.held(channel)
	if err != nil {
		return nil, err
	}
	held := make([]placed, len(notes))
	for i, n := range notes {
		held[i] = placed{note: n, seq: math.MaxUint64, k: i}
	}
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	return held, l.Settle(bounded)
}

// held returns the notes of a channel's open pack.
func (l *Ledger) held(channel messages.ChannelID) ([]*messages.Note, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.packs.open[channel]
	if p == nil {
		return nil, nil
	}
	return unpack(channel, p.bytes)
}

// A shelfReader reads a channel's notes on one shelf.
type shelfReader struct {
	shelf int
	spans store.Spans
	upTo  messages.Instant // the notes that it has still to read are not later; nothing: there are none
}

// nothing is before every note, everything after.
const (
	nothing    = messages.Instant(math.MinInt64)
	everything = messages.Instant(math.MaxInt64)
)

// stepped is how much earlier than the one before it a note may be that is no
// copy: after a crash what no snapshot holds is stepped again, and noted.
const stepped = messages.Instant(2 * time.Minute / time.Millisecond)

func (l *Ledger) shelfReaders(ctx context.Context, channel messages.ChannelID, q index.Query) ([]*shelfReader, error) {
	var all []*shelfReader
	for i, s := range shelves {
		subject, err := l.noteSubject(s.word, channel)
		if err != nil {
			return nil, err
		}
		r, stream := &shelfReader{shelf: i, upTo: nothing}, l.store.Names.Stream(s.stream)
		newest, err := l.store.SurelyWithin(ctx, stream, subject)
		if err != nil {
			return nil, err
		}
		if newest != nil {
			asked := index.Question{Stream: stream, Channel: channel, Until: newest.Sequence, Query: q}
			answer := asked.Unknown()
			if !q.IsZero() {
				answer = l.store.Ask(ctx, l.indexes[i], asked)
			}
			r.spans, r.upTo = store.ReadSpans(stream, subject, answer.Spans), everything
		}
		all = append(all, r)
	}
	return all, nil
}

// nextNotes returns the notes of a shelf's next stretch.
func (l *Ledger) nextNotes(ctx context.Context, channel messages.ChannelID, r *shelfReader) ([]placed, error) {
	found, err := l.store.NextOf(ctx, &r.spans)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		r.upTo = nothing
		return nil, nil
	}
	mayBeBefore := stepped
	if l.store.Outside() {
		mayBeBefore += journal.ClocksApart
	}
	var all []placed
	for _, m := range found {
		for k, n := range l.readNotes(shelves[r.shelf], channel, m.Sequence, m.Data) {
			all = append(all, placed{n, r.shelf, m.Sequence, k})
			if m.Header.Get(again) == "" {
				r.upTo = min(r.upTo, n.At+mayBeBefore)
			}
		}
	}
	return all, nil
}

// readNotes returns what a message has; one that can't be read is logged and
// left out, one that was erased is left out.
func (l *Ledger) readNotes(s shelf, channel messages.ChannelID, seq uint64, b []byte) []*messages.Note {
	notes, err := l.openNotes(s, channel, b)
	if errors.Is(err, seal.ErrForgotten) {
		return nil
	}
	if err != nil {
		l.store.Log.Error("journal note skipped", "seq", seq, "channel", channel, "err", err)
		return nil
	}
	return notes
}

func (l *Ledger) openNotes(s shelf, channel messages.ChannelID, b []byte) ([]*messages.Note, error) {
	text, err := l.texts.Open(channel, b)
	if err != nil {
		return nil, err
	}
	return s.read(channel, text)
}

// A placed note knows where it was found: of one moment those that observe are
// before the others, and each shelf's are in its order.
type placed struct {
	note  *messages.Note
	shelf int
	seq   uint64
	k     int // in its pack
}

func newestFirst(a, b placed) int {
	return cmp.Or(cmp.Compare(b.note.At, a.note.At), cmp.Compare(b.shelf, a.shelf), cmp.Compare(b.seq, a.seq), cmp.Compare(b.k, a.k))
}

// A merging puts notes of several shelves into one order.
type merging struct {
	found []placed
	taken []*messages.Note // of the moment of the last
}

// after takes those later than t, newest first, each once.
func (m *merging) after(t messages.Instant) (taken []*messages.Note) {
	slices.SortFunc(m.found, newestFirst)
	n := 0
	for ; n < len(m.found) && m.found[n].note.At > t; n++ {
		if note := m.found[n].note; m.addNew(note) {
			taken = append(taken, note)
		}
	}
	m.found = m.found[n:]
	return taken
}

// addNew adds a note and reports whether it is another than those of its moment.
func (m *merging) addNew(n *messages.Note) bool {
	if len(m.taken) > 0 && m.taken[0].At != n.At {
		m.taken = m.taken[:0]
	}
	if slices.ContainsFunc(m.taken, func(was *messages.Note) bool { return *was == *n }) {
		return false
	}
	m.taken = append(m.taken, n)
	return true
}
