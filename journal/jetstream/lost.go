package jetstream

import (
	"context"
	"fmt"

	"familiar/messages"

	"github.com/nats-io/nats.go/jetstream"
)

// A power cut can take the log's newest records and leave a checkpoint or a
// snapshot that has seen them: each stream has its own files. New records
// would then get sequences that are taken for seen, and be lost in silence.
// So at Open a partition's log is moved on past whatever has been seen of it.

// lastSnapshots is how many of the newest snapshots are looked at: any of
// those before them reached the disk long ago, and so did what they had seen.
const lastSnapshots = 2000

// moveOn moves the partition's log past what has been seen of it.
func (j *Journal) moveOn(ctx context.Context, p *partition, state jetstream.StreamState) error {
	seen, err := j.seen(ctx, p)
	if err != nil || seen <= p.last.Load() {
		return err
	}
	j.config.Log.Warn("journal lost its newest records in a power cut", "partition", p.number, "last", p.last.Load(), "seen", seen)
	if state.Msgs == 0 {
		p.saw(seen)
		return j.purge(ctx, j.names.lines(p.number), seen+1)
	}
	filler := j.names.line(p.number, "lost")
	for p.last.Load() < seen {
		seq, err := j.publish(ctx, filler, nil, nil)
		if err != nil {
			return fmt.Errorf("move on past %d: %w", seen, err)
		}
		p.saw(seq)
	}
	var purged struct{}
	return j.api(ctx, "STREAM.PURGE."+j.names.lines(p.number), jetstream.StreamPurgeRequest{Subject: filler}, &purged)
}

// seen gives the highest sequence that the checkpoint or a snapshot has, and
// keeps the deadlines of the newest snapshots for correctDues.
func (j *Journal) seen(ctx context.Context, p *partition) (uint64, error) {
	highest := p.covered()
	snaps := j.names.snaps(p.number)
	state, err := j.state(ctx, snaps)
	if err != nil || state.Msgs == 0 {
		return highest, err
	}
	names := j.naming(lineTokens)
	p.newest = map[messages.ChannelID]stamp{}
	read := reading{stream: snaps, after: state.LastSeq - min(state.LastSeq, lastSnapshots), heads: true}
	err = j.scan(ctx, read, func(m stored) error {
		st, err := readStamp(m.header)
		if err != nil {
			return fmt.Errorf("snapshot %d: %w", m.seq, err)
		}
		channel, err := names.of(m.subject)
		if err != nil {
			return err
		}
		highest = max(highest, st.seq)
		p.newest[channel] = st
		return nil
	})
	return highest, err
}

// correctDues has the newest snapshots' own deadlines in place of what the
// index says of them: it may have lost some too.
func (p *partition) correctDues() {
	for channel, st := range p.newest {
		p.due.set(channel, due{at: st.due, seq: st.seq, stored: p.due.get(channel).stored})
	}
	p.newest = nil
}
