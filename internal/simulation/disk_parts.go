package simulation

import (
	"context"
	"iter"
	"slices"

	"familiar/journal"
	"familiar/messages"
)

// Enqueue implements [journal.Outbox].
func (d *disk) Enqueue(_ context.Context, epoch uint64, p messages.Post) error {
	if d.fenced(epoch) {
		return journal.ErrConflict
	}
	_, i := d.of(p.Channel)
	id := d.w.named(p.ID)
	switch known, is := d.ids[id]; {
	case !is || d.w.without == Once:
	case known.settled && d.w.without != Settled:
		return journal.ErrSettled
	default:
		return journal.ErrExists
	}
	return d.write("enqueue", func() {
		d.w.tracef("room %d: in the outbox: %s", i, p.ID)
		d.w.rooms[i].enter(p.ID)
		entries := slices.Clone(d.outbox[i])
		d.did(outboxStream, func() {
			d.outbox[i] = entries
			delete(d.ids, id)
		})
		d.ids[id] = mark{write: d.writes}
		d.outbox[i] = append(d.outbox[i], &entry{p})
	})
}

// Deliver implements [journal.Outbox]. Nobody calls it: the adapters are the
// world's.
func (*disk) Deliver(context.Context, messages.AccountID, func(messages.Post)) error {
	return journal.ErrClosed
}

// Remove implements [journal.Outbox].
func (d *disk) Remove(_ context.Context, channel messages.ChannelID, id messages.PostID) error {
	_, i := d.of(channel)
	return d.write("remove", func() {
		for at, e := range d.outbox[i] {
			if e.post.ID == id {
				id := d.w.named(id)
				known, entries := d.ids[id], slices.Clone(d.outbox[i])
				d.did(outboxStream, func() { d.outbox[i], d.ids[id] = entries, known })
				d.ids[id] = mark{true, d.writes}
				d.outbox[i] = cut(d.outbox[i], at)
				return
			}
		}
	})
}

// Astray implements [journal.Outbox]. Nobody calls it: see tellAstray.
func (*disk) Astray(context.Context, int) iter.Seq2[journal.Astray, error] {
	return func(func(journal.Astray, error) bool) {}
}

// hasErased reports whether some of a channel's records are gone.
func (d *disk) hasErased(channel messages.ChannelID) bool {
	return slices.ContainsFunc(d.log[d.Partition(channel)], func(r journal.Record) bool { return r.Channel == channel && d.erased[r.Seq] })
}

// waiting reports whether there is anything in the outbox.
func (d *disk) waiting() bool {
	return slices.ContainsFunc(d.outbox, func(entries []*entry) bool { return len(entries) > 0 })
}

// Note implements [journal.Ledger].
func (d *disk) Note(_ context.Context, notes ...*messages.Note) error {
	k, i := d.of(notes[0].Channel)
	d.w.rooms[i].tellOf(d.w, notes)
	return d.write("note", func() {
		before := slices.Clone(k.notes)
		d.did(notesStream, func() { k.notes = before })
		k.notes = append(k.notes, notes...)
	})
}

// Notes implements [journal.Ledger].
func (d *disk) Notes(_ context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return func(yield func(*messages.Note, error) bool) {
		k, _ := d.of(channel)
		for n := len(k.notes) - 1; n >= 0 && (limit == 0 || len(k.notes)-n <= limit); n-- {
			if !yield(k.notes[n], nil) {
				return
			}
		}
	}
}

// Bury implements [journal.Dead].
func (d *disk) Bury(_ context.Context, l journal.Letter) error {
	if d.w.without == Buried {
		d.late = append(d.late, l)
		return nil
	}
	return d.write("bury", func() { d.bury(l) })
}

// buryLate writes what had to wait for a checkpoint.
func (d *disk) buryLate() {
	for _, l := range d.late {
		d.bury(l)
	}
	d.late = nil
}

func (d *disk) bury(l journal.Letter) {
	k, i := d.of(l.Channel)
	before := slices.Clone(k.deadLetters)
	d.did(deadStream, func() { k.deadLetters = before })
	if l.Post != nil {
		d.w.rooms[i].buried[l.Post.ID] = true
	}
	for i, old := range k.deadLetters {
		if old.Seq == l.Seq && (old.Post == nil) == (l.Post == nil) && (l.Post == nil || old.Post.ID == l.Post.ID) {
			if !l.Repeats(old) {
				k.deadLetters[i] = l
			}
			return
		}
	}
	k.deadLetters = append(k.deadLetters, l)
}

// Unbury implements [journal.Dead]. Nobody orders it in this world.
func (d *disk) Unbury(context.Context, journal.Letter) error { return nil }

// Buried implements [journal.Dead].
func (d *disk) Buried(context.Context) iter.Seq2[journal.Letter, error] {
	return func(yield func(journal.Letter, error) bool) {
		for i := range d.rooms {
			for _, l := range d.rooms[i].deadLetters {
				if !yield(l, nil) {
					return
				}
			}
		}
	}
}

// Erase implements [journal.Journal]. What the newest snapshot does not have
// yet is still needed: then it fails and is tried again.
func (d *disk) Erase(_ context.Context, orders ...messages.Erase) error {
	e := orders[0] // the world gives one at a time
	k, i := d.of(e.Channel)
	gone := journal.NewErasure(e)
	early := false
	err := d.write("erase", func() {
		for _, r := range d.log[d.Partition(e.Channel)] {
			if d.erased[r.Seq] || !gone.Record(r) {
				continue
			}
			if r.Seq > k.snapshot.Seq && d.counts(d.Partition(e.Channel), r.Seq) {
				early = true
				continue
			}
			d.erased[r.Seq] = true
		}
		for _, n := range k.notes {
			gone.Seen(n)
		}
		notes, deadLetters := k.notes, k.deadLetters
		k.notes, k.deadLetters = nil, nil
		for _, n := range notes {
			if n, _ = gone.Note(n); n != nil {
				k.notes = append(k.notes, n)
			}
		}
		for _, l := range deadLetters {
			if l, keep, _ := gone.Letter(l); keep {
				k.deadLetters = append(k.deadLetters, l)
			}
		}
	})
	d.w.tracef("room %d: erased %s: %d (early: %t)", i, e.Line, e.N, early)
	if err == nil && early {
		return errDisk
	}
	return err
}

// Noted implements [journal.Ledger]. Nobody asks over all channels here.
func (*disk) Noted(context.Context, messages.Instant) iter.Seq2[journal.Noted, error] {
	return func(func(journal.Noted, error) bool) {}
}
