package jetstream

import (
	"context"
	"iter"

	"familiar/journal"
	"familiar/messages"
)

// Note implements journal.Ledger.
func (j *Journal) Note(ctx context.Context, notes ...*messages.Note) error {
	return j.ledger.Note(ctx, notes...)
}

// Notes implements journal.Ledger.
func (j *Journal) Notes(ctx context.Context, channel messages.ChannelID, limit int) iter.Seq2[*messages.Note, error] {
	return j.ledger.Notes(ctx, channel, limit)
}

// Noted implements journal.Ledger.
func (j *Journal) Noted(ctx context.Context, t messages.Instant) iter.Seq2[journal.Noted, error] {
	return j.ledger.Noted(ctx, t)
}

// About returns the channels that have a note about a line, in no order. It
// reads the whole ledger, what a running program still holds apart. progress,
// unless it is nil, is told how many messages are read and how many there are.
func (j *Journal) About(ctx context.Context, line messages.LineID, progress func(done, total uint64)) ([]messages.ChannelID, error) {
	return j.ledger.About(ctx, line, progress)
}

// Append implements journal.Log.
func (j *Journal) Append(ctx context.Context, epoch uint64, channel messages.ChannelID, events ...messages.Event) (journal.Record, error) {
	return j.log.Append(ctx, epoch, channel, events...)
}

// Partitions implements journal.Log.
func (j *Journal) Partitions() int { return j.log.Partitions() }

// Partition implements journal.Log.
func (j *Journal) Partition(channel messages.ChannelID) int { return j.log.Partition(channel) }

// Consume implements journal.Log.
func (j *Journal) Consume(ctx context.Context, partition int, after uint64, deliver func(journal.Record)) error {
	return j.log.Consume(ctx, partition, after, deliver)
}

// Last implements journal.Log.
func (j *Journal) Last(ctx context.Context, partition int) (uint64, error) {
	return j.log.Last(ctx, partition)
}

// Replay implements journal.Log.
func (j *Journal) Replay(ctx context.Context, channel messages.ChannelID, after uint64) iter.Seq2[journal.Record, error] {
	return j.log.Replay(ctx, channel, after)
}

// Rewind implements journal.Log.
func (j *Journal) Rewind(ctx context.Context, channel messages.ChannelID, before messages.Instant) iter.Seq2[journal.Record, error] {
	return j.log.Rewind(ctx, channel, before)
}

// Checkpoint implements journal.Log.
func (j *Journal) Checkpoint(ctx context.Context, partition int) (uint64, error) {
	return j.log.Checkpoint(ctx, partition)
}

// SetCheckpoint implements journal.Log.
func (j *Journal) SetCheckpoint(ctx context.Context, epoch uint64, partition int, seq uint64) error {
	return j.log.SetCheckpoint(ctx, epoch, partition, seq)
}

// Records implements journal.Archive.
func (j *Journal) Records(ctx context.Context, since messages.Instant, channels ...messages.ChannelID) iter.Seq2[journal.Record, error] {
	return j.log.Records(ctx, since, channels...)
}

// Load implements journal.Snapshots.
func (j *Journal) Load(ctx context.Context, channel messages.ChannelID) (journal.Snapshot, error) {
	return j.snapshots.Load(ctx, channel)
}

// Save implements journal.Snapshots.
func (j *Journal) Save(ctx context.Context, epoch uint64, s journal.Snapshot) (uint64, error) {
	return j.snapshots.Save(ctx, epoch, s)
}

// Due implements journal.Snapshots.
func (j *Journal) Due(ctx context.Context, t messages.Instant) iter.Seq2[journal.Snapshot, error] {
	return j.snapshots.Due(ctx, t)
}

// Aged implements journal.Snapshots.
func (j *Journal) Aged(ctx context.Context, partition int, t messages.Instant) iter.Seq2[messages.ChannelID, error] {
	return j.snapshots.Aged(ctx, partition, t)
}

// Recent implements journal.Snapshots.
func (j *Journal) Recent(ctx context.Context, t messages.Instant) iter.Seq2[journal.Saved, error] {
	return j.snapshots.Recent(ctx, t)
}

// Newest implements journal.Archive.
func (j *Journal) Newest(ctx context.Context) iter.Seq2[journal.Snapshot, error] {
	return j.snapshots.Newest(ctx)
}

// Enqueue implements journal.Outbox.
func (j *Journal) Enqueue(ctx context.Context, epoch uint64, p messages.Post) error {
	return j.outbox.Enqueue(ctx, epoch, p)
}

// Deliver implements journal.Outbox.
func (j *Journal) Deliver(ctx context.Context, account messages.AccountID, deliver func(messages.Post)) error {
	return j.outbox.Deliver(ctx, account, deliver)
}

// Remove implements journal.Outbox.
func (j *Journal) Remove(ctx context.Context, channel messages.ChannelID, id messages.PostID) error {
	return j.outbox.Remove(ctx, channel, id)
}

// Astray implements journal.Outbox.
func (j *Journal) Astray(ctx context.Context) iter.Seq2[journal.Astray, error] {
	return j.outbox.Astray(ctx)
}

// Bury implements journal.Dead.
func (j *Journal) Bury(ctx context.Context, l journal.Letter) error { return j.dead.Bury(ctx, l) }

// Buried implements journal.Dead.
func (j *Journal) Buried(ctx context.Context) iter.Seq2[journal.Letter, error] {
	return j.dead.Buried(ctx)
}
