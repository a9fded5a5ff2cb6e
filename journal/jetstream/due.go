package jetstream

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"familiar/journal"
	"familiar/journal/jetstream/layout"
	"familiar/journal/jetstream/store"
	"familiar/messages"

	"github.com/nats-io/nats.go"
)

// dues mirrors the part of the due index that is a partition's: who has a
// deadline, and what the server's index says of him. That may be earlier than
// the truth, never later, so that no crash loses a deadline.
type dues struct {
	reading sync.Mutex // held to fill it from the newest snapshots

	mu      sync.Mutex // held for no call
	each    map[messages.ChannelID]due
	unread  bool   // the newest snapshots have still to be read, which may have what isn't here
	forgets uint64 // how often all of it was forgotten
}

type due struct {
	at     messages.Instant // of the newest snapshot; 0: it has none
	seq    uint64           // its sequence
	stored messages.Instant // what the server's index has; 0: nothing
}

func (d *dues) get(channel messages.ChannelID) due {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.each[channel]
}

func (d *dues) set(channel messages.ChannelID, to due) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if to == (due{seq: to.seq}) && !d.unread { // else it is known that there is none
		delete(d.each, channel)
		return
	}
	if d.each == nil {
		d.each = map[messages.ChannelID]due{}
	}
	d.each[channel] = to
}

// forget empties it; unread: until the newest snapshots are read.
func (d *dues) forget(unread bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.each, d.unread = nil, unread
	d.forgets++
}

// isUnread reports whether the newest snapshots have still to be read, and after how
// many times that all was forgotten.
func (d *dues) isUnread() (unread bool, forgets uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.unread, d.forgets
}

// learn takes what a snapshot says that was read, unless what is known is as new, or
// all was forgotten meanwhile.
func (d *dues) learn(channel messages.ChannelID, is due, forgets uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	known, has := d.each[channel]
	switch {
	case d.forgets != forgets || has && known.seq >= is.seq:
	case is.at == 0:
		delete(d.each, channel)
	default:
		if d.each == nil {
			d.each = map[messages.ChannelID]due{}
		}
		d.each[channel] = is
	}
}

// read says that all newest snapshots have been: who is known to have no deadline is
// let go.
func (d *dues) read(forgets uint64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.forgets != forgets {
		return
	}
	d.unread = false
	maps.DeleteFunc(d.each, func(_ messages.ChannelID, is due) bool { return is == due{seq: is.seq} })
}

// by returns the snapshots that have a deadline at or before t, earliest first.
func (d *dues) by(t messages.Instant) []journal.Snapshot {
	d.mu.Lock()
	var found []journal.Snapshot
	for channel, due := range d.each {
		if due.at != 0 && due.at <= t {
			found = append(found, journal.Snapshot{Channel: channel, Seq: due.seq, Due: due.at})
		}
	}
	d.mu.Unlock()
	slices.SortFunc(found, journal.CompareDue)
	return found
}

// Due implements journal.Snapshots: earliest first within a partition. After
// a crash it may yield a channel whose deadline has moved away meanwhile, or
// an earlier snapshot's Seq; it never leaves one out.
func (x *snapshotStore) Due(ctx context.Context, t messages.Instant) iter.Seq2[journal.Snapshot, error] {
	return func(yield func(journal.Snapshot, error) bool) {
		for _, p := range x.parts {
			err := x.store.Check(ctx, "due")
			if err == nil {
				err = x.readNewest(ctx, p)
			}
			if err != nil {
				yield(journal.Snapshot{}, err)
				return
			}
			for _, s := range p.due.by(t) {
				if !yield(s, nil) {
					return
				}
			}
		}
	}
}

// dueBefore writes a deadline that is earlier than the index has it: before
// its snapshot, and it is kept when this returns.
func (x *snapshotStore) dueBefore(ctx context.Context, p *snapshotPart, name string, s journal.Snapshot) error {
	was := p.due.get(s.Channel)
	if x.log.Fenced() || s.Due == 0 || was.stored != 0 && was.stored <= s.Due {
		return nil
	}
	if _, err := x.store.Publish(ctx, x.store.Names.Subject("due", name), dueBody(s), nil); err != nil {
		return fmt.Errorf("due index: %w", err)
	}
	was.stored = s.Due
	p.due.set(s.Channel, was)
	return nil
}

