package eventlog

import (
	"context"
	"math/rand/v2"
	"slices"

	"familiar/journal"
	"familiar/journal/jetstream/store"

	"github.com/nats-io/nats.go/jetstream"
)

// The order of the log is the fence. Nobody can know that he still owns a partition
// at the moment a write arrives: a process may stand still between looking and
// writing. So everybody may write, and who reads tells by the records before it
// whether one counts. All readers do, or they would not agree.

// drawProcess names this process as an owner, apart from all that had the same epoch
// in a time that the log has lost, itself among them.
func drawProcess() uint64 { return rand.Uint64()>>8 | 1 }

// passes reports whether a record counts, where all of a partition's come in order.
// One that says whose the partition is is remembered, and is no record to hand over.
func (l *Log) passes(p *partition, seq uint64, subject string, data []byte) bool {
	if subject == p.owned {
		l.hearOwned(p, seq, data)
		return false
	}
	return l.counts(p, seq, data)
}

// counts reports whether a record counts, where all takings-over before it are
// known. What can't be read is left to who decodes it.
func (l *Log) counts(p *partition, seq uint64, data []byte) bool {
	if !l.config.Fenced || l.config.CountStale {
		return true
	}
	e, _, err := cutEntry(data)
	if err != nil || p.owners.Counts(seq, e.epoch, e.process) {
		return true
	}
	p.stale.Add(1)
	l.store.Log.Debug("journal record of a former owner doesn't count", "partition", p.number, "seq", seq, "epoch", e.epoch)
	return false
}

// Counts reports whether a record of a partition counts, to who reads all of them
// in order.
func (l *Log) Counts(partition int, m store.Message) bool {
	return !l.config.Fenced || l.passes(l.partitions[partition], m.Seq, m.Subject, m.Data)
}

// hearOwned takes note of who owns a partition. Once that is a later process, this
// one writes nothing as its owner any more.
func (l *Log) hearOwned(p *partition, seq uint64, data []byte) {
	owned, err := ownedIn(seq, data)
	if err != nil {
		p.unreadable.Add(1)
		l.store.Log.Error("journal record skipped", "partition", p.number, "seq", seq, "err", err)
		return
	}
	p.owners.Add(owned)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.epoch == 0 || owned.Epoch <= p.epoch {
		return
	}
	l.store.Log.Warn("journal partition taken over by another process", "partition", p.number, "epoch", owned.Epoch)
	p.fence.Wrote(owned.Epoch)
}

// readOwners finds every taking-over that a partition's log still has.
func (l *Log) readOwners(ctx context.Context, p *partition) error {
	if !l.config.Fenced {
		return nil
	}
	newest, err := l.store.Surely(ctx, l.store.Names.Lines(p.number), p.owned)
	if err != nil || newest == nil {
		return err
	}
	return l.learnOwners(ctx, p, newest.Sequence)
}

// learnOwners reads the takings-over up to one that is there, and not known yet.
func (l *Log) learnOwners(ctx context.Context, p *partition, until uint64) error {
	for from := p.owners.Newest().Seq + 1; !p.owners.Has(until); {
		found, err := l.store.BatchUntil(ctx, l.store.Names.Lines(p.number), p.owned, from, until, store.ReplayBatch)
		if err != nil || len(found) == 0 { // it was trimmed meanwhile
			return err
		}
		for _, m := range found {
			l.hearOwned(p, m.Sequence, m.Data)
			from = m.Sequence + 1
		}
		if from > until { // it can't be read
			return nil
		}
	}
	return nil
}

// newestOf returns a channel's newest record that was acknowledged; nil: there is none.
// Every taking-over before it is known then, since those are asked for after it.
func (l *Log) newestOf(ctx context.Context, p *partition, stream, subject string) (*jetstream.RawStreamMsg, error) {
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	newest, err := l.store.Surely(bounded, stream, subject)
	if err != nil || newest == nil {
		return nil, err
	}
	return newest, l.readOwners(bounded, p)
}

// withOwners has a scan come by the takings-over, too, and those before it known.
func (l *Log) withOwners(ctx context.Context, k int, r *store.Reading) error {
	if !l.config.Fenced {
		return nil
	}
	if len(r.Filters) > 0 {
		r.Filters = append(slices.Clone(r.Filters), l.partitions[k].owned)
	}
	return l.readOwners(ctx, l.partitions[k])
}

// mostPassed bounds how many records that don't count are gone back over to the
// newest that does.
const mostPassed = 64

// newestRecord returns the sequence of the newest record, at or before `last`, that
// a consumer is handed. Of one that was erased it doesn't know.
func (l *Log) newestRecord(ctx context.Context, p *partition, last uint64) (uint64, error) {
	for range mostPassed {
		if last == 0 {
			break
		}
		if !p.owners.Has(last) {
			m, err := l.store.SurelyAt(ctx, l.store.Names.Lines(p.number), last)
			if err != nil || m == nil || m.Subject != p.owned && l.counts(p, last, m.Data) {
				return last, err
			}
		}
		last--
	}
	return last, nil
}

// Confirm looks whether this process's taking-over of each partition is still the
// newest: a server without replicas may have lost it in a power cut. Where it isn't,
// nothing of this process counts there, and so it must not go on.
func (l *Log) Confirm(ctx context.Context) error {
	if !l.config.Fenced {
		return nil
	}
	for _, p := range l.partitions {
		if !l.Owned(p.number) {
			continue
		}
		newest, err := l.store.Surely(ctx, l.store.Names.Lines(p.number), p.owned)
		if err != nil {
			return err
		}
		known := p.owners.Newest()
		switch {
		case newest == nil && known.Seq < p.first.Load(): // it was trimmed, and the checkpoint has it
		case newest == nil || newest.Sequence < known.Seq:
			l.store.Log.Error("journal server has lost whose a partition is", "partition", p.number, "epoch", known.Epoch)
			p.mu.Lock()
			p.fence = journal.NewFence(p.epoch + 1)
			p.mu.Unlock()
		default:
			l.hearOwned(p, newest.Sequence, newest.Data)
		}
	}
	return nil
}
