package jetstream

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/messages"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Erase implements journal.Journal. What it takes out of the log, the older
// states, the ledger and the letters is overwritten in the server's files, not
// only unlinked. Each piece costs writing a file of up to 8 MiB anew; what an
// Erase that was cut short has done need not be done again.
//
// Of the channel's records only those that its snapshot holds are taken out;
// when the line is in a later one too, the rest is done and the error asks
// for another Erase.
func (j *Journal) Erase(ctx context.Context, e messages.Erase) error {
	if err := j.open(ctx, "erase"); err != nil {
		return err
	}
	if err := j.erase(ctx, e); err != nil {
		return fmt.Errorf("journal: erase in %s: %w", e.Channel, j.ended(err))
	}
	return nil
}

func (j *Journal) erase(ctx context.Context, e messages.Erase) error {
	gone := journal.NewErasure(e)
	name, err := tokens(e.Channel)
	if err != nil {
		return err
	}
	later, err := j.eraseRecords(ctx, e.Channel, name, gone)
	if err != nil {
		return err
	}
	if err := j.eraseStates(ctx, e.Channel, name); err != nil {
		return err
	}
	if err := j.eraseNotes(ctx, e.Channel, gone); err != nil {
		return err
	}
	if err := j.eraseLetters(ctx, name, gone); err != nil {
		return err
	}
	if e.All {
		if err := j.emptyOutbox(ctx, name); err != nil {
			return err
		}
	}
	if later != 0 && e.Line != "" {
		return fmt.Errorf("event %d has the line and is in no snapshot yet", later)
	}
	return nil
}

// eraseRecords gives the sequence of a record that has to go too and can't
// yet; 0: there is none.
func (j *Journal) eraseRecords(ctx context.Context, channel messages.ChannelID, name string, gone *journal.Erasure) (later uint64, err error) {
	bounded, cancel := j.within(ctx)
	_, covers, err := j.newestSnapshot(bounded, channel)
	cancel()
	if err != nil {
		return 0, err
	}
	p := j.of(channel)
	stream := j.names.lines(p.number)
	err = j.each(ctx, stream, j.names.line(p.number, name), 0, func(m *jetstream.RawStreamMsg) error {
		record, err := decode(channel, m.Sequence, m.Data, nil)
		switch {
		case err != nil:
			j.config.Log.Warn("journal record not looked at for erasure", "seq", m.Sequence, "channel", channel, "err", err)
			return nil
		case record.Seq <= covers.seq:
			if gone.Record(record) {
				return j.forget(ctx, stream, true, record.Seq)
			}
		case gone.Holds(record.Event):
			later = record.Seq
		}
		return nil
	})
	return later, err
}

// eraseStates leaves the newest snapshot only.
func (j *Journal) eraseStates(ctx context.Context, channel messages.ChannelID, name string) error {
	p := j.of(channel)
	stream, subject := j.names.snaps(p.number), j.names.snap(p.number, name)
	newest, err := j.newestWithin(ctx, stream, subject)
	if err != nil || newest == nil || newest.Sequence == 1 {
		return err
	}
	return j.each(ctx, stream, subject, newest.Sequence-1, func(m *jetstream.RawStreamMsg) error {
		return j.forget(ctx, stream, true, m.Sequence)
	})
}

// eraseNotes writes notes again without what has to go and then takes the
// old ones out: a crash between the two leaves both, and the next Erase
// finishes it.
func (j *Journal) eraseNotes(ctx context.Context, channel messages.ChannelID, gone *journal.Erasure) error {
	for n, err := range j.Notes(ctx, channel, 0) {
		if err != nil {
			return err
		}
		gone.Seen(n)
	}
	if err := j.ledger.erase(channel, gone); err != nil {
		return err
	}
	bounded, cancel := j.within(ctx) // what left the buffer just before is written
	err := j.settle(bounded)
	cancel()
	if err != nil {
		return err
	}
	for _, s := range shelves {
		if err := j.eraseShelf(ctx, s, channel, gone); err != nil {
			return err
		}
	}
	return nil
}

// erase changes the notes that are held.
func (l *ledger) erase(channel messages.ChannelID, gone *journal.Erasure) error {
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
	if kept, changed := keep(notes, gone); changed {
		l.packs.replace(channel, kept)
	}
	return nil
}

// keep gives what is left of notes.
func keep(notes []*messages.Note, gone *journal.Erasure) (kept []*messages.Note, changed bool) {
	for _, n := range notes {
		left, another := gone.Note(n)
		changed = changed || another
		if left != nil {
			kept = append(kept, left)
		}
	}
	return kept, changed
}

func (j *Journal) eraseShelf(ctx context.Context, s shelf, channel messages.ChannelID, gone *journal.Erasure) error {
	subject, err := j.noteSubject(s.word, channel)
	if err != nil {
		return err
	}
	stream := j.names.stream(s.stream)
	newest, err := j.newestWithin(ctx, stream, subject)
	if err != nil || newest == nil {
		return err
	}
	return j.each(ctx, stream, subject, newest.Sequence, func(m *jetstream.RawStreamMsg) error {
		kept, changed := keep(j.readNotes(s, channel, m.Sequence, m.Data), gone)
		if !changed {
			return nil
		}
		if err := j.writeAgain(ctx, s, channel, kept); err != nil {
			return err
		}
		return j.forget(ctx, stream, true, m.Sequence)
	})
}

func (j *Journal) writeAgain(ctx context.Context, s shelf, channel messages.ChannelID, notes []*messages.Note) error {
	if len(notes) == 0 {
		return nil
	}
	u := unwritten{note: notes[0]}
	if s.word == "seen" {
		u = unwritten{pack: &openPack{channel: channel}}
		for _, n := range notes {
			u.pack.add(n)
		}
	}
	subject, body, err := j.written(u)
	if err != nil {
		return err
	}
	bounded, cancel := j.within(ctx)
	defer cancel()
	_, err = j.publish(bounded, subject, body, nats.Header{again: {"1"}})
	return err
}

// eraseLetters takes a letter out before it is written again, because
// writing first would only unlink it.
func (j *Journal) eraseLetters(ctx context.Context, name string, gone *journal.Erasure) error {
	return j.letters(ctx, j.names.subject("dead", name, "*"), func(seq uint64, l journal.Letter) error {
		kept, left, changed := gone.Letter(l)
		if !changed {
			return nil
		}
		if err := j.forget(ctx, j.names.stream("dead"), true, seq); err != nil || !left {
			return err
		}
		return j.bury(ctx, kept)
	})
}

// emptyOutbox removes a channel's entries.
func (j *Journal) emptyOutbox(ctx context.Context, name string) error {
	return j.each(ctx, j.names.stream("outbox"), j.names.subject("out", name, "*", "*"), 0, func(m *jetstream.RawStreamMsg) error {
		if len(m.Data) == 0 { // a mark
			return nil
		}
		p, err := messages.DecodePost(m.Data)
		if err != nil {
			j.config.Log.Error("outbox entry left out", "seq", m.Sequence, "subject", m.Subject, "err", err)
			return nil
		}
		return j.remove(ctx, p.Channel, p.ID, true)
	})
}
