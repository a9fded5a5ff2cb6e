package ledger

import (
	"context"

	"familiar/journal"
	"familiar/journal/jetstream/sealed"
	"familiar/journal/seal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Erase writes a channel's notes again without what has to go, and then the old ones go: a
// crash between the two leaves both, and the next Erase finishes it.
func (l *Ledger) Erase(ctx context.Context, channel messages.ChannelID, e *sealed.Erasure) error {
	found := sealed.NewFound(seal.Note)
	for n, err := range l.Notes(ctx, channel, 0) {
		if err != nil {
			return err
		}
		e.Gone.Seen(n)
	}
	if err := l.eraseHeld(channel, e.Gone); err != nil {
		return err
	}
	bounded, cancel := l.store.Bounded(ctx) // what left the buffer just before is written
	err := l.Settle(bounded)
	cancel()
	if err != nil {
		return err
	}
	if e.Gone.All() {
		e.Sealed(found, e.Epochs.Own, l.texts.Keys.Until(channel, seal.Note))
		e.Heard(found)
	}
	for i, s := range shelves {
		gone, err := l.eraseShelf(ctx, s, channel, e, found)
		if err != nil {
			return err
		}
		l.indexes[i].Forget(channel, gone)
	}
	if e.Gone.All() {
		e.AllFound(found, nil)
	}
	return nil
}

// eraseHeld changes the notes that are held.
func (l *Ledger) eraseHeld(channel messages.ChannelID, gone *journal.Erasure) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	p := l.packs.open[channel]
	if p == nil {
		return nil
	}
	notes, err := unpack(channel, p.bytes)
	if err != nil {
		return err
	}
	if kept, changed := leftOf(notes, gone); changed {
		l.packs.replace(channel, kept)
	}
	return nil
}

// leftOf returns what is left of notes.
func leftOf(notes []*messages.Note, gone *journal.Erasure) (kept []*messages.Note, changed bool) {
	for _, n := range notes {
		left, another := gone.Note(n)
		changed = changed || another
		if left != nil {
			kept = append(kept, left)
		}
	}
	return kept, changed
}

// eraseShelf writes the notes of a shelf again. Up to the sequence `gone` the channel has
// no message there any more; 0: it may have some.
func (l *Ledger) eraseShelf(ctx context.Context, s shelf, channel messages.ChannelID, e *sealed.Erasure, found *sealed.Found) (gone uint64, err error) {
	subject, err := l.noteSubject(s.word, channel)
	if err != nil {
		return 0, err
	}
	stream := l.store.Names.Stream(s.stream)
	newest, err := l.store.SurelyWithin(ctx, stream, subject)
	if err != nil || newest == nil {
		return 0, err
	}
	gone = newest.Sequence
	err = l.store.Each(ctx, stream, subject, newest.Sequence, func(m *jetstream.RawStreamMsg) error {
		kept, changed := leftOf(l.readNotes(s, channel, m.Sequence, m.Data), e.Gone)
		if !changed {
			gone = 0
			return nil
		}
		if err := l.writeAgain(ctx, s, channel, kept); err != nil {
			return err
		}
		if err := l.store.Delete(ctx, stream, !sealed.Is(m.Data), m.Sequence); err != nil {
			return err
		}
		if at, sealed := sealed.PositionOf(m.Data); sealed {
			if found.Add(at); !e.Gone.All() {
				e.Only(at)
			}
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return gone, nil
}

// writeAgain writes what is left of a message.
func (l *Ledger) writeAgain(ctx context.Context, s shelf, channel messages.ChannelID, notes []*messages.Note) error {
	if len(notes) == 0 {
		return nil
	}
	u := unwritten{note: notes[0]}
	if s.word == "seen" {
		u = unwritten{pack: &openPack{channel: channel}}
		for _, n := range notes {
			u.pack.take(n)
		}
	}
	subject, body, err := l.written(u)
	if err != nil {
		return err
	}
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	seq, err := l.store.Publish(bounded, subject, body, nats.Header{again: {"1"}})
	if err == nil {
		l.indexed(u, seq)
	}
	return err
}
