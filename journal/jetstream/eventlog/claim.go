package eventlog

import (
	"context"
	"errors"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// TakeOver makes this process the owner of a partition, with an epoch greater than
// `above` and than any owner's before: once it has read its own taking-over back,
// whatever the server answered. From then on what a former owner writes has no
// effect, and moves no checkpoint; held is asked before each write of this one.
// The error is [journal.ErrConflict] if another process took it over meanwhile.
func (l *Log) TakeOver(ctx context.Context, partition int, above uint64, held Held) error {
	p := l.partitions[partition]
	process := drawProcess()
	for tried := false; ; {
		mine, newest, err := l.claimed(ctx, p, process, tried)
		switch {
		case mine.Epoch != 0:
			p.take(mine, held)
			return l.claimCheckpoint(ctx, p)
		case err == nil:
			err = l.claim(ctx, p, newest, journal.Owned{Epoch: max(above, p.owners.Newest().Epoch) + 1, Process: process})
			if tried = tried || err == nil; err == nil {
				continue // to read it back
			}
			unknown := errors.Is(err, context.DeadlineExceeded) || errors.Is(err, journal.ErrAway) || errors.Is(err, journal.ErrPending)
			if !unknown && !errors.Is(err, journal.ErrConflict) {
				return fmt.Errorf("take over: %w", err)
			}
		case !errors.Is(err, journal.ErrAway) && !errors.Is(err, context.DeadlineExceeded):
			return fmt.Errorf("take over: %w", err)
		}
		l.store.Pause(ctx)
		if ctx.Err() != nil {
			return fmt.Errorf("take over: %w", err)
		}
	}
}

// claimed returns the newest taking-over if it is that process's, and the sequence of
// the newest, whoever's it is; 0: the server has none, or none any more. surely: one
// of its own was acknowledged, so another's is a later one.
func (l *Log) claimed(ctx context.Context, p *partition, process uint64, surely bool) (mine journal.Owned, newest uint64, err error) {
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	m, err := l.store.Surely(bounded, l.store.Names.Lines(p.number), p.owned)
	if err != nil || m == nil {
		return journal.Owned{}, 0, err
	}
	owned, err := ownedIn(m.Sequence, m.Data)
	if err != nil {
		return journal.Owned{}, 0, err
	}
	if err := l.learnOwners(bounded, p, owned.Seq); err != nil {
		return journal.Owned{}, 0, err
	}
	p.saw(owned.Seq)
	switch {
	case owned.Process == process:
		return owned, owned.Seq, nil
	case surely:
		return journal.Owned{}, 0, fmt.Errorf("epoch %d is another process's: %w", owned.Epoch, journal.ErrConflict)
	}
	return journal.Owned{}, owned.Seq, nil
}

// claim writes a taking-over after the newest that the server has.
func (l *Log) claim(ctx context.Context, p *partition, newest uint64, as journal.Owned) error {
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	p.mu.Lock()
	p.lastAt = max(p.lastAt, messages.InstantOf(l.config.Clock()))
	e := entry{at: p.lastAt, epoch: as.Epoch, process: as.Process}
	p.mu.Unlock()
	_, err := l.store.Publish(bounded, p.owned, e.append(nil, ownedRecord), store.Over(newest))
	return err
}

// claimCheckpoint writes the checkpoint again as this process's, so that a former
// owner's is refused from now on. If nothing was to be read but the taking-over, it
// passes that.
func (l *Log) claimCheckpoint(ctx context.Context, p *partition) error {
	p.checkpointing.Lock()
	defer p.checkpointing.Unlock()
	seq := p.covered()
	for p.owners.Has(seq + 1) {
		seq++
	}
	bounded, cancel := l.store.Bounded(ctx)
	defer cancel()
	if err := l.writeCheckpoint(bounded, p, seq); err != nil {
		return fmt.Errorf("take over the checkpoint: %w", err)
	}
	return nil
}
