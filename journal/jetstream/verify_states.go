package jetstream

import (
	"context"
	"fmt"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"
)

// snapshots reads a partition's newest snapshots.
func (v *verification) snapshots(ctx context.Context, k int) error {
	stream := v.j.store.Names.Snapshots(k)
	var channels layout.Channels
	return v.j.store.Scan(ctx, store.Reading{Stream: stream, Newest: true}, func(m store.Message) error {
		v.read()
		where := fmt.Sprintf("%s snapshot %d", stream, m.Seq)
		s, err := v.j.snapshots.ReadSnapshot(m, &channels)
		if err == nil && v.check != nil {
			err = v.check(s)
		}
		if err != nil {
			v.found(where, fmt.Sprintf("of %s: %v", s.Channel, err), "its channel is made anew from the log when it is next heard; a newer familiar's needs that one")
			return nil
		}
		where += " of " + string(s.Channel)
		if own := journal.PartitionOf(s.Channel, v.j.config.Partitions); own != k {
			v.found(where, fmt.Sprintf("its channel belongs to partition %d", own), "its channel never sees it")
			return nil
		}
		return v.placed(ctx, where, s)
	})
}

// placed looks whether a snapshot is within the log and its deadline in the
// index. Both may change meanwhile: what seems wrong is looked at again.
func (v *verification) placed(ctx context.Context, where string, s journal.Snapshot) error {
	log, err := v.j.store.Held(ctx, v.j.store.Names.Lines(journal.PartitionOf(s.Channel, v.j.config.Partitions)))
	if err != nil {
		return err
	}
	if s.Seq > log.LastSeq {
		v.found(where, fmt.Sprintf("it has seen record %d, the newest of the log is %d", s.Seq, log.LastSeq), "a power cut took the newest records: the next start goes on after what was seen")
	}
	if s.Due == 0 || v.j.owner.fenced { // which has no index
		return nil
	}
	name, err := layout.ChannelTokens(s.Channel)
	if err != nil {
		return err
	}
	index, err := v.j.store.NewestWithin(ctx, v.j.store.Names.Stream("due"), v.j.store.Names.Subject("due", name))
	if err != nil {
		return err
	}
	at := messages.Instant(0)
	if index != nil && len(index.Data) > 0 {
		if _, err := fmt.Sscanf(string(index.Data), "%d", &at); err != nil {
			v.found(where, "its deadline's index can't be read: "+err.Error(), "it is mended when the channel is next saved")
			return nil
		}
	}
	if at != 0 && at <= s.Due {
		return nil
	}
	now, err := v.j.Load(ctx, s.Channel)
	if err == nil && now.Revision == s.Revision {
		v.found(where, fmt.Sprintf("its deadline %v is not in the index", s.Due), "the channel thinks about it only when it next hears a line: say something there")
	}
	return err
}