// dueAfter writes the index for a snapshot that is kept, when the deadline has
// gone or moved away. Nobody waits for it: if it is lost, the channel is woken
// once for nothing.
func (x *snapshotStore) dueAfter(p *snapshotPart, name string, s journal.Snapshot) {
	is := due{at: s.Due, seq: s.Seq, stored: p.due.get(s.Channel).stored}
	if is.stored != s.Due && !x.log.Fenced() {
		m := &nats.Msg{Subject: x.store.Names.Subject("due", name), Data: dueBody(s)}
		if s.Due == 0 {
			m.Data, m.Header = nil, nats.Header{"Nats-TTL": {goneFor.String()}}
		}
		if x.store.PublishMsg(m) == nil {
			is.stored = s.Due
		}
	}
	p.due.set(s.Channel, is)
}

func dueBody(s journal.Snapshot) []byte { return fmt.Appendf(nil, "%d %d", s.Due, s.Seq) }

// goneFor is how long the index says that a deadline is gone: as long as a power
// cut may take the snapshot that no longer has it, and the machine to be back.
const goneFor = 2 * store.OnDisk

// ReadDues fills the mirrors from the server's index, and gives the channels of
// which it said something in its last minutes. It comes before Read.
//
// Where the order of the log is the fence there is no index, for a former owner could
// write to it at any time that a deadline is gone: see ExpectDues.
func (x *snapshotStore) ReadDues(ctx context.Context) (lately []messages.ChannelID, err error) {
	state, err := x.store.State(ctx, x.store.Names.Stream("due"))
	if err != nil {
		return nil, err
	}
	since := state.LastTime.Add(-store.OnDisk)
	err = x.store.Scan(ctx, store.Reading{Stream: x.store.Names.Stream("due")}, func(m store.Message) error {
		channel, err := layout.ChannelIn(m.Subject, layout.WordTokens)
		if err != nil {
			return err
		}
		p, subject, err := x.place(channel)
		if err != nil {
			return err
		}
		if p.indexed == nil {
			p.indexed = map[string]bool{}
		}
		p.indexed[subject] = true
		if m.At.After(since) {
			lately = append(lately, channel)
		}
		if len(m.Data) == 0 {
			return nil
		}
		var d due
		if _, err := fmt.Sscanf(string(m.Data), "%d %d", &d.at, &d.seq); err != nil {
			return fmt.Errorf("due index of %s: %w", channel, err)
		}
		d.stored = d.at
		p.due.set(channel, d)
		return nil
	})
	return lately, err
}

// DropDues forgets the deadlines of a partition that is not this process's any more.
func (x *snapshotStore) DropDues(partition int) { x.parts[partition].due.forget(false) }

// ExpectDues has a partition's deadlines be read from its newest snapshots once
// somebody asks for them: that takes the longer the more channels there are, and no
// line has to wait for it.
func (x *snapshotStore) ExpectDues(partition int) {
	p := x.parts[partition]
	p.due.forget(true)
	p.newest = nil // they are among these
}

// readNewest fills a partition's mirror if that is still to be done: with all that the
// server has that takes the writes, for another one may be behind.
func (x *snapshotStore) readNewest(ctx context.Context, p *snapshotPart) error {
	p.due.reading.Lock()
	defer p.due.reading.Unlock()
	unread, forgets := p.due.isUnread()
	if !unread {
		return nil
	}
	stream := x.store.Names.Snapshots(p.number)
	state, err := x.store.State(ctx, stream)
	if err != nil {
		return err
	}
	for last := uint64(0); state.Msgs > 0; {
		var channels layout.Channels
		read := store.Reading{Stream: stream, Filters: []string{x.store.Names.Snapshot(p.number, ">")}, Newest: true, HeadersOnly: true}
		err := x.store.Scan(ctx, read, func(m store.Message) error {
			st, err := layout.ReadStamp(m.Header)
			if err != nil {
				return fmt.Errorf("snapshot %d: %w", m.Seq, err)
			}
			channel, err := channels.Of(m.Subject)
			if err == nil {
				p.due.learn(channel, due{at: st.Due, seq: st.Seq}, forgets)
			}
			last = max(last, m.Seq)
			return err
		})
		if err != nil {
			return err
		}
		if last >= state.LastSeq {
			break
		}
		now, err := x.store.State(ctx, stream)
		if err != nil {
			return err
		}
		if now.LastSeq == state.LastSeq && now.Msgs == 0 { // all were removed
			break
		}
		x.store.Pause(ctx)
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	p.due.read(forgets)
	return nil
}
