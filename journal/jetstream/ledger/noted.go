package ledger

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// Noted implements journal.Ledger. The indexes tell, once they know all that is on the
// shelves. Until then, and where other processes forget channels in the same store,
// what the server took last for a channel tells the moment, with what its clock may be
// behind ours.
func (l *Ledger) Noted(ctx context.Context, t messages.Instant) iter.Seq2[journal.Noted, error] {
	return func(yield func(journal.Noted, error) bool) {
		all, err := l.noted(ctx)
		if err != nil {
			yield(journal.Noted{}, fmt.Errorf("journal: noted: %w", l.store.Ended(err)))
			return
		}
		for id, at := range all {
			if at >= t && !yield(journal.Noted{Channel: id, At: at}, nil) {
				return
			}
		}
	}
}

// noted returns each channel that has notes, those still held among them, and
// when the newest was written at the latest.
func (l *Ledger) noted(ctx context.Context) (map[messages.ChannelID]messages.Instant, error) {
	if err := l.store.Check(ctx, "noted"); err != nil {
		return nil, err
	}
	l.haveWritten(ctx, "")
	all := l.holding(messages.InstantOf(l.clock().Add(store.ClockSlack)))
	bounded, cancel := l.store.Bounded(ctx)
	err := l.Settle(bounded)
	cancel()
	if err != nil {
		return nil, err
	}
	if !l.store.Outside() {
		known, err := l.indexedNoted(ctx, all)
		if known || err != nil {
			return all, err
		}
	}
	for _, s := range shelves {
		read := store.Reading{Stream: l.store.Names.Stream(s.stream), Filters: []string{l.store.Names.Subject(s.word + ".>")}, Newest: true, HeadersOnly: true}
		err = l.store.Scan(ctx, read, func(m store.Message) error {
			id, err := layout.ChannelIn(m.Subject, layout.WordTokens)
			if err == nil {
				all[id] = max(all[id], messages.InstantOf(m.At.Add(store.ClockSlack)))
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return all, ctx.Err()
}

// indexedNoted adds the channels whose notes are written, as the indexes know them;
// false: they don't know all.
func (l *Ledger) indexedNoted(ctx context.Context, all map[messages.ChannelID]messages.Instant) (known bool, err error) {
	if known, err := l.knowAll(ctx); !known || err != nil {
		return false, err
	}
	for _, x := range l.indexes {
		x.Newest(func(id messages.ChannelID, at messages.Instant) { all[id] = max(all[id], at) })
	}
	return true, nil
}

// holding returns the channels with a pack that isn't written yet, at a moment.
func (l *Ledger) holding(at messages.Instant) map[messages.ChannelID]messages.Instant {
	l.mu.Lock()
	defer l.mu.Unlock()
	all := make(map[messages.ChannelID]messages.Instant, len(l.packs.open))
	for id := range l.packs.open {
		all[id] = at
	}
	return all
}

// About returns the channels that have a note about a line, in no order. It reads
// the whole ledger, what a running program still holds apart. progress, unless
// it is nil, is told how many messages are read and how many there are.
func (l *Ledger) About(ctx context.Context, line messages.LineID, progress func(done, total uint64)) ([]messages.ChannelID, error) {
	found, err := l.about(ctx, line, progress)
	if err != nil {
		return nil, fmt.Errorf("journal: notes about %s: %w", line, l.store.Ended(err))
	}
	return slices.Collect(maps.Keys(found)), nil
}

func (l *Ledger) about(ctx context.Context, line messages.LineID, progress func(done, total uint64)) (map[messages.ChannelID]bool, error) {
	if err := l.store.Check(ctx, "notes"); err != nil {
		return nil, err
	}
	if found, known, err := l.indexedAbout(ctx, line, progress); known || err != nil {
		return found, err
	}
	var done, total uint64
	for _, s := range shelves {
		state, err := l.store.Held(ctx, l.store.Names.Stream(s.stream))
		if err != nil {
			return nil, err
		}
		total += state.Msgs
	}
	found := map[messages.ChannelID]bool{}
	for _, s := range shelves {
		err := l.store.Scan(ctx, store.Reading{Stream: l.store.Names.Stream(s.stream)}, func(m store.Message) error {
			if done++; progress != nil {
				progress(done, max(done, total))
			}
			channel, err := layout.ChannelIn(m.Subject, layout.WordTokens)
			if err != nil {
				return err
			}
			for _, n := range l.readNotes(s, channel, m.Seq, m.Data) {
				if n.Line == line {
					found[channel] = true
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// ReadNote returns what is wrong with a message of the notes that stand alone.
func (l *Ledger) ReadNote(m store.Message) error { return l.readShelf(shelves[1], m) }

// ReadPack returns what is wrong with a message of those in packs.
func (l *Ledger) ReadPack(m store.Message) error { return l.readShelf(shelves[0], m) }

func (l *Ledger) readShelf(s shelf, m store.Message) error {
	channel, err := layout.ChannelIn(m.Subject, layout.WordTokens) // as many as of a deadline
	if err == nil {
		_, err = l.openNotes(s, channel, m.Data)
	}
	return err
}
