package simulation

import (
	"bytes"
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
	"familiar/policy/conversation"
	"familiar/policy/transcript"
)

// Load implements [journal.Snapshots].
func (d *disk) Load(_ context.Context, channel messages.ChannelID) (journal.Snapshot, error) {
	if d.w.bad(d.w.weather.failure) {
		return journal.Snapshot{}, errDisk
	}
	k, i := d.of(channel)
	d.w.process.saved(i, k.snapshot.Seq)
	s := k.snapshot
	if d.w.without == Memory && s.Revision != 0 {
		s.Body = d.forgetful(channel, s.Body)
	}
	return s, nil
}

// forgetful is a state that no longer knows which lines it heard.
func (d *disk) forgetful(channel messages.ChannelID, body []byte) []byte {
	state, err := conversation.Decode(body, d.w.rooms[d.w.index[channel]].config)
	if err != nil {
		panic(err)
	}
	state.Seen = transcript.Seen{}
	if body, err = state.Encode(); err != nil {
		panic(err)
	}
	return body
}

// Save implements [journal.Snapshots].
func (d *disk) Save(_ context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	k, i := d.of(s.Channel)
	if d.fenced(epoch) || s.Revision != k.snapshot.Revision {
		return 0, journal.ErrConflict
	}
	if s.Seq < k.snapshot.Seq {
		d.w.broke("room %d: the snapshot of %d is replaced by one of %d", i, k.snapshot.Seq, s.Seq)
	}
	s.Revision++
	s.Epoch = epoch
	s.Body = bytes.Clone(s.Body)
	err := d.write("save", func() {
		before := *k
		d.did(snapsStream(i%partitions), func() {
			k.snapshot, k.durable, k.saves, k.covered = before.snapshot, before.durable, before.saves, before.covered
		})
		k.saves, k.covered = d.writes, d.checkpoint[i%partitions]
		k.snapshot = s
		if d.w.without != Saved {
			k.durable = s
		}
	})
	if err != nil {
		return 0, err
	}
	d.w.tracef("room %d: saved up to %d", i, s.Seq)
	d.w.process.saved(i, s.Seq)
	d.w.process.due[i] = s.Due
	return s.Revision, nil
}

// Due implements [journal.Snapshots].
func (d *disk) Due(_ context.Context, t messages.Instant) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		for i := range d.rooms {
			if s := d.rooms[i].snapshot; s.Due != 0 && s.Due <= t && !yield(journal.Snapshot{Channel: s.Channel, Seq: s.Seq, Due: s.Due}, nil) {
				return
			}
		}
	}
}

// Aged implements [journal.Snapshots]. No run lasts long enough for any.
func (*disk) Aged(context.Context, int, messages.Instant) iter.Seq2[messages.ChannelID, error] {
	return func(func(messages.ChannelID, error) bool) {}
}

// Recent implements [journal.Snapshots]. No adapter here asks.
func (*disk) Recent(context.Context, messages.Instant) iter.Seq2[journal.Saved, error] {
	return func(func(journal.Saved, error) bool) {}
}
